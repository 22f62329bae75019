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

/** Who makes a request, for the log. */
export interface LoggedCaller {
  readonly userID: number;
  /** The name of the API key. */
  readonly name: string;
}

/**
 * Logs one line per request, with the id that the response carries. Health checks are too frequent to log.
 * @param callerOf undefined for requests that are not authenticated
 */
export function logRequests(logger: Logger, callerOf: (request: Request) => LoggedCaller | undefined): RequestHandler {
  return (request, response, next) => {
    const begin = Date.now();
    const reqId = requestId(request.headers['x-request-id']);
    // later, the connection may be gone
    const address = request.ip;
    response.setHeader('X-Request-Id', reqId);
    if (!request.url.startsWith('/health'))
      response.once('close', () => {
        const { userID, name } = callerOf(request) ?? {};
        logRequest(logger, request, response, { reqId, address, userID, key: name, responseTime: Date.now() - begin });
      });
    next();
  };
}

/** Failed authentications are warnings, so that attempts to guess a key are noticed. */
function logRequest(logger: Logger, { method, originalUrl }: Request, { statusCode }: Response, details: object): void {
  const line = { req: { method, path: originalUrl.split('?')[0] }, res: { status: statusCode }, ...details };
  if (statusCode >= 500) logger.error(line, 'request');
  else if (statusCode === 401) logger.warn(line, 'request');
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
