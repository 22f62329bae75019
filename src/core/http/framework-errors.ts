import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import {
  BodyTooLarge,
  Forbidden,
  InvalidRequest,
  NotFound,
  Problem,
  type ProblemKind,
  Unauthenticated,
  UnsupportedBody,
} from '../problems/problem';

/** An error of the framework for which there is no problem class. */
export class GenericProblem extends Problem {
  /** As RFC 9457 has it, where the status says it all. */
  static override readonly kind: ProblemKind = { type: 'about:blank', status: 400, title: 'Request rejected', meaning: '', remedy: '' };
  override readonly title: string;

  constructor(override readonly status: number) {
    const title = STATUS_CODES[status] ?? GenericProblem.kind.title;
    super(`${title}.`);
    this.title = title;
  }
}

/** With our own messages: those of the framework reveal internals. */
const PROBLEMS: Readonly<Record<number, () => Problem>> = {
  400: () => new InvalidRequest('The request cannot be parsed.'),
  401: () => new Unauthenticated('Send an API key: Authorization: Bearer <key>, or X-Api-Key: <key>.'),
  403: () => new Forbidden('This is not allowed.'),
  404: () => new NotFound('Path not found.'),
  413: () => new BodyTooLarge('The body is larger than 4 MB.'),
  415: () => new UnsupportedBody('The body must be JSON in UTF-8, uncompressed or compressed with gzip, deflate or br.'),
};

/** The problem for an error of Nest, Express or the body parser; undefined for a bug of the service. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  const status = statusOf(error);
  return status === undefined || status >= 500 ? undefined : (PROBLEMS[status]?.() ?? new GenericProblem(status));
}

/** Express marks client errors with `expose`. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error && 'status' in error && 'expose' in error)) return undefined;
  return typeof error.status === 'number' && error.status >= 400 ? error.status : undefined;
}
