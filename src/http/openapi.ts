import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { description, version } from '../../package.json';
import { FAILS, READS } from './documentation';
import { addExamples, type Operation } from './openapi-examples';
import { isProblem, PROBLEM_RESPONSES, PROBLEM_SCHEMAS, problemReference } from './problem-responses';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The chapters of the documentation, in their order. */
const TAGS = [
  ['Jobs', 'Vacancies that clients want filled, and the saved searches for them.'],
  ['JobAdverts', 'Jobs on job boards.'],
  ['Contacts', 'The people at the clients, and the saved searches for them.'],
  ['Candidates', 'The people who are placed, and their activities.'],
  ['Clients', 'The companies that hire, and their sites.'],
  ['Opportunities', 'Business that may come.'],
  ['Applications', 'Candidates for jobs, from the first click to the placement or the rejection.'],
  ['Interviews', 'Meetings of candidates with clients.'],
  ['Offers', 'What clients offer candidates.'],
  ['Placements', 'Candidates at work.'],
  ['Timesheets', 'The hours of placements.'],
  ['Activities', 'Notes, tasks, calls, messages and meetings.'],
  ['Documents', 'Files about candidates, contacts, clients and jobs.'],
  ['Lists', 'Records that somebody put together.'],
  ['Users', 'The people of the firm, and the programs that act for it.'],
  ['Changes', 'Everything that was changed, once and in order.'],
  ['Automation', 'Rules that act on records: their parts, whom they would take, their runs and what these did.'],
  ['Configuration', 'What the firm sets for everyone: settings by name, pay frequencies.'],
  ['Deliveries', 'What has been sent and what could not be.'],
  ['Notifications', 'What automations tell their users.'],
  ['Divisions', 'The branches of the firm, and what connects each to its payroll system.'],
  ['The service', 'Who is calling, and whether the service works.'],
] as const;

/** The document that describes the service. */
export function describeApi(app: NestExpressApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Recruitment Management Service')
    .setDescription(`${description}.`)
    .setVersion(version)
    .addServer('/')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'An API key. Not needed where the service has none and answers this machine only.' },
      'bearer',
    )
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Api-Key' }, 'apiKey')
    .addSecurityRequirements('bearer')
    .addSecurityRequirements('apiKey');
  TAGS.forEach(([name, text]) => config.addTag(name, text));
  const document = SwaggerModule.createDocument(app, config.build(), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  return completed(document);
}

/** At /api/docs to try, at /api/openapi.json to read by programs. */
export function serveApi(app: NestExpressApplication): void {
  SwaggerModule.setup('api/docs', app, () => describeApi(app), {
    jsonDocumentUrl: 'api/openapi.json',
    raw: ['json'],
    customSiteTitle: 'Recruitment Management Service',
  });
}

/** Adds what no controller needs to say: examples of whole bodies, and the problems of every operation. */
function completed(document: OpenAPIObject): OpenAPIObject {
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

/** The header of every POST that changes something, and what tells a repeated answer from the first. */
function addIdempotency(operation: Operation & { [READS]?: boolean; [FAILS]?: readonly number[] }): void {
  if (!operation[READS]) {
    operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
    operation[FAILS] = [...(operation[FAILS] ?? []), 409];
    for (const [status, response] of Object.entries(operation.responses))
      if (status.startsWith('2') && response)
        Object.assign(response, { headers: { ...('headers' in response ? response.headers : {}), ...REPLAYED } });
  }
  delete operation[READS];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A new one for every new request, such as a UUID. Sent again with the same key, a request that succeeded is not done again: its answer is repeated, for a day at least.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7E]+$' },
} as const;
const REPLAYED = {
  'Idempotency-Replayed': {
    description: 'true: the answer was given before.',
    schema: { type: 'string', enum: ['true'], example: 'true' },
  },
} as const;

/** Health and the like: no key, no database. */
const isPublic = ({ security }: Operation): boolean => security?.some((requirement) => Object.keys(requirement).length === 0) ?? false;
