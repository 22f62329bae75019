import { Module } from '@nestjs/common';
import { PayRunsController } from './pay-runs.controller';
import { PayRunsService } from './pay-runs.service';

@Module({ controllers: [PayRunsController], providers: [PayRunsService] })
export class PayRunsModule {}
