import type { RequestHandler } from 'express';
import type { Recomputation } from './recomputation.service';

/** Says with each response whether figures, searches and sort orders may not be right yet. */
export const markWhileRecomputing =
  (recomputation: Pick<Recomputation, 'isUnderWay'>): RequestHandler =>
  (_, response, next) => {
    if (recomputation.isUnderWay) response.setHeader('X-Recomputing', 'true');
    next();
  };
