import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { allowOrigins, guardEntrance } from './callers';
import type { Settings } from './config';
import { AcceptGuard } from './http/accept.guard';
import { AnswerInterceptor } from './http/answer.interceptor';
import { BodyPipe } from './http/body';
import { jsonBody } from './http/json-body';
import { createLogger, logRequests, NestLogger } from './http/logging';
import { methods } from './http/methods';
import { serveApi } from './http/openapi';
import { ProblemFilter } from './http/problem.filter';
import { QueryGuard, QueryPipe } from './http/query';
import { queryPairs } from './http/query-text';
import { literalsFirst, RouteTable, routesOf } from './http/routes';
import { answerUnreadable } from './http/unreadable';
import { IdempotencyInterceptor } from './idempotency';

/** Nest's own body parser is left out: it takes and answers what ours does not. Its log waits for ours, which a start that fails never has. */
export const APP_OPTIONS = { bodyParser: false, bufferLogs: true, autoFlushLogs: false, abortOnError: false } as const;

/** Files of the documentation, which have no route of their own. */
const FILES = /^\/api\/docs\//i;

/**
 * Makes an application, created with {@link APP_OPTIONS}, the service, and initialises it. The same for the server and
 * the tests. It reads downwards as a request passes.
 */
export async function setUp(app: NestExpressApplication, settings: Settings, logger: Logger = createLogger(settings)): Promise<void> {
  const express = app.getHttpAdapter().getInstance();
  app.useLogger(new NestLogger(logger));
  app.enableShutdownHooks();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', (query: string | null) => queryPairs(query ?? ''));

  answerUnreadable(app.getHttpServer());
  app.use(logRequests(logger));
  // behind a proxy or on a local port, http addresses must stay what they are
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  allowOrigins(app, settings);
  guardEntrance(app, settings);
  app.use(methods(() => new RouteTable(routesOf(express)), FILES));
  app.use(jsonBody);

  app.useGlobalGuards(new AcceptGuard(), new QueryGuard());
  app.useGlobalPipes(new QueryPipe(), new BodyPipe());
  app.useGlobalInterceptors(app.get(IdempotencyInterceptor, { strict: false }), new AnswerInterceptor());
  app.useGlobalFilters(new ProblemFilter(logger));
  serveApi(app);
  await app.init();
  literalsFirst(express);
}
