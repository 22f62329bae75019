export { IdempotencyInterceptor, OwnIdempotency, ShownOnce } from './idempotency.interceptor';
export { IdempotencyModule } from './idempotency.module';
export { responsesAboutPersons } from './personal-data';
export { KeyReused, ResponseErased } from './run-once';
export { IdempotentResponse } from './idempotent-response.entity';
