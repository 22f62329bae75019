import type { Request } from 'express';

/** The template of the path, never the path itself; empty for requests that were rejected before a route was found. */
export function routeOf({ route }: Request): string {
  const { path } = (route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? path : '';
}
