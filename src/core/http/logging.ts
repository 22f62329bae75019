import type { LoggerService } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../config';
import { traceOf } from '../tracing';
import { readableLines } from './readable-lines';
import { requestIDOf } from './request-id';

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
  /** The name of the API key, or of the user of an access token. */
  readonly name: string;
  readonly authentication?: string;
}

/**
 * Logs one line per request, with the id that the response carries and that of its trace. Health checks are too frequent to log.
 * @param callerOf undefined for requests that are not authenticated
 */
export function logRequests(logger: Logger, callerOf: (request: Request) => LoggedCaller | undefined): RequestHandler {
  return (request, response, next) => {
    const begin = Date.now();
    const reqId = requestIDOf(request);
    // later, the connection may be gone
    const address = request.ip;
    response.setHeader('X-Request-Id', reqId);
    if (!request.url.startsWith('/health'))
      response.once('close', () => {
        logRequest(logger, request, response, {
          reqId,
          traceId: traceOf(request)?.traceId,
          address,
          ...callerFields(callerOf(request)),
          responseTime: Date.now() - begin,
        });
      });
    next();
  };
}

const callerFields = (caller: LoggedCaller | undefined): object | undefined =>
  caller && { userID: caller.userID, [caller.authentication === 'accessToken' ? 'user' : 'key']: caller.name };

/** Failed authentications are warnings, so that attempts to guess a key are noticed. */
function logRequest(logger: Logger, { method, originalUrl }: Request, { statusCode }: Response, details: object): void {
  const line = { req: { method, path: originalUrl.split('?')[0] }, res: { status: statusCode }, ...details };
  if (statusCode >= 500) logger.error(line, 'request');
  else if (statusCode === 401) logger.warn(line, 'request');
  else logger.info(line, 'request');
}

/** A problem says nothing of its reason, which is in its cause. */
const withCause = (message: unknown): string =>
  message instanceof Error && message.cause instanceof Error ? `${String(message)} (${String(message.cause)})` : String(message);

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
    this.logger.error({ context, stack }, withCause(message));
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
