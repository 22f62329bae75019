import { existsSync, readFileSync } from 'node:fs';
import { ModulesContainer } from '@nestjs/core';
import type { ExpressAdapter, NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { version } from '../../../package.json';
import { SCOPES } from './area';
import { numberCoreEndpoints } from './core-endpoints';
import type { Express } from 'express';
import { SUNSET } from './deprecated';
import { serveDocs } from './docs-page';
import { CREATES_ONCE, FAILS, SAFE, tagDescribedBy, TOKEN_HEADER, type TagDescription } from './documentation';
import { addExamples, operationsOf, type Operation } from './openapi-examples';
import { Constant } from './response';
import { AS_LINES } from './lines';
import { LINES } from './lines-wanted';
import { INTRODUCTION } from './openapi-introduction';
import { nameSchemas, orderFields } from './openapi-schemas';
import { isProblem, PROBLEM_RESPONSES, PROBLEM_SCHEMAS, problemReference } from './problem-responses';

/** What clients use most comes first in the documentation. Tags that are not named follow in the order of their modules. */
const TAG_ORDER = [
  'Jobs',
  'JobAdverts',
  'Contacts',
  'Candidates',
  'Clients',
  'Opportunities',
  'Applications',
  'Interviews',
  'Offers',
  'Placements',
  'Timesheets',
  'Activities',
  'Documents',
  'Lists',
  'Users',
  'Roles',
  'ApiKeys',
  'Changes',
  'Webhooks',
  'Automation',
  'Configuration',
  'Deliveries',
  'Notifications',
  'Divisions',
  'The service',
];

/** The document that describes the service. */
export function describeApi(app: NestExpressApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Recruitment Management Service')
    .setDescription(INTRODUCTION)
    .setVersion(version)
    .addServer('/')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'API key or access token',
        description:
          'An API key, or an access token of the identity provider. Not needed in open mode: while the service has neither, and accepts local requests only.',
      },
      'bearer',
    )
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Api-Key' }, 'apiKey')
    .addSecurityRequirements('bearer')
    .addSecurityRequirements('apiKey');
  for (const { name, description } of tagsOf(app)) config.addTag(name, description);
  const document = SwaggerModule.createDocument(app, config.build(), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  return complete(document);
}

/** The tags that controllers describe. */
function tagsOf(app: NestExpressApplication): readonly TagDescription[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  const tags = controllers.flatMap(({ metatype }) => (metatype ? tagDescribedBy(metatype) : []));
  const place = ({ name }: TagDescription): number => (TAG_ORDER.includes(name) ? TAG_ORDER.indexOf(name) : TAG_ORDER.length);
  return tags.sort((one, other) => place(one) - place(other));
}

/**
 * Serves the documentation at /api/docs and the document at /api/openapi.json.
 * @param file the document as it has been written; without it, it is put together at the first request, which takes a second
 */
export function serveApi(app: NestExpressApplication, file?: string): void {
  const http = app.getHttpAdapter() as ExpressAdapter;
  let described: OpenAPIObject | undefined;
  let constant: Constant | undefined;
  const describe = (): OpenAPIObject =>
    (described ??= file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as OpenAPIObject) : describeApi(app));
  const express: Express = http.getInstance();
  serveDocs(express, describe);
  express.get('/api/openapi.json', (_, response) => void http.reply(response, (constant ??= new Constant(describe())), 200));
}

/** Adds what controllers need not declare: examples of bodies, problems and idempotency. */
function complete(document: OpenAPIObject): OpenAPIObject {
  const schemas = { ...document.components?.schemas, ...PROBLEM_SCHEMAS };
  orderFields(schemas);
  const operations = operationsOf(document);
  for (const { post, put, patch, delete: remove } of Object.values(document.paths)) {
    for (const operation of [post, put, patch, remove]) if (operation) addHeaders(operation, CONSISTENCY);
    if (post) addIdempotency(post);
  }
  for (const { get } of Object.values(document.paths)) if (get) addNotModified(get);
  for (const operation of operations) {
    addProblems(operation);
    addScopes(operation);
    if (SUNSET in operation) operation.deprecated = true;
    addLines(operation);
    describeCallbacks(operation);
    addExamples(operation, schemas);
  }
  numberCoreEndpoints(operations);
  document.components = { ...document.components, schemas, responses: { ...document.components?.responses, ...problemsUsed(operations) } };
  return nameSchemas(document);
}

function problemsUsed(operations: readonly Operation[]): typeof PROBLEM_RESPONSES {
  const statuses = operations.flatMap(({ responses }) => Object.keys(responses).map(Number));
  const used = new Set(statuses.filter(isProblem).map((status) => problemReference(status).$ref.split('/').at(-1)));
  return Object.fromEntries(Object.entries(PROBLEM_RESPONSES).filter(([name]) => used.has(name)));
}

