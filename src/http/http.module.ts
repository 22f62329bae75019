import { Module } from '@nestjs/common';
import { FarewellLimit } from './farewell-limit';
import { HealthController } from './health.controller';

/** Health of the service. Needs a {@link Readiness} from a global module. */
@Module({ controllers: [HealthController], providers: [FarewellLimit] })
export class HttpModule {}
