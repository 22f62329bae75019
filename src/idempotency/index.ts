export { IdempotencyInterceptor, OwnIdempotency } from './idempotency.interceptor';
export { IdempotencyModule } from './idempotency.module';
export { IdempotentAnswer } from './idempotent-answer.entity';
