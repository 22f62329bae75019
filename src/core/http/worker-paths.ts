import type { RequestHandler } from 'express';
import { NotFound } from '../problems/problem';

const PATHS = /^\/(health|metrics)(\/|$)/i;

/** For a process that answers no requests: those who look after it can still ask how it is. */
export const workerPaths: RequestHandler = ({ path }, _, next) =>
  next(
    PATHS.test(path)
      ? undefined
      : new NotFound('This process works in the background (ROLES=worker). Send requests to one with the role web.'),
  );
