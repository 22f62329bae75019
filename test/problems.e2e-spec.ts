import { gzipSync } from 'node:zlib';
import { startApp, type TestApp } from './support/app';
import { seedRecord } from './support/database';

let service: TestApp;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  await seedRecord(service, 'Candidate', { id: 1 });
  await seedRecord(service, 'PayFrequency', { id: 1, name: 'Weekly' });
});
afterAll(() => service.close());

type Method = 'get' | 'put' | 'post' | 'delete' | 'patch' | 'options' | 'head';
const call = (method: Method, path: string) => service.http[method](path);
const isProblem = (status: number, instance: string) =>
  expect.objectContaining({ type: expect.any(String), title: expect.any(String), status, detail: expect.any(String), instance });

/** Paths for reading and for changing, with the methods they allow. */
const PATHS: [path: string, allowed: Method[]][] = [
  ['/api/Candidates/1', ['get', 'delete']],
  ['/api/Candidates/1/V2', ['put']],
  ['/api/Candidates/1/Activities', ['get']],
  ['/api/divisions/1/payroll-integration', ['get', 'put']],
  ['/api/Configuration/Placements/Pay-Frequencies', ['get', 'post']],
  ['/api/Configuration/Placements/Pay-Frequencies/1', ['get', 'put']],
  ['/api/Configuration/JobPosting', ['get', 'post']],
  ['/api/Configuration/Clients', ['get', 'post']],
  ['/api/Configuration/Clients/banner', ['delete']],
  ['/api/Me', ['get']],
];
const METHODS: Method[] = ['get', 'put', 'post', 'delete', 'patch'];
const allowHeader = (allowed: readonly Method[]): string[] =>
  [...allowed, ...(allowed.includes('get') ? ['head'] : []), 'options'].map((method) => method.toUpperCase()).sort();
const allowOf = (headers: Record<string, string>): string[] => (headers['allow'] ?? '').split(', ').sort();

describe.each(PATHS)('%s', (path, allowed) => {
  it.each(METHODS.filter((method) => !allowed.includes(method)))('does not allow %s', async (method) => {
    const { body, headers } = await call(method, path)
      .expect(405)
      .expect('Content-Type', /application\/problem\+json/);
    expect(body).toEqual(isProblem(405, path));
    expect(allowOf(headers as Record<string, string>)).toEqual(allowHeader(allowed));
  });

  it('lists its methods in Allow', async () => {
    const { headers } = await call('options', path).expect(204);
    expect(allowOf(headers as Record<string, string>)).toEqual(allowHeader(allowed));
  });

  it('returns JSON only', async () => {
    const [method = 'get'] = allowed;
    for (const accept of ['text/html', 'application/xml', 'application/json;q=0']) {
      expect((await call(method, path).set('Accept', accept).expect(406)).body).toEqual(isProblem(406, path));
    }
  });

  it('rejects unknown query parameters', async () => {
    const [method = 'get'] = allowed;
    const { body } = await call(method, `${path}?nonsense=1`).expect(400);
    expect(body).toMatchObject({ errors: [{ pointer: '/nonsense', in: 'query' }] });
  });
});

describe('No resource exists', () => {
  it.each([
    '/api/Candidates/1/V3',
    '/api/Candidates/1/Activities/1',
    '/api/divisions/1/payroll',
    '/api/Configuration',
    '/api/Configuration/Jobs',
    '/api//Me',
    '/',
  ])('at %s', async (path) => {
    for (const method of METHODS) expect((await call(method, path).expect(404)).body).toEqual(isProblem(404, path));
  });
});

const BODIES: [method: 'put' | 'post', path: string, body: string][] = [
  ['put', '/api/Candidates/1/V2', '{"jobTitle": "Foreman"}'],
  ['put', '/api/divisions/1/payroll-integration', '{"region": "AU"}'],
  ['put', '/api/Configuration/Placements/Pay-Frequencies/1', '{"name": "Weekly"}'],
  ['post', '/api/Configuration/JobPosting', '[{"type": "banner", "value": "x"}]'],
  ['post', '/api/Configuration/Clients', '[{"type": "banner", "value": "x"}]'],
];

describe.each(BODIES)('The body of %s %s', (method, path, body) => {
  const send = (type: string, bytes: string) => call(method, path).set('Content-Type', type).send(bytes);

  it.each(['application/json', 'Application/JSON; charset="UTF-8"'])(
    'can be %s',
    async (type) => void (await send(type, body).expect(200)),
  );

  it('can be compressed', async () => {
    const request = call(method, path).set('Content-Type', 'application/json').set('Content-Encoding', 'gzip');
    request.write(gzipSync(body));
    await request.expect(200);
  });

  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/merge-patch+json',
  ])('cannot be %s', async (type) => {
    expect((await send(type, body).expect(415)).body).toEqual(isProblem(415, path));
  });

  it('cannot have an unknown content encoding', async () => {
    expect((await send('application/json', body).set('Content-Encoding', 'zip').expect(415)).body).toEqual(isProblem(415, path));
  });

  it('cannot be larger than 4 MB', async () => {
    expect((await send('application/json', `${body}${' '.repeat(4 * 1024 * 1024)}`).expect(413)).body).toEqual(isProblem(413, path));
  });

  it.each(['{', '[', '{"a": }', 'nonsense', "{'a': 1}", '{"a": 1}}'])('cannot be the invalid JSON %s', async (text) => {
    expect((await send('application/json', text).expect(400)).body).toEqual(isProblem(400, path));
  });

  it('is required', async () => void (await call(method, path).expect(400)));
});
