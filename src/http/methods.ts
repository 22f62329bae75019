import type { RequestHandler } from 'express';
import { MethodNotAllowed, NotFound } from './problem';
import type { RouteTable } from './routes';

/**
 * Answers what no route takes: 404 for an unknown path, 405 with `Allow` for a known one, OPTIONS with `Allow`.
 * @param table asked for on the first request, when the routes are known
 * @param others paths served without a route: files
 */
export function methods(table: () => RouteTable, others: RegExp): RequestHandler {
  let known: RouteTable | undefined;
  return (request, response, next) => {
    known ??= table();
    const allowed = known.methodsOf(request.path);
    if (!allowed) return next(others.test(request.path) ? undefined : new NotFound(`There is nothing at ${shortened(request.path)}.`));
    const answered = withDerived(allowed);
    if (request.method === 'OPTIONS') return void response.status(204).set('Allow', answered.join(', ')).end();
    next(answered.includes(request.method) ? undefined : new MethodNotAllowed(request.method, answered));
  };
}

/** HEAD comes with GET, and OPTIONS with everything. */
const withDerived = (allowed: readonly string[]): readonly string[] => [...new Set([...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])];

const shortened = (path: string): string => (path.length > 200 ? `${path.slice(0, 200)}…` : path);
