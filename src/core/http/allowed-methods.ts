import type { RequestHandler } from 'express';
import { InvalidRequest, MethodNotAllowed, NotFound } from '../problems/problem';
import type { RouteTable } from './routes';

/**
 * Handles requests without a route: 400 for a malformed path, 404 for an unknown one, 405 with `Allow` for an unsupported
 * method, 204 with `Allow` for OPTIONS.
 */
export function allowedMethods(table: RouteTable): RequestHandler {
  return (request, response, next) => {
    if (!isEncoded(request.path)) return next(new InvalidRequest('The path must be percent-encoded UTF-8.'));
    const allowed = table.methodsOf(request.path);
    if (!allowed) return next(new NotFound(`Path ${shortened(request.path)} not found.`));
    const supported = withImplied(allowed);
    if (request.method === 'OPTIONS') return void response.status(204).set('Allow', supported.join(', ')).end();
    next(supported.includes(request.method) ? undefined : new MethodNotAllowed(request.method, supported));
  };
}

function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** GET implies HEAD, and every route supports OPTIONS. */
const withImplied = (allowed: readonly string[]): readonly string[] => [
  ...new Set([...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS']),
];

const shortened = (path: string): string => (path.length > 200 ? `${path.slice(0, 200)}…` : path);
