import { Body, Controller, Query } from '@nestjs/common';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area, DescribedTag, IfMatch, OptionalBody, PathId, type ExpectedVersion } from '../core/http';
import {
  FieldsQuery,
  CreateRoute,
  FindRoute,
  ListRoute,
  QueryRoute,
  RecordListQuery,
  RecordQueryDto,
  Records,
  RemoveRoute,
  TimeZonePageQuery,
  UpdateRoute,
} from '../core/records';
import { UserDto, UserNewDto, UserUpdateDto } from './user.dto';
import { users } from './users.records';

@DescribedTag('Users', 'Employees of the firm, and programs acting on its behalf.')
@Area('users')
@Controller('api/Users')
export class UsersController {
  constructor(private readonly records: Records) {}

  @ListRoute(users, UserDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, users, query);
  }

  @QueryRoute(users, UserDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, users, body, page);
  }

  @FindRoute(users, UserDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, users, id, query);
  }

  @CreateRoute(users, UserDto)
  create(@CurrentCaller() caller: Caller, @Body() body: UserNewDto) {
    return this.records.create(caller, users, body);
  }

  @UpdateRoute(users, UserDto)
  update(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: UserUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, users, id, body, { expected });
  }

  @RemoveRoute(users)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 12) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, users, id, expected);
  }
}
