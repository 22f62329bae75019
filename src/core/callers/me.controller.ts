import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { INT32 } from '../fields/value-rules';
import { Returns } from '../http/documentation';
import { CurrentCaller, type Caller } from './caller';

class ScopeDto {
  @ApiProperty({
    oneOf: [
      { type: 'string', enum: ['all'] },
      { type: 'array', maxItems: 10_000, items: { type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum } },
    ],
    example: 'all',
    description: 'The ids of the divisions whose records are visible, or all.',
  })
  readonly divisions!: 'all' | readonly number[];
}

class CallerDto implements Caller {
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum, example: 1 })
  readonly userID!: number;

  @ApiProperty({ type: String, maxLength: 100, example: 'open', description: 'The name of the API key; open: no API keys are configured.' })
  readonly name!: string;

  @ApiProperty()
  readonly scope!: ScopeDto;
}

@ApiTags('The service')
@Controller('api/Me')
export class MeController {
  @Get()
  @ApiOperation({ operationId: 'Me_get', summary: 'The current caller and its scope' })
  @Returns(CallerDto)
  get(@CurrentCaller() caller: Caller): CallerDto {
    return { userID: caller.userID, name: caller.name, scope: { divisions: caller.scope.divisions } };
  }
}
