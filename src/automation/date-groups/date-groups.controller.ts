import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../../callers';
import { IfMatch, PathId, type Expected } from '../../http';
import { CreateRoute, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, UpdateRoute } from '../../records';
import { dateGroups } from '../automation.records';
import { DateGroupDto, DateGroupUpdateDto } from './date-group.dto';

const FOLLOWED = 'Absent fields stay, the list replaces the list. The next runs of the automations that keep to it follow.';
const DELETION =
  'Not while an automation keeps to it. It is marked as deleted: found by its id, in no list; deleted: false in a PUT brings it back.';

@ApiTags('Automation')
@Controller('api/Automation/ExcludedDateGroups')
export class DateGroupsController {
  constructor(private readonly records: Records) {}

  @ListRoute(dateGroups, DateGroupDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, dateGroups, query);
  }

  @FindRoute(dateGroups, DateGroupDto)
  find(@Calling() caller: Caller, @PathId() id: number) {
    return this.records.find(caller, dateGroups, id);
  }

  @CreateRoute(dateGroups, DateGroupDto)
  create(@Calling() caller: Caller, @Body() body: DateGroupUpdateDto) {
    return this.records.create(caller, dateGroups, body);
  }

  @UpdateRoute(dateGroups, DateGroupDto, { description: FOLLOWED })
  update(@Calling() caller: Caller, @PathId() id: number, @Body() body: DateGroupUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, dateGroups, id, body, { expected });
  }

  @RemoveRoute(dateGroups, { description: DELETION })
  remove(@Calling() caller: Caller, @PathId('id', 2) id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, dateGroups, id, expected);
  }
}
