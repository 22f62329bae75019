import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { description, version } from '../../package.json';
import { FAILS } from './documentation';
import { PROBLEM_RESPONSES, PROBLEM_SCHEMAS, problemReference } from './problem-responses';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

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
    .addSecurityRequirements('apiKey')
    .build();
  const document = SwaggerModule.createDocument(app, config, {
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

/** Adds what no controller needs to say: the problems of every operation. */
function completed(document: OpenAPIObject): OpenAPIObject {
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...PROBLEM_SCHEMAS },
    responses: { ...document.components?.responses, ...PROBLEM_RESPONSES },
  };
  for (const item of Object.values(document.paths)) {
    for (const method of METHODS) if (item[method]) addProblems(item[method]);
  }
  return document;
}

function addProblems(operation: Operation & { [FAILS]?: readonly number[] }): void {
  const statuses = new Set([400, 406, 500, ...(operation[FAILS] ?? []), ...(isPublic(operation) ? [] : [401, 403, 503])]);
  if (operation.requestBody) [413, 415].forEach((status) => statuses.add(status));
  if (operation.parameters?.some((each) => 'in' in each && each.in === 'path')) statuses.add(404);
  const problems = [...statuses].sort().map((status) => [String(status), problemReference(status)] as const);
  operation.responses = { ...operation.responses, ...Object.fromEntries(problems) };
  delete operation[FAILS];
}

/** Health and the like: no key, no database. */
const isPublic = ({ security }: Operation): boolean => security?.some((requirement) => Object.keys(requirement).length === 0) ?? false;
