import { Module } from '@nestjs/common';
import { IdempotencyInterceptor } from './idempotency.interceptor';
import { AnswerRetention } from './retention';

/** Requests that may be sent again without being done again. */
@Module({ providers: [IdempotencyInterceptor, AnswerRetention], exports: [IdempotencyInterceptor] })
export class IdempotencyModule {}
