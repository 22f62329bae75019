import type { OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'supertest';
import { ADMIN_KEY, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { operationsOf, type Operation } from './support/operations';

/** What HTTP itself has, and what is said once of all responses. */
const OF_ANY =
  /^(content-(type|length|disposition|security-policy)|date|connection|keep-alive|transfer-encoding|vary|cache-control|x-request-id|x-recomputing|ratelimit.*)$/;
const OF_SECURITY =
  /^(cross-origin-.*|origin-agent-cluster|referrer-policy|strict-transport-security|x-(content|dns|download|frame|permitted|xss).*)$/;
/** Of paths and operations that are to go, said by `deprecated`. */
const OF_DEPRECATED = /^(deprecation|sunset|link)$/;

let service: TestApp;
let document: OpenAPIObject;
let operations: Operation[];
beforeAll(async () => {
  service = await startApp();
  document = (await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject;
  operations = operationsOf(document).filter(({ isEndless }) => !isEndless);
});
afterAll(() => service.close());

const documented = ({ described: { responses } }: Operation, status: number): string[] => {
  const response = responses[String(status)];
  return Object.keys(response && 'headers' in response ? (response.headers ?? {}) : {}).map((name) => name.toLowerCase());
};
async function send(operation: Operation, more: Readonly<Record<string, string>> = {}): Promise<Response> {
  const request = service.http[operation.method](operation.pathWith())
    .query(operation.query)
    .set({ ...operation.headers, ...more });
  const example = operation.body?.example;
  return example === undefined ? request : request.type(operation.bodyType).send(example as object);
}

describe('The document has the headers of responses:', () => {
  it('all that are sent, and the ETag where it is sent', async () => {
    const wrong: string[] = [];
    for (const operation of operations) {
      const { status, headers } = await send(operation);
      const known = documented(operation, status);
      const sent = Object.keys(headers).filter((name) => !OF_ANY.test(name) && !OF_SECURITY.test(name));
      const unknown = sent.filter((name) => !known.includes(name) && !(operation.described.deprecated && OF_DEPRECATED.test(name)));
      wrong.push(...unknown.map((name) => `${operation.name} ${status} sends ${name}`));
      if (known.includes('etag') && !('etag' in headers)) wrong.push(`${operation.name} ${status} has no ETag`);
    }
    expect(wrong).toEqual([]);
  });

  it('a 304 to If-None-Match wherever a read has an ETag, and nowhere else', async () => {
    const wrong: string[] = [];
    const reads = operations.filter(({ method }) => method === 'get');
    for (const read of reads) {
      const { etag } = (await send(read)).headers as { etag?: string };
      const { status, headers } = await send(read, { 'If-None-Match': etag ?? '"1-other"' });
      const described = read.statuses.includes(304) && read.parameters.some(({ name }) => name === 'If-None-Match');
      if ((status === 304) !== described || (status === 304 && headers['etag'] !== etag)) wrong.push(`${read.name} ${status}`);
    }
    expect(wrong).toEqual([]);
    expect(reads.filter(({ statuses }) => statuses.includes(304)).length).toBeGreaterThan(25);
  });

  it('those of any response, once in its introduction', async () => {
    const limited = await startApp({ RATE_LIMIT_PER_ADDRESS: '600' });
    try {
      const { headers } = await limited.http.get('/api/Me').expect(200);
      for (const name of ['x-request-id', 'ratelimit', 'ratelimit-policy']) expect(headers).toHaveProperty(name);
    } finally {
      await limited.close();
    }
    for (const name of ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'X-Recomputing', 'Deprecation', 'Sunset'])
      expect(document.info.description).toContain(`\`${name}\``);
  });

  it('Retry-After of a 429 and a 503, as it is sent', async () => {
    const limited = await startApp({ ...WITH_ADMIN, RATE_LIMIT_PER_KEY: '1' });
    try {
      const get = () => limited.http.get('/api/Me').set('Authorization', `Bearer ${ADMIN_KEY}`);
      await get().expect(200);
      expect((await get().expect(429)).headers['retry-after']).toMatch(/^\d+$/);
    } finally {
      await limited.close();
    }
    for (const name of ['TooManyRequests', 'Unavailable'])
      expect(document.components?.responses?.[name]).toMatchObject({ headers: { 'Retry-After': { schema: { type: 'integer' } } } });
  });

  it('X-Consistency-Token of whatever may have written something', () => {
    const has = (operation: Operation): boolean =>
      operation.statuses.some((status) => documented(operation, status).includes('x-consistency-token'));
    expect(operations.filter((each) => has(each) !== (each.method !== 'get')).map(({ name }) => name)).toEqual([]);
  });
});
