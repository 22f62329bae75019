import { Body, Controller, Query } from '@nestjs/common';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area, DescribedTag, IfMatch, PathId, type ExpectedVersion } from '../core/http';
import { FieldsQuery, CreateRoute, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, UpdateRoute } from '../core/records';
import { DivisionDto, DivisionNewDto, DivisionUpdateDto } from './division.dto';
import { divisions } from './divisions.records';

const path = ':id';
const RENAMING = 'Absent fields stay unchanged, null clears a field. Its records show a new name immediately.';
const DELETION =
  'Not while records belong to it. It is marked as deleted: still found by id, but not listed; a PUT with deleted: false restores it.';

@DescribedTag('Divisions', 'Branches of the firm, and their connections to payroll systems.')
@Area('divisions')
@Controller('api/divisions')
export class DivisionsController {
  constructor(private readonly records: Records) {}

  @ListRoute(divisions, DivisionDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, divisions, query);
  }

  @FindRoute(divisions, DivisionDto, { path })
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, divisions, id, query);
  }

  @CreateRoute(divisions, DivisionDto)
  create(@CurrentCaller() caller: Caller, @Body() body: DivisionNewDto) {
    return this.records.create(caller, divisions, body);
  }

  @UpdateRoute(divisions, DivisionDto, { path, description: RENAMING })
  update(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: DivisionUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, divisions, id, body, { expected });
  }

  @RemoveRoute(divisions, { path, description: DELETION })
  remove(@CurrentCaller() caller: Caller, @PathId('id', 6) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, divisions, id, expected);
  }
}
