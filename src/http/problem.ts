/** One complaint about a request. */
export interface Complaint {
  /** JSON pointer to the field of the body (`/employmentHistories/0/startDate`, `` for all of it), or to the parameter (`/limit`). */
  readonly pointer: string;
  /** Where the pointer leads when it is not the body. */
  readonly in?: 'query' | 'path';
  /** The second half of a sentence: "must be true or false". */
  readonly detail: string;
}

/** The body of an error answer: RFC 9457. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly errors?: readonly Complaint[];
}

/**
 * An answer that is not a success. Areas extend the nearest class below, with a `type` and `title` of their own where a
 * caller would want to tell it apart.
 */
export abstract class Problem extends Error {
  abstract readonly status: number;
  /** A relative URI that stays the same for ever. */
  abstract readonly type: string;
  /** The same for every problem of the type. */
  abstract readonly title: string;
  /** Headers the answer must carry. */
  readonly headers: Readonly<Record<string, string>> = {};
  /** Members of the body beyond the standard ones. */
  readonly members: Readonly<Record<string, unknown>> = {};

  /** @param detail a sentence that says what to do */
  constructor(readonly detail: string) {
    super(detail);
    this.name = new.target.name;
  }

  /** @param instance the path that was asked for */
  body(instance: string): ProblemBody {
    return { type: this.type, title: this.title, status: this.status, detail: this.detail, instance, ...this.members };
  }
}

export class InvalidRequest extends Problem {
  readonly status = 400;
  readonly type: string = '/problems/invalid-request';
  readonly title: string = 'The request is not valid';

  constructor(detail: string, errors: readonly Complaint[] = []) {
    super(detail);
    if (errors.length > 0) Object.assign(this, { members: { errors } });
  }

  /** From complaints: "startDate must be …", or how many there are. */
  static because(errors: readonly Complaint[]): InvalidRequest {
    const [first] = errors;
    const detail =
      first && errors.length === 1 ? `${nameOf(first)} ${first.detail}.` : `${errors.length} values are not valid; see errors.`;
    return new InvalidRequest(detail, errors);
  }
}

const nameOf = ({ pointer, in: place }: Complaint): string =>
  place === 'query'
    ? `The parameter ${pointer.slice(1)}`
    : place === 'path'
      ? `The ${pointer.slice(1)} in the path`
      : pointer || 'The body';

export class Unauthenticated extends Problem {
  readonly status = 401;
  readonly type = '/problems/unauthenticated';
  readonly title = 'Who is calling is not known';
  override readonly headers = { 'WWW-Authenticate': 'Bearer' };
}

export class Forbidden extends Problem {
  readonly status = 403;
  readonly type: string = '/problems/forbidden';
  readonly title: string = 'The caller may not do this';
}

export class NotFound extends Problem {
  readonly status = 404;
  readonly type: string = '/problems/not-found';
  readonly title: string = 'There is no such thing';

  /** @param kind singular, in lower case: "saved search" */
  static record(kind: string, id: number): NotFound {
    return new NotFound(`No ${kind} has the id ${id}.`);
  }
}

export class MethodNotAllowed extends Problem {
  readonly status = 405;
  readonly type = '/problems/method-not-allowed';
  readonly title = 'The path does not take this method';
  override readonly headers: Readonly<Record<string, string>>;

  constructor(method: string, allowed: readonly string[]) {
    super(`${method} is not allowed here; ${allowed.join(', ')} would be.`);
    this.headers = { Allow: allowed.join(', ') };
  }
}

export class NotAcceptable extends Problem {
  readonly status = 406;
  readonly type = '/problems/not-acceptable';
  readonly title = 'The answer exists only in another format';

  constructor(offered: readonly string[]) {
    super(`The answer is ${offered.join(' or ')}, which the Accept header excludes.`);
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
  readonly title: string = 'The service cannot answer just now';
  override readonly headers: Readonly<Record<string, string>>;

  /** @param seconds after which another try makes sense */
  constructor(detail: string, seconds = 1) {
    super(detail);
    this.headers = { 'Retry-After': String(Math.ceil(seconds)) };
  }
}

/** A query took longer than the service lets one take: the same again would be no quicker. */
export class TooSlow extends Unavailable {}

/** A mistake of the service. Says nothing but the id under which the log tells the rest. */
export class Unexpected extends Problem {
  readonly status = 500;
  readonly type = '/problems/unexpected';
  readonly title = 'The service has made a mistake';
  override readonly members: Readonly<Record<string, unknown>>;

  constructor(id: string) {
    super(`Something went wrong here, not in the request. The log has it under ${id}.`);
    this.members = { id };
  }
}
