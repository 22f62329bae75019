import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { BodyTooLarge, Forbidden, InvalidRequest, NotFound, Problem, Unauthenticated, UnsupportedBody } from './problem';

/** A refusal by the framework for which there is no class of ours. */
export class Refused extends Problem {
  readonly type = 'about:blank';
  readonly title: string;

  constructor(readonly status: number) {
    const title = STATUS_CODES[status] ?? 'Refused';
    super(`${title}.`);
    this.title = title;
  }
}

/** Said in our own words: the framework's messages tell of the inside. */
const PROBLEMS: Readonly<Record<number, () => Problem>> = {
  400: () => new InvalidRequest('The request cannot be read.'),
  401: () => new Unauthenticated('Show an API key.'),
  403: () => new Forbidden('This is not allowed.'),
  404: () => new NotFound('There is nothing at this path.'),
  413: () => new BodyTooLarge('The body is larger than 4 MB.'),
  415: () => new UnsupportedBody('The body must be JSON in UTF-8, plain or compressed with gzip, deflate or br.'),
};

/** The problem that an error of Nest, Express or the body reader stands for; undefined when it is a mistake of the service. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  const status = statusOf(error);
  return status === undefined || status >= 500 ? undefined : (PROBLEMS[status]?.() ?? new Refused(status));
}

/** Express and its parts mark what may be told by `expose`; only a status below 500 is about the request. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error && 'status' in error && 'expose' in error)) return undefined;
  return typeof error.status === 'number' && error.status >= 400 ? error.status : undefined;
}
