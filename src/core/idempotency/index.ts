export { IdempotencyInterceptor, OwnIdempotency, ShownOnce } from './idempotency.interceptor';
export { IdempotencyModule } from './idempotency.module';
export { responsesAboutPersons } from './personal-data';
export { IdempotentResponse } from './idempotent-response.entity';
