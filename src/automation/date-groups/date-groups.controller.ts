import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area, IfMatch, PathId, type ExpectedVersion } from '../../core/http';
import { FieldsQuery, CreateRoute, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, UpdateRoute } from '../../core/records';
import { dateGroups } from '../automation.records';
import { DateGroupDto, DateGroupNewDto, DateGroupUpdateDto } from './date-group.dto';

const UPDATE =
  'Absent fields keep their value; dates replaces all dates of the group. The next runs of the automations that use it are ' +
  'recalculated.';
const DELETION =
  'Marks the group as deleted: it can still be read by id but is not listed. A PUT with deleted: false restores it. 409 while an ' +
  'automation uses it.';

@ApiTags('Automation')
@Area('automation')
@Controller('api/Automation/ExcludedDateGroups')
export class DateGroupsController {
  constructor(private readonly records: Records) {}

  @ListRoute(dateGroups, DateGroupDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, dateGroups, query);
  }

  @FindRoute(dateGroups, DateGroupDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, dateGroups, id, query);
  }

  @CreateRoute(dateGroups, DateGroupDto)
  create(@CurrentCaller() caller: Caller, @Body() body: DateGroupNewDto) {
    return this.records.create(caller, dateGroups, body);
  }

  @UpdateRoute(dateGroups, DateGroupDto, { description: UPDATE })
  update(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: DateGroupUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, dateGroups, id, body, { expected });
  }

  @RemoveRoute(dateGroups, { description: DELETION })
  remove(@CurrentCaller() caller: Caller, @PathId('id', 2) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, dateGroups, id, expected);
  }
}