function addProblems(operation: Operation & { [FAILS]?: readonly number[] }): void {
  const statuses = new Set([400, 406, 500, ...(operation[FAILS] ?? []), ...(isPublic(operation) ? [] : [401, 403, 429, 503])]);
  if (operation.requestBody) [413, 415].forEach((status) => statuses.add(status));
  if (operation.parameters?.some((each) => 'in' in each && each.in === 'path')) statuses.add(404);
  const problems = [...statuses].sort().map((status) => [String(status), problemReference(status)] as const);
  operation.responses = { ...operation.responses, ...Object.fromEntries(problems) };
  delete operation[FAILS];
}

/** The media type of lists that can be had as a whole: a record on each line. */
function addLines(operation: Operation & { [AS_LINES]?: boolean }): void {
  const response = operation.responses['200'];
  const schema = response && 'content' in response ? response.content?.['application/json']?.schema : undefined;
  if (operation[AS_LINES] && response && 'content' in response && schema && 'items' in schema && schema.items) {
    response.content = { ...response.content, [LINES]: { schema: schema.items } };
    operation.description = [operation.description, LINES_DESCRIPTION].filter(Boolean).join(' ');
  }
  delete operation[AS_LINES];
}

const LINES_DESCRIPTION =
  `With Accept: ${LINES}, the response has all records, one on each line, and ends with the line {"end":{"complete":true,"records":250}}. ` +
  'If a page cannot be read, complete is false, with the problem and the cursor where to continue; without an end, the response was cut off.';

/** What the service sends to an address that it is given; the decorator of Nest has no place for words. */
function describeCallbacks({ summary, operationId, callbacks = {} }: Operation): void {
  for (const [event, callback] of Object.entries(callbacks))
    for (const item of '$ref' in callback ? [] : Object.values(callback))
      Object.assign(item.post ?? {}, {
        operationId: `${operationId}_${event}`,
        summary: `The service sends a ${event}`,
        description: `To the address that was given to "${summary}".`,
      });
}

/** OpenAPI 3.0 has no place for the scopes of keys. */
function addScopes(operation: Operation & { [SCOPES]?: readonly string[] }): void {
  const scopes = operation[SCOPES] ?? [];
  const needed = scopes.length === 0 ? [] : [`Requires the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.join(' and ')}.`];
  const description = [operation.description, ...needed].filter(Boolean).join(' ');
  if (description) operation.description = description;
  delete operation[SCOPES];
}

/** The idempotency headers of every POST that changes something. */
function addIdempotency(operation: Operation & { [SAFE]?: boolean; [CREATES_ONCE]?: boolean; [FAILS]?: readonly number[] }): void {
  if (!operation[SAFE]) {
    const key = operation[CREATES_ONCE] ? { ...IDEMPOTENCY_KEY, example: `${operation.operationId}-example` } : IDEMPOTENCY_KEY;
    operation.parameters = [...(operation.parameters ?? []), key];
    operation[FAILS] = [...(operation[FAILS] ?? []), 409];
    addHeaders(operation, REPLAYED);
  }
  delete operation[SAFE];
  delete operation[CREATES_ONCE];
}

/** Adds headers to the successful responses of an operation. */
function addHeaders({ responses }: Operation, headers: object): void {
  for (const [status, response] of Object.entries(responses))
    if (status.startsWith('2') && response)
      Object.assign(response, { headers: { ...('headers' in response ? response.headers : {}), ...headers } });
}

/** What has an ETag is sent only if it has changed. */
function addNotModified(operation: Operation): void {
  const response = operation.responses['200'];
  if (!response || !('headers' in response) || !response.headers || !('ETag' in response.headers)) return;
  operation.parameters = [...(operation.parameters ?? []), IF_NONE_MATCH];
  operation.responses['304'] = { description: 'It has not changed since.', headers: { ETag: response.headers['ETag'] } };
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of what was read before: the response is a 304 without a body if it is still the same.',
  schema: { type: 'string', maxLength: 1000 },
} as const;

const CONSISTENCY = {
  [TOKEN_HEADER]: {
    description: 'Sent where a replica of the database answers reads. A later request with it gets a response that includes this change.',
    schema: { type: 'string', maxLength: 200, example: '5f0c2b7d9a3e4816-12-1763950000000' },
  },
} as const;

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique value for every new request, such as a UUID. If a successful request is sent again with the same key within a day, it is not executed again: the stored response is returned.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7E]+$' },
} as const;
const REPLAYED = {
  'Idempotency-Replayed': {
    description: 'true: this is the stored response of an earlier request.',
    schema: { type: 'string', enum: ['true'], example: 'true' },
  },
} as const;

/** Needs no API key, like health checks. */
const isPublic = ({ security }: Operation): boolean => security?.some((requirement) => Object.keys(requirement).length === 0) ?? false;
