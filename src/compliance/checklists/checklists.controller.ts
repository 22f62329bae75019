import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area, IfMatch, PathId, type ExpectedVersion } from '../../core/http';
import { CreateRoute, FieldsQuery, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, UpdateRoute } from '../../core/records';
import { ChecklistCreateDto, ChecklistDto, ChecklistUpdateDto } from './checklist.dto';
import { checklists } from './checklists.records';

const DELETION =
  'Marks the checklist as deleted: it can still be read by id but is not listed. A PUT with deleted: false restores it. 409 while a job ' +
  'names it.';
const UPDATE =
  'Absent fields keep their value; items replaces all items. Placements that are approved stay so: what they lack from now on is shown ' +
  'in their compliance.';

@ApiTags('Configuration')
@Area('configuration')
@Controller('api/Configuration/Checklists')
export class ChecklistsController {
  constructor(private readonly records: Records) {}

  @ListRoute(checklists, ChecklistDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, checklists, query);
  }

  @FindRoute(checklists, ChecklistDto)
  find(@CurrentCaller() caller: Caller, @PathId('id', 3) id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, checklists, id, query);
  }

  @CreateRoute(checklists, ChecklistDto, { description: 'Jobs name it by their complianceChecklistID.' })
  create(@CurrentCaller() caller: Caller, @Body() body: ChecklistCreateDto) {
    return this.records.create(caller, checklists, body);
  }

  @UpdateRoute(checklists, ChecklistDto, { description: UPDATE })
  update(
    @CurrentCaller() caller: Caller,
    @PathId('id', 3) id: number,
    @Body() body: ChecklistUpdateDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, checklists, id, body, { expected });
  }

  @RemoveRoute(checklists, { description: DELETION })
  remove(@CurrentCaller() caller: Caller, @PathId('id', 6) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, checklists, id, expected);
  }
}
