/** One error in a request. */
export interface ValidationError {
  /** JSON pointer to the field of the body (`/employmentHistories/0/startDate`, `` for all of it), or to the parameter (`/limit`). */
  readonly pointer: string;
  /** What the pointer refers to, if not the body. */
  readonly in?: 'query' | 'path';
  /** The second half of a sentence: "must be true or false". */
  readonly detail: string;
}

/** The body of an error response (RFC 9457). */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly errors?: readonly ValidationError[];
}

/**
 * An error response. Modules extend the nearest class below, with their own `type` and `title` if callers need to tell
 * it apart.
 */
export abstract class Problem extends Error {
  abstract readonly status: number;
  /** A relative URI that never changes. */
  abstract readonly type: string;
  /** The same for every problem of the type. */
  abstract readonly title: string;
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>> = {};
  /** Members of the body beyond the standard ones. */
  readonly members: Readonly<Record<string, unknown>> = {};

  /** @param detail a sentence that says what to do */
  constructor(readonly detail: string) {
    super(detail);
    this.name = new.target.name;
  }

  /** @param instance the path of the request */
  body(instance: string): ProblemBody {
    return { type: this.type, title: this.title, status: this.status, detail: this.detail, instance, ...this.members };
  }
}

export class InvalidRequest extends Problem {
  readonly status = 400;
  readonly type: string = '/problems/invalid-request';
  readonly title: string = 'The request is not valid';

  constructor(
    detail: string,
    readonly errors: readonly ValidationError[] = [],
  ) {
    super(detail);
    if (errors.length > 0) Object.assign(this, { members: { errors } });
  }

  /** With the only error as its detail, or the number of errors. */
  static because(errors: readonly ValidationError[]): InvalidRequest {
    const [first] = errors;
    const detail =
      first && errors.length === 1 ? `${nameOf(first)} ${first.detail}.` : `${errors.length} values are not valid; see errors.`;
    return new InvalidRequest(detail, errors);
  }
}

const nameOf = ({ pointer, in: location }: ValidationError): string =>
  location === 'query'
    ? `The parameter ${pointer.slice(1)}`
    : location === 'path'
      ? `The ${pointer.slice(1)} in the path`
      : pointer || 'The body';

export class Unauthenticated extends Problem {
  readonly status = 401;
  readonly type = '/problems/unauthenticated';
  readonly title = 'Unauthenticated';
  override readonly headers = { 'WWW-Authenticate': 'Bearer' };
}

export class Forbidden extends Problem {
  readonly status = 403;
  readonly type: string = '/problems/forbidden';
  readonly title: string = 'Forbidden';
}

export class NotFound extends Problem {
  readonly status = 404;
  readonly type: string = '/problems/not-found';
  readonly title: string = 'Not found';

  /** @param kind singular, in lower case: "saved search" */
  static record(kind: string, id: number): NotFound {
    return new NotFound(`${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id} not found.`);
  }
}

export class MethodNotAllowed extends Problem {
  readonly status = 405;
  readonly type = '/problems/method-not-allowed';
  readonly title = 'Method not allowed';
  override readonly headers: Readonly<Record<string, string>>;

  constructor(method: string, allowed: readonly string[]) {
    super(`${method} is not allowed for this path. Allowed: ${allowed.join(', ')}.`);
    this.headers = { Allow: allowed.join(', ') };
  }
}

export class NotAcceptable extends Problem {
  readonly status = 406;
  readonly type = '/problems/not-acceptable';
  readonly title = 'Not acceptable';

  constructor(offered: readonly string[]) {
    super(`The response is only available as ${offered.join(' or ')}, which the Accept header excludes.`);
  }
}

export class Conflict extends Problem {
  readonly status = 409;
  readonly type: string = '/problems/conflict';
  readonly title: string = 'The request conflicts with what is stored';
}

export class PreconditionFailed extends Problem {
  readonly status = 412;
  readonly type = '/problems/precondition-failed';
  readonly title = 'The record has changed since it was read';
}

export class BodyTooLarge extends Problem {
  readonly status = 413;
  readonly type = '/problems/body-too-large';
  readonly title = 'The body is too large';
}

export class UnsupportedBody extends Problem {
  readonly status = 415;
  readonly type = '/problems/unsupported-body';
  readonly title = 'The format of the body is not supported';
}

export class TooManyRequests extends Problem {
  readonly status = 429;
  readonly type = '/problems/too-many-requests';
  readonly title = 'Too many requests';
  override readonly headers: Readonly<Record<string, string>>;

  constructor(detail: string, seconds: number) {
    super(detail);
    this.headers = { 'Retry-After': String(Math.ceil(seconds)) };
  }
}

export class Unavailable extends Problem {
  readonly status = 503;
  readonly type: string = '/problems/unavailable';
  readonly title: string = 'Service unavailable';
  override readonly headers: Readonly<Record<string, string>>;

  /** @param seconds after which a retry makes sense */
  constructor(detail: string, seconds = 1) {
    super(detail);
    this.headers = { 'Retry-After': String(Math.ceil(seconds)) };
  }
}

/** A query exceeded the time limit; retrying it unchanged does not help. */
export class QueryTimeout extends Unavailable {}

/** The database cannot store anything: its disk is full, or it is read-only. Reading may still work. */
export class StorageUnavailable extends Unavailable {
  override readonly type = '/problems/storage-unavailable';
  override readonly title = 'The database cannot store anything';

  constructor(detail: string) {
    super(detail, 30);
  }
}

/** A bug of the service. Contains only the id of the log entry. */
export class InternalError extends Problem {
  readonly status = 500;
  readonly type = '/problems/unexpected';
  readonly title = 'Internal error';
  override readonly members: Readonly<Record<string, unknown>>;

  constructor(id: string) {
    super(`An unexpected error occurred. Its log entry has the id ${id}.`);
    this.members = { id };
  }
}
