import type { DynamicModule, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { allowOrigins, authenticate, callerOf, isOpen, ScopeGuard } from './core/callers';
import type { Settings } from './core/config';
import { AcceptGuard } from './core/http/accept.guard';
import { checkAreas } from './core/http/area';
import { BodyPipe } from './core/http/body';
import { HttpAdapter } from './core/http/http-adapter';
import { jsonBody } from './core/http/json-body';
import { createLogger, logRequests, NestLogger } from './core/http/logging';
import { allowedMethods } from './core/http/allowed-methods';
import { serveApi } from './core/http/openapi';
import { ProblemFilter } from './core/http/problem.filter';
import { QueryGuard, QueryPipe } from './core/http/query';
import { queryPairs } from './core/http/query-text';
import { dispatchBy, RouteTable } from './core/http/routes';
import { securityHeaders } from './core/http/security-headers';
import { rejectMalformedRequests } from './core/http/malformed-requests';
import { IdempotencyInterceptor } from './core/idempotency';

/**
 * Nest's body parser is off because ours is stricter. Nest's log is buffered until ours is ready, which never happens
 * when the start fails.
 */
export const APP_OPTIONS = { bodyParser: false, bufferLogs: true, autoFlushLogs: false, abortOnError: false } as const;

/** An application, not yet set up. @param options add to {@link APP_OPTIONS} */
export const createApp = (module: DynamicModule, options: NestApplicationOptions = {}): Promise<NestExpressApplication> =>
  NestFactory.create<NestExpressApplication>(module, new HttpAdapter(), { ...APP_OPTIONS, ...options });

/** Static files of the documentation, which have no routes. */
const FILES = /^\/api\/docs\//i;

/**
 * Sets up and initialises a created application, for the server and for tests. The order is
 * the order in which a request passes.
 * @returns whether it is in open mode
 */
export async function setUp(app: NestExpressApplication, settings: Settings, logger: Logger = createLogger(settings)): Promise<boolean> {
  const express = app.getHttpAdapter().getInstance();
  app.useLogger(new NestLogger(logger));
  app.enableShutdownHooks();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', settings.trustedProxies ?? false);
  app.set('query parser', (query: string | null) => queryPairs(query ?? ''));

  rejectMalformedRequests(app.getHttpServer());
  app.use(logRequests(logger, callerOf));
  app.use(securityHeaders());
  checkAreas(app);
  const open = await isOpen(app, settings);
  allowOrigins(app, settings, open);
  authenticate(app, settings, open);
  const routes = new RouteTable();
  app.use(allowedMethods(routes, FILES));
  app.use(jsonBody);

  app.useGlobalGuards(new ScopeGuard(), new AcceptGuard(), new QueryGuard());
  app.useGlobalPipes(new QueryPipe(), new BodyPipe());
  app.useGlobalInterceptors(app.get(IdempotencyInterceptor, { strict: false }));
  app.useGlobalFilters(new ProblemFilter(logger));
  serveApi(app);
  await app.init();
  dispatchBy(routes, express);
  return open;
}
