import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../callers';
import { IfMatch, PathId, type Expected } from '../http';
import { CreateRoute, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, UpdateRoute } from '../records';
import { DivisionDto, DivisionUpdateDto } from './division.dto';
import { divisions } from './divisions.records';

const path = ':divisionId';
const RENAMING = 'Absent fields stay, null clears. Its records show a new name at once.';
const DELETION =
  'Not while records belong to it. It is marked as deleted: found by its id, in no list; deleted: false in a PUT brings it back.';

@ApiTags('Divisions')
@Controller('api/divisions')
export class DivisionsController {
  constructor(private readonly records: Records) {}

  @ListRoute(divisions, DivisionDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, divisions, query);
  }

  @FindRoute(divisions, DivisionDto, { path })
  find(@Calling() caller: Caller, @PathId('divisionId') id: number) {
    return this.records.find(caller, divisions, id);
  }

  @CreateRoute(divisions, DivisionDto)
  create(@Calling() caller: Caller, @Body() body: DivisionUpdateDto) {
    return this.records.create(caller, divisions, body);
  }

  @UpdateRoute(divisions, DivisionDto, { path, description: RENAMING })
  update(@Calling() caller: Caller, @PathId('divisionId') id: number, @Body() body: DivisionUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, divisions, id, body, { expected });
  }

  @RemoveRoute(divisions, { path, description: DELETION })
  remove(@Calling() caller: Caller, @PathId('divisionId', 6) id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, divisions, id, expected);
  }
}
