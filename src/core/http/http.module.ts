import { Module } from '@nestjs/common';
import { ShutdownTimeout } from './shutdown-timeout';
import { HealthController } from './health.controller';

/** Health checks and shutdown. Needs a {@link Readiness} from a global module. */
@Module({ controllers: [HealthController], providers: [ShutdownTimeout] })
export class HttpModule {}
