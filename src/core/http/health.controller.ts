import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty } from '@nestjs/swagger';
import { ROLES, Settings, type Role } from '../config';
import { Area } from './area';
import { DescribedTag, Fails, Public } from './documentation';
import { Unavailable } from '../problems/problem';
import { Shutdown } from './shutdown';

/** Whether the service can handle requests: implemented by src/database. */
export abstract class Readiness {
  /** @throws Unavailable if not */
  abstract ready(): Promise<void>;
}

class Health {
  @ApiProperty({ enum: ['ok'], example: 'ok' })
  readonly status!: 'ok';
}

class Ready extends Health {
  @ApiProperty({ description: 'What the process does (ROLES).', enum: ROLES, isArray: true, maxItems: 2, example: ROLES })
  readonly roles!: readonly Role[];
}

@DescribedTag('The service', 'The current caller, and health checks.')
@Public()
@Area('everyone')
@Controller('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly shutdown: Shutdown,
    private readonly settings: Settings,
  ) {}

  @Get('live')
  @ApiOperation({
    operationId: 'Health_live',
    summary: 'Liveness probe: the process is running',
    description: 'Answers as long as the process responds, without asking the database.',
  })
  @ApiOkResponse({ type: Health })
  live(): Health {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({
    operationId: 'Health_ready',
    summary: 'Readiness probe: the service can handle requests',
    description: 'Answers 503 if the database does not answer within two seconds, after failed writes, and during a shutdown.',
  })
  @ApiOkResponse({ type: Ready })
  @Fails(503)
  async ready(): Promise<Ready> {
    if (this.shutdown.isUnderWay) throw new Unavailable('The service is shutting down.');
    await this.readiness.ready();
    return { status: 'ok', roles: this.settings.roles };
  }
}
