import { Module } from '@nestjs/common';
import { FailedAuthentications } from './failed-authentications';
import { RateLimits } from './rate-limits';
import { SharedCounts } from './shared-counts.service';

@Module({ providers: [SharedCounts, RateLimits, FailedAuthentications] })
export class LimitsModule {}
