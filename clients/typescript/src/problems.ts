import type { components } from './api.js';

/** The body of an error response (RFC 9457). */
export type Problem = components['schemas']['Problem'];

/** A request that failed. */
export class ProblemError extends Error {
  constructor(
    /** As the service describes it; of a response from elsewhere, such as a proxy, put together from its status. */
    readonly problem: Problem,
    readonly response: Response,
  ) {
    super(problem.detail);
    this.name = new.target.name;
  }

  get status(): number {
    return this.problem.status;
  }

  /** Stable, such as /problems/invalid-request. */
  get type(): string {
    return this.problem.type;
  }
}

export class InvalidRequest extends ProblemError {}
export class Unauthenticated extends ProblemError {}
export class Forbidden extends ProblemError {}
export class NotFound extends ProblemError {}
export class Conflict extends ProblemError {}
/** The record has changed since it was read. */
export class PreconditionFailed extends ProblemError {}
export class TooManyRequests extends ProblemError {}
export class Unavailable extends ProblemError {}

const BY_STATUS: Readonly<Record<number, typeof ProblemError>> = {
  400: InvalidRequest,
  401: Unauthenticated,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  412: PreconditionFailed,
  429: TooManyRequests,
  503: Unavailable,
};

/** The error for a response that is not successful. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const { status } = response;
  const known = response.headers.get('Content-Type')?.startsWith('application/problem+json') ? await bodyOf(response) : undefined;
  const problem = known ?? {
    type: 'about:blank',
    title: response.statusText,
    status,
    detail: `The response has the status ${status} and is none of the service.`,
    instance: new URL(response.url).pathname,
  };
  return new (BY_STATUS[status] ?? ProblemError)(problem, response);
}

/** undefined if it was cut off. */
const bodyOf = (response: Response): Promise<Problem | undefined> =>
  response.json().then(
    (body) => body as Problem,
    () => undefined,
  );
