import type { ProblemBody, ProblemClass, ProblemKind, ValidationError } from './problem-body';

export type { ProblemBody, ProblemClass, ProblemKind, ValidationError } from './problem-body';

/** An error response. Modules extend the nearest class below, with a kind of their own if callers need to tell it apart. */
export abstract class Problem extends Error {
  /** Of a kind of its own, a class is listed in the `index.ts` of its area, or in src/problem-classes.ts. */
  static readonly kind: ProblemKind;
  readonly status: number;
  readonly type: string;
  readonly title: string;
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>> = {};
  /** Members of the body beyond the standard ones. */
  readonly members: Readonly<Record<string, unknown>> = {};

  /** @param detail a sentence that says what to do @param kind that of the class, unless the problem passes on another */
  constructor(
    readonly detail: string,
    { status, type, title }: Pick<ProblemKind, 'status' | 'type' | 'title'> = new.target.kind,
  ) {
    super(detail);
    this.name = new.target.name;
    this.status = status;
    this.type = type;
    this.title = title;
  }

  /** @param instance the path of the request */
  body(instance: string): ProblemBody {
    return { type: this.type, title: this.title, status: this.status, detail: this.detail, instance, ...this.members };
  }
}

export class InvalidRequest extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/invalid-request',
    status: 400,
    title: 'The request is not valid',
    meaning: 'Values, fields or parameters of the request are not what the operation takes, or the body is not JSON. Nothing was changed.',
    remedy:
      'Correct what errors lists: each entry has a JSON pointer to the value, or the name of the parameter, and says what is allowed. /api/docs shows the fields of each operation.',
  };

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
  static override readonly kind: ProblemKind = {
    type: '/problems/unauthenticated',
    status: 401,
    title: 'Unauthenticated',
    meaning: 'The request has no API key or access token, or one that is not accepted: unknown, expired or revoked.',
    remedy: 'Send a valid key as Authorization: Bearer <key> or X-Api-Key: <key>. Administrators make keys with POST /api/ApiKeys.',
  };
  override readonly headers = { 'WWW-Authenticate': 'Bearer' };
}

export class Forbidden extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/forbidden',
    status: 403,
    title: 'Forbidden',
    meaning: 'The caller is known, but may not do this.',
    remedy: 'The detail says why. Ask somebody who may, or an administrator to extend what you may do.',
  };
}

export class NotFound extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/not-found',
    status: 404,
    title: 'Not found',
    meaning: 'The path or the record was not found, or the record belongs to a division that you do not see.',
    remedy: 'Check the path and the id. /api/docs lists all paths; lists and searches find the ids.',
  };

  /** @param kind singular, in lower case: "saved search" */
  static record(kind: string, id: number): NotFound {
    return new NotFound(`${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id} not found.`);
  }
}

export class MethodNotAllowed extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/method-not-allowed',
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the header Allow.',
  };
  override readonly headers: Readonly<Record<string, string>>;

  constructor(method: string, allowed: readonly string[]) {
    super(`${method} is not allowed for this path. Allowed: ${allowed.join(', ')}.`);
    this.headers = { Allow: allowed.join(', ') };
  }
}

export class NotAcceptable extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/not-acceptable',
    status: 406,
    title: 'Not acceptable',
    meaning: 'The header Accept excludes every format in which the response is available.',
    remedy: 'Leave Accept out, or name a format of the detail in it.',
  };

  constructor(offered: readonly string[]) {
    super(`The response is only available as ${offered.join(' or ')}, which the Accept header excludes.`);
  }
}

export class Conflict extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/conflict',
    status: 409,
    title: 'The request conflicts with what is stored',
    meaning:
      'The request is valid, but what is stored does not allow it, such as the state of a record or another record with the same name. Nothing was changed.',
    remedy: 'The detail says what is in the way. Change that first, or send another value.',
  };
}

export class PreconditionFailed extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/precondition-failed',
    status: 412,
    title: 'The record has changed since it was read',
    meaning:
      'The version in If-Match is not that of the record: somebody else has changed it since you read it. Or If-None-Match excludes it. Nothing was changed.',
    remedy: 'Read the record again, apply your change to what it is now, and send it with the new ETag.',
  };
}

export class BodyTooLarge extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/body-too-large',
    status: 413,
    title: 'The body is too large',
    meaning: 'The body exceeds 4 MB, or the limit of the operation.',
    remedy: 'Send less at a time. Many records are imported as a file with POST /api/{Records}/Import.',
  };
}

export class UnsupportedBody extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/unsupported-body',
    status: 415,
    title: 'The format of the body is not supported',
    meaning: 'The header Content-Type or Content-Encoding names a format that the operation does not take.',
    remedy: 'Send JSON in UTF-8 with Content-Type: application/json, or a format that /api/docs names for the operation.',
  };
}

/** The requested part is beyond the end of a file. */
export class RangeNotSatisfiable extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/range-not-satisfiable',
    status: 416,
    title: 'The file has no such part',
    meaning: 'The Range of the request begins after the end of the file.',
    remedy: 'Request a range within the size that Content-Range of this response says, or the complete file without Range.',
  };
  override readonly headers: Readonly<Record<string, string>>;

  /** @param size of the file in bytes */
  constructor(size: number) {
    super(`The file has ${size} bytes, and the part begins behind them.`);
    this.headers = { 'Content-Range': `bytes */${size}` };
  }
}

export class TooManyRequests extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/too-many-requests',
    status: 429,
    title: 'Too many requests',
    meaning:
      'More requests were sent in a minute, or more authentications failed, than the service allows with one key or from one address.',
    remedy: 'Wait for the seconds in Retry-After, then send the request again. RateLimit says how many requests are left.',
  };
  override readonly headers: Readonly<Record<string, string>>;

  constructor(detail: string, seconds: number) {
    super(detail);
    this.headers = { 'Retry-After': String(Math.ceil(seconds)) };
  }
}

export class Unavailable extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/unavailable',
    status: 503,
    title: 'Service unavailable',
    meaning:
      'The service cannot answer at the moment: its database cannot be reached, the service is shutting down, or a query took too long.',
    remedy: 'Send the request again after the seconds in Retry-After. If the query took too long, narrow the search.',
  };
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
  static override readonly kind: ProblemKind = {
    type: '/problems/storage-unavailable',
    status: 503,
    title: 'The database cannot store anything',
    meaning: 'The disk of the database is full, damaged or read-only. Nothing was saved; reading may still work.',
    remedy: 'Tell the operator of the service, and send the request again later.',
  };

  constructor(detail: string) {
    super(detail, 30);
  }
}

/** A bug of the service. Contains only the id of the log entry. */
export class InternalError extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/unexpected',
    status: 500,
    title: 'Internal error',
    meaning: 'A fault of the service. What the request was to change has not been saved.',
    remedy:
      'Send the request again later. If it fails again, tell the operator of the service the id in the response, which is in the log.',
  };
  override readonly members: Readonly<Record<string, unknown>>;

  constructor(id: string) {
    super(`An unexpected error occurred. Its log entry has the id ${id}.`);
    this.members = { id };
  }
}

/** Those of the classes above. */
export const COMMON_PROBLEMS: readonly ProblemClass[] = [
  InvalidRequest,
  Unauthenticated,
  Forbidden,
  NotFound,
  MethodNotAllowed,
  NotAcceptable,
  Conflict,
  PreconditionFailed,
  BodyTooLarge,
  UnsupportedBody,
  RangeNotSatisfiable,
  TooManyRequests,
  Unavailable,
  StorageUnavailable,
  InternalError,
];
