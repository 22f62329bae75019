import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Fails, Public } from './documentation';

/** Is everything there that answers need? The database says. */
export abstract class Readiness {
  /** @throws Unavailable when it is not */
  abstract ready(): Promise<void>;
}

class Health {
  @ApiProperty({ enum: ['ok'], example: 'ok' })
  readonly status!: 'ok';
}

@ApiTags('The service')
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @ApiOperation({ operationId: 'Health_live', summary: 'Is the process running?' })
  @ApiOkResponse({ type: Health })
  live(): Health {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({ operationId: 'Health_ready', summary: 'Can requests be answered?' })
  @ApiOkResponse({ type: Health })
  @Fails(503)
  async ready(): Promise<Health> {
    await this.readiness.ready();
    return { status: 'ok' };
  }
}
