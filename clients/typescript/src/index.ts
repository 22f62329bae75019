export type { components, paths } from './api.js';
export { createClient, each, etagOf, type ClientOptions, type RecruitmentClient } from './client.js';
export {
  Conflict,
  Forbidden,
  InvalidRequest,
  NotFound,
  PreconditionFailed,
  ProblemError,
  TooManyRequests,
  Unauthenticated,
  Unavailable,
  type Problem,
} from './problems.js';
export type { Retries } from './retries.js';
