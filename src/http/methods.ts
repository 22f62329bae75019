import type { RequestHandler } from 'express';
import { InvalidRequest, MethodNotAllowed, NotFound } from './problem';
import type { RouteTable } from './routes';

/**
 * Answers what no route takes: 400 for a path that cannot be read, 404 for an unknown path, 405 with `Allow` for a known one, OPTIONS with `Allow`.
 * @param table asked for on the first request, when the routes are known
 * @param others paths served without a route: files
 */
export function methods(table: () => RouteTable, others: RegExp): RequestHandler {
  let known: RouteTable | undefined;
  return (request, response, next) => {
    known ??= table();
    if (!isEncoded(request.path)) return next(new InvalidRequest('In the path, every % must begin a percent-encoded character of UTF-8.'));
    const allowed = known.methodsOf(request.path);
    if (!allowed) return next(others.test(request.path) ? undefined : new NotFound(`There is nothing at ${shortened(request.path)}.`));
    const answered = withDerived(allowed);
    if (request.method === 'OPTIONS') return void response.status(204).set('Allow', answered.join(', ')).end();
    next(answered.includes(request.method) ? undefined : new MethodNotAllowed(request.method, answered));
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

/** HEAD comes with GET, and OPTIONS with everything. */
const withDerived = (allowed: readonly string[]): readonly string[] => [
  ...new Set([...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS']),
];

const shortened = (path: string): string => (path.length > 200 ? `${path.slice(0, 200)}…` : path);
