import { randomUUID } from 'node:crypto';
import type { Request } from 'express';

const ids = new WeakMap<object, string>();

/** The id of a request, which the log, the response and the audit have in common: the caller's own, if it is safe to log. */
export function requestIDOf(request: Request): string {
  const known = ids.get(request) ?? idFrom(request.headers['x-request-id']);
  ids.set(request, known);
  return known;
}

const idFrom = (header: string | string[] | undefined): string =>
  typeof header === 'string' && /^[\w.-]{1,64}$/.test(header) ? header : randomUUID();
