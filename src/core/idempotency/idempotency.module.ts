import { Global, Module } from '@nestjs/common';
import { AroundPosts } from '../http';
import { IdempotencyInterceptor } from './idempotency.interceptor';
import { ResponseRetention } from './retention';

/** Requests that can be retried safely. */
@Global()
@Module({ providers: [{ provide: AroundPosts, useClass: IdempotencyInterceptor }, ResponseRetention], exports: [AroundPosts] })
export class IdempotencyModule {}
