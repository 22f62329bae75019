import { randomUUID } from 'node:crypto';
import type { LoggerService } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../config';
import { readableLines } from './readable-lines';

/**
 * JSON lines in production, human-readable lines otherwise. Bodies, keys and query strings are never logged: they
 * contain personal data.
 */
export function createLogger({ logLevel, environment }: Settings, destination: DestinationStream = process.stdout): Logger {
  return pino({ level: logLevel, base: null }, environment === 'production' ? destination : readableLines(destination));
}

/** Logs one line per request, with the id that the response carries. Health checks are too frequent to log. */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const begin = Date.now();
    const reqId = requestId(request.headers['x-request-id']);
    response.setHeader('X-Request-Id', reqId);
    if (!request.url.startsWith('/health')) response.once('close', () => logRequest(logger, request, response, reqId, begin));
    next();
  };
}

function logRequest(logger: Logger, { method, originalUrl }: Request, { statusCode }: Response, reqId: string, begin: number): void {
  const line = { reqId, req: { method, path: originalUrl.split('?')[0] }, res: { status: statusCode }, responseTime: Date.now() - begin };
  if (statusCode >= 500) logger.error(line, 'request');
  else logger.info(line, 'request');
}

/** The caller's own id, if it is safe to log. */
const requestId = (header: string | string[] | undefined): string =>
  typeof header === 'string' && /^[\w.-]{1,64}$/.test(header) ? header : randomUUID();

/** Redirects the log of Nest. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, ...more: unknown[]): void {
    const [stack, context] = more.length > 1 ? more : [undefined, more[0]];
    this.logger.error({ context, stack }, String(message));
  }

  fatal(message: unknown, context?: unknown): void {
    this.logger.fatal({ context }, String(message));
  }

  debug(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: unknown): void {
    this.logger.trace({ context }, String(message));
  }
}
