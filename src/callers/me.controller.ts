import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { INT32 } from '../fields/values';
import { Answers } from '../http/documentation';
import { Calling, type Caller } from './caller';

class ScopeDto {
  @ApiProperty({
    oneOf: [
      { type: 'string', enum: ['all'] },
      { type: 'array', maxItems: 10_000, items: { type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum } },
    ],
    example: 'all',
    description: 'Ids of the divisions whose records are seen.',
  })
  readonly divisions!: 'all' | readonly number[];
}

class CallerDto implements Caller {
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum, example: 1 })
  readonly userID!: number;

  @ApiProperty({ type: String, maxLength: 100, example: 'open', description: 'The name of the key that was shown; open: none is needed.' })
  readonly name!: string;

  @ApiProperty()
  readonly scope!: ScopeDto;
}

@ApiTags('The service')
@Controller('api/Me')
export class MeController {
  @Get()
  @ApiOperation({ operationId: 'Me_get', summary: 'Who is calling, and what they may see' })
  @Answers(CallerDto)
  get(@Calling() caller: Caller): CallerDto {
    return { userID: caller.userID, name: caller.name, scope: { divisions: caller.scope.divisions } };
  }
}
