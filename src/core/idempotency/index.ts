export { IdempotencyInterceptor, OwnIdempotency, ShownOnce } from './idempotency.interceptor';
export { IdempotencyModule } from './idempotency.module';
export { IdempotentResponse } from './idempotent-response.entity';
