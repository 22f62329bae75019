import { randomUUID } from 'node:crypto';
import type { LoggerService } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { pino, type DestinationStream, type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
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
  return pinoHttp({
    logger,
    genReqId: (request, response) => {
      const id = requestId(request.headers['x-request-id']);
      response.setHeader('X-Request-Id', id);
      return id;
    },
    autoLogging: { ignore: (request) => request.url?.startsWith('/health') ?? false },
    quietReqLogger: true,
    wrapSerializers: false,
    serializers: {
      req: ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?')[0] }),
      res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
    },
    customLogLevel: (_, response) => (response.statusCode >= 500 ? 'error' : 'info'),
    customErrorObject: (_request, _response, _error, value: { err?: unknown }) => ({ ...value, err: undefined }),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
  });
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
