import type { DynamicModule, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { allowOrigins, authenticating, callerOf, FieldGuard, isOpen, ScopeGuard } from './core/callers';
import type { Settings } from './core/config';
import { OptionalReplica } from './core/database';
import { sendTokens } from './core/database/send-tokens';
import { AcceptGuard } from './core/http/accept.guard';
import { checkAreas } from './core/http/area';
import { BodyPipe } from './core/http/body';
import { BodyGuard } from './core/http/body.guard';
import { HttpAdapter } from './core/http/http-adapter';
import { negotiateEncoding } from './core/http/compression';
import { conditionalRequests } from './core/http/conditional';
import { inOrder } from './core/http/in-order';
import { jsonBody } from './core/http/json-body';
import { createLogger, logRequests, NestLogger } from './core/http/logging';
import { allowedMethods } from './core/http/allowed-methods';
import { serveApi } from './core/http/openapi';
import { ProblemFilter } from './core/http/problem.filter';
import { QueryGuard, QueryPipe } from './core/http/query';
import { queryPairs } from './core/http/query-text';
import { renamedPaths } from './core/http/renamed-paths';
import { dispatchBy, RouteTable } from './core/http/routes';
import { Shutdown } from './core/http/shutdown';
import { securityHeaders } from './core/http/security-headers';
import { workerPaths } from './core/http/worker-paths';
import { traceRequests } from './core/http/trace-requests';
import { Load } from './core/http/load';
import { FailedAuthentications, RateLimits } from './core/limits';
import { rejectMalformedRequests, requireHost } from './core/http/malformed-requests';
import { Metrics, measureRequests } from './core/metrics';
import { markWhileRecomputing, Recomputation } from './core/records';
import { IS_ALONE } from './core/sql/dialect';

/**
 * Nest's body parser is off because ours is stricter. Nest's log is buffered until ours is ready, which never happens
 * when the start fails.
 */
export const APP_OPTIONS = { bodyParser: false, bufferLogs: true, autoFlushLogs: false, abortOnError: false } as const;

/** An application, not yet set up. @param options add to {@link APP_OPTIONS} */
export const createApp = (module: DynamicModule, options: NestApplicationOptions = {}): Promise<NestExpressApplication> =>
  NestFactory.create<NestExpressApplication>(module, new HttpAdapter(), { ...APP_OPTIONS, ...options });

/** Requests that work at a time. Those of the embedded database mostly occupy the process: one is sent, one searches, one begins. */
const WORKING = { embedded: 3, server: 32 } as const;

export interface SetUpOptions {
  readonly logger?: Logger;
  /** The file of the OpenAPI document, if it has been written. */
  readonly openapi?: string;
}

/**
 * Sets up and initialises a created application, for the server and for tests. The order is
 * the order in which a request passes.
 * @returns whether it is in open mode
 */
export async function setUp(
  app: NestExpressApplication,
  settings: Settings,
  { logger = createLogger(settings), openapi }: SetUpOptions = {},
): Promise<boolean> {
  const express = app.getHttpAdapter().getInstance();
  app.useLogger(new NestLogger(logger));
  // otherwise everything that background work logs would wait in the buffer for ever
  app.flushLogs();
  app.enableShutdownHooks();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', settings.trustedProxies ?? false);
  app.set('query parser', (query: string | null) => queryPairs(query ?? ''));

  rejectMalformedRequests(app.getHttpServer());
  app.get(Shutdown, { strict: false }).watch();
  app.use(
    inOrder(
      traceRequests,
      logRequests(logger, callerOf),
      measureRequests(app.get(Metrics, { strict: false })),
      securityHeaders(),
      requireHost,
      conditionalRequests,
      sendTokens(app.get(OptionalReplica, { strict: false })),
      ...(settings.compression ? [negotiateEncoding] : []),
      markWhileRecomputing(app.get(Recomputation, { strict: false })),
      ...(settings.roles.includes('web') ? [] : [workerPaths]),
      renamedPaths,
    ),
  );
  checkAreas(app);
  const open = await isOpen(app, settings);
  allowOrigins(app, settings, open);
  const limits = app.get(RateLimits, { strict: false });
  const load = new Load(settings.maxRequests, IS_ALONE ? WORKING.embedded : WORKING.server, IS_ALONE);
  const routes = new RouteTable();
  app.use(
    inOrder(
      limits.byAddress,
      load.refuse,
      app.get(FailedAuthentications, { strict: false }).slowDown,
      await authenticating(app, settings, open),
      limits.byKey,
      allowedMethods(routes),
      jsonBody,
      load.takeTurns,
    ),
  );

  app.useGlobalGuards(new ScopeGuard(), new AcceptGuard(), new QueryGuard(), new BodyGuard(), new FieldGuard());
  app.useGlobalPipes(new QueryPipe(), new BodyPipe());
  app.useGlobalFilters(new ProblemFilter(logger));
  serveApi(app, openapi);
  await app.init();
  dispatchBy(routes, express);
  return open;
}
