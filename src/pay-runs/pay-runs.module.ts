import { Module } from '@nestjs/common';
import { ChargeRunsController } from './charge/charge-runs.controller';
import { PayRunsController } from './pay/pay-runs.controller';
import { RunsService } from './runs.service';

@Module({ controllers: [PayRunsController, ChargeRunsController], providers: [RunsService] })
export class PayRunsModule {}
