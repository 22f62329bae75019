import type { RequestHandler, Response } from 'express';
import { TOKEN_HEADER } from '../http';
import { LATEST } from './consistency-token';
import type { OptionalReplica } from './replica';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Tells whoever may have written something what a replica must have to show it: when the response begins, after the commit. */
export function sendTokens({ replica }: OptionalReplica): RequestHandler {
  return ({ method }, response, next) => {
    if (replica && !READS.has(method)) {
      const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => Response;
      Object.assign(response, {
        writeHead: (...args: unknown[]) => {
          response.setHeader(TOKEN_HEADER, isWhole(response) ? replica.token : LATEST);
          return writeHead(...args);
        },
      });
    }
    next();
  };
}

/** Of an import, the response begins before everything is saved. */
const isWhole = (response: Response): boolean => response.statusCode === 204 || response.hasHeader('Content-Length');
