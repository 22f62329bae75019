export { FailedAuthentications } from './failed-authentications';
export { LimitsModule } from './limits.module';
export { RateLimits } from './rate-limits';
export { RequestCount } from './request-count.entity';
