import { Body, Controller, Query } from '@nestjs/common';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area, DescribedTag, IfMatch, PathId, type ExpectedVersion } from '../../core/http';
import { FieldsQuery, CreateRoute, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, UpdateRoute } from '../../core/records';
import { RoleDto, RoleNewDto, RoleUpdateDto } from './role.dto';
import { roles } from './roles.records';

const UPDATE = 'Absent fields stay unchanged; scopes replaces all scopes. It counts from the next request of its users on.';

@DescribedTag('Roles', 'What users and API keys may do.')
@Area('administration')
@Controller('api/Roles')
export class RolesController {
  constructor(private readonly records: Records) {}

  @ListRoute(roles, RoleDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, roles, query);
  }

  @FindRoute(roles, RoleDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, roles, id, query);
  }

  @CreateRoute(roles, RoleDto)
  create(@CurrentCaller() caller: Caller, @Body() body: RoleNewDto) {
    return this.records.create(caller, roles, body);
  }

  @UpdateRoute(roles, RoleDto, { description: UPDATE })
  update(@CurrentCaller() caller: Caller, @PathId('id', 6) id: number, @Body() body: RoleUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, roles, id, body, { expected });
  }

  @RemoveRoute(roles)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 7) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, roles, id, expected);
  }
}
