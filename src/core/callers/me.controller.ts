import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { INT32 } from '../fields/value-rules';
import { Area } from '../http/area';
import { Returns } from '../http/documentation';
import { ROLE_SCOPES, type RoleScope } from '../terms/role-scopes';
import { AUTHENTICATIONS, CurrentCaller, type Authentication, type Caller } from './caller';

class ScopeDto {
  @ApiProperty({
    title: 'VisibleDivisions',
    oneOf: [
      { type: 'string', enum: ['all'] },
      { type: 'array', maxItems: 10_000, items: { type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum } },
    ],
    example: 'all',
    description: 'The ids of the divisions whose records are visible, or all.',
  })
  readonly divisions!: 'all' | readonly number[];
}

class CallerDto implements Omit<Caller, 'scopes'> {
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum, example: 1 })
  readonly userID!: number;

  @ApiProperty({
    type: String,
    maxLength: 200,
    example: 'open',
    description: 'The name of the API key, or of the user of the access token; open in open mode.',
  })
  readonly name!: string;

  @ApiProperty({
    type: 'string',
    enum: [...AUTHENTICATIONS],
    example: 'open',
    description: 'How you are authenticated: in open mode not at all, by an API key, or by an access token of the identity provider.',
  })
  readonly authentication!: Authentication;

  @ApiProperty()
  readonly scope!: ScopeDto;

  @ApiProperty({ type: String, maxLength: 200, example: 'Administrator', description: 'The role of the API key, or else of the user.' })
  readonly role!: string;

  @ApiProperty({
    type: 'array',
    maxItems: ROLE_SCOPES.length,
    items: { type: 'string', enum: [...ROLE_SCOPES] },
    example: ['jobs:read', 'jobs:write'],
    description: 'What you may do.',
  })
  readonly scopes!: readonly RoleScope[];
}

@ApiTags('The service')
@Area('everyone')
@Controller('api/Me')
export class MeController {
  @Get()
  @ApiOperation({
    operationId: 'Me_get',
    summary: 'The current caller, its role and its scopes',
    description: 'How you are authenticated, what you may do and which divisions you see.',
  })
  @Returns(CallerDto)
  get(@CurrentCaller() { userID, name, authentication = 'open', scope, role = '', scopes = new Set() }: Caller): CallerDto {
    return {
      userID,
      name,
      authentication,
      scope: { divisions: scope.divisions },
      role,
      scopes: ROLE_SCOPES.filter((each) => scopes.has(each)),
    };
  }
}
