import { Module } from '@nestjs/common';
import { Telemetry } from '../tracing';
import { HealthController } from './health.controller';
import { Shutdown } from './shutdown';

/** Health checks, telemetry and shutdown. Needs a {@link Readiness} from a global module. */
@Module({ controllers: [HealthController], providers: [Shutdown, Telemetry] })
export class HttpModule {}
