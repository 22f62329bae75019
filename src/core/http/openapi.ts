import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { description, version } from '../../../package.json';
import { FAILS, SAFE } from './documentation';
import { addExamples, type Operation } from './openapi-examples';
import { isProblem, PROBLEM_RESPONSES, PROBLEM_SCHEMAS, problemReference } from './problem-responses';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The tags of the documentation, in order. */
const TAGS = [
  ['Jobs', 'Vacancies of clients, and saved searches for them.'],
  ['JobAdverts', 'Jobs advertised on job boards.'],
  ['Contacts', 'People who work for clients, and saved searches for them.'],
  ['Candidates', 'People looking for work, and their activities.'],
  ['Clients', 'Companies that hire, and their sites.'],
  ['Opportunities', 'Potential business with clients.'],
  ['Applications', 'Applications of candidates for jobs, from the first contact to placement or rejection.'],
  ['Interviews', 'Interviews of candidates with clients.'],
  ['Offers', 'Offers of clients to candidates.'],
  ['Placements', 'Candidates working for clients.'],
  ['Timesheets', 'Hours worked on placements.'],
  ['Activities', 'Notes, tasks, calls, messages and meetings.'],
  ['Documents', 'Files about candidates, contacts, clients and jobs.'],
  ['Lists', 'Lists of records put together by users.'],
  ['Users', 'Employees of the firm, and programs acting on its behalf.'],
  ['Changes', 'The change feed: every change, once and in order.'],
  ['Automation', 'Rules that act on records: building blocks, previews, runs and their results.'],
  ['Configuration', 'Settings of the firm and pay frequencies.'],
  ['Deliveries', 'E-mails, text messages and webhooks: sent, queued and failed.'],
  ['Notifications', 'Notifications of automations to users.'],
  ['Divisions', 'Branches of the firm, and their connections to payroll systems.'],
  ['The service', 'The current caller, and health checks.'],
] as const;

/** The document that describes the service. */
export function describeApi(app: NestExpressApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Recruitment Management Service')
    .setDescription(`${description}.`)
    .setVersion(version)
    .addServer('/')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        description: 'An API key. Not needed if the service has none configured and accepts local requests only.',
      },
      'bearer',
    )
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Api-Key' }, 'apiKey')
    .addSecurityRequirements('bearer')
    .addSecurityRequirements('apiKey');
  TAGS.forEach(([name, text]) => config.addTag(name, text));
  const document = SwaggerModule.createDocument(app, config.build(), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  return complete(document);
}

/** Serves the documentation at /api/docs and the document at /api/openapi.json. */
export function serveApi(app: NestExpressApplication): void {
  SwaggerModule.setup('api/docs', app, () => describeApi(app), {
    jsonDocumentUrl: 'api/openapi.json',
    raw: ['json'],
    customSiteTitle: 'Recruitment Management Service',
  });
}

/** Adds what controllers need not declare: examples of bodies, problems and idempotency. */
function complete(document: OpenAPIObject): OpenAPIObject {
  const schemas = { ...document.components?.schemas, ...PROBLEM_SCHEMAS };
  const operations = Object.values(document.paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));
  for (const { post } of Object.values(document.paths)) if (post) addIdempotency(post);
  for (const operation of operations) {
    addProblems(operation);
    addExamples(operation, schemas);
  }
  document.components = { ...document.components, schemas, responses: { ...document.components?.responses, ...problemsUsed(operations) } };
  return document;
}

function problemsUsed(operations: readonly Operation[]): typeof PROBLEM_RESPONSES {
  const statuses = operations.flatMap(({ responses }) => Object.keys(responses).map(Number));
  const used = new Set(statuses.filter(isProblem).map((status) => problemReference(status).$ref.split('/').at(-1)));
  return Object.fromEntries(Object.entries(PROBLEM_RESPONSES).filter(([name]) => used.has(name)));
}

function addProblems(operation: Operation & { [FAILS]?: readonly number[] }): void {
  const statuses = new Set([400, 406, 500, ...(operation[FAILS] ?? []), ...(isPublic(operation) ? [] : [401, 403, 503])]);
  if (operation.requestBody) [413, 415].forEach((status) => statuses.add(status));
  if (operation.parameters?.some((each) => 'in' in each && each.in === 'path')) statuses.add(404);
  const problems = [...statuses].sort().map((status) => [String(status), problemReference(status)] as const);
  operation.responses = { ...operation.responses, ...Object.fromEntries(problems) };
  delete operation[FAILS];
}

/** The idempotency headers of every POST that changes something. */
function addIdempotency(operation: Operation & { [SAFE]?: boolean; [FAILS]?: readonly number[] }): void {
  if (!operation[SAFE]) {
    operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
    operation[FAILS] = [...(operation[FAILS] ?? []), 409];
    for (const [status, response] of Object.entries(operation.responses))
      if (status.startsWith('2') && response)
        Object.assign(response, { headers: { ...('headers' in response ? response.headers : {}), ...REPLAYED } });
  }
  delete operation[SAFE];
}

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
