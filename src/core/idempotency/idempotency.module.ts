import { Module } from '@nestjs/common';
import { IdempotencyInterceptor } from './idempotency.interceptor';
import { ResponseRetention } from './retention';

/** Requests that can be retried safely. */
@Module({ providers: [IdempotencyInterceptor, ResponseRetention], exports: [IdempotencyInterceptor] })
export class IdempotencyModule {}
