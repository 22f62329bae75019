import type { OpenAPIObject } from '@nestjs/swagger';
import { ADMIN_KEY, createKey, sendAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import type { Body } from './support/api-client';
import { waitUntilIdle } from './support/event-processing';
import { operationsOf, type Operation } from './support/operations';

/** There is nothing in the demonstration data for the examples of these, and no histories. */
const EMPTY = [
  'GET /api/Jobs/Searches/{id}/Results',
  'GET /api/Automation/{id}/Runs',
  'GET /api/Automation/{id}/Versions/{version}/Difference',
  'GET /api/Me/Notifications',
];

const pick = (item: Body, names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));

describe('The parameter fields', () => {
  let service: TestApp;
  let operations: readonly Operation[];
  beforeAll(async () => {
    service = await startApp({ ...WITH_ADMIN, DEMO_DATA: 'true', CLOCK_START: '2026-11-20T02:00:00Z' });
    await createKey(service, { name: 'Kiosk' });
    for (const tagged of ['Candidates', 'Contacts', 'Jobs'])
      await sendAs(service, ADMIN_KEY, 'post', `/api/${tagged}/1/Tags`, { tag: 'Leadership' }).expect(201);
    await waitUntilIdle(service);
    operations = operationsOf((await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject);
  });
  afterAll(() => service.close());

  /** Previews are answered as of now, so that no two are the same. */
  const isCompared = ({ method, path }: Operation): boolean => method === 'get' || /\/(Query|Search|Filters)$/.test(path);
  const hasFields = ({ parameters }: Operation): boolean => parameters.some(({ name }) => name === 'fields');
  /** Changes are chosen by it. */
  const picks = (operation: Operation): boolean => hasFields(operation) && !operation.path.startsWith('/api/Changes');

  async function sent(operation: Operation, fields?: string) {
    const required = operation.parameters.filter(({ in: place, required }) => place === 'query' && required);
    const query = new URLSearchParams(Object.fromEntries(required.map(({ name, example }) => [name, String(example)])));
    if (fields !== undefined) query.set('fields', fields);
    const path = `${operation.pathWith()}?${query.toString()}`;
    const { status, body } = await sendAs(service, ADMIN_KEY, operation.method as 'get' | 'post', path, operation.body?.example as object);
    return { status, body: body as Body };
  }

  it('is there for every GET, search and query of the API that answers JSON, except for files', () => {
    const without = operations.filter(
      (operation) =>
        isCompared(operation) &&
        operation.path.startsWith('/api/') &&
        operation.responseType(200) === 'application/json' &&
        !hasFields(operation),
    );
    expect(without.map(({ name }) => name)).toEqual(['GET /api/PayRuns/{id}/Export', 'GET /api/ChargeRuns/{id}/Export']);
  });

  it('picks members of what every operation answers', async () => {
    const empty: string[] = [];
    for (const operation of operations.filter(picks).filter(isCompared)) {
      const { status, body: whole } = await sent(operation);
      expect([operation.name, status]).toEqual([operation.name, 200]);
      const items = Array.isArray(whole) ? (whole as readonly Body[]) : [whole];
      // of personal data: when they are answered
      const names = [...new Set(items.flatMap(Object.keys))].filter((name) => name !== 'collectedDate');
      if (names.length === 0) empty.push(operation.name);
      for (const some of names.length === 0 ? [] : [names.slice(-1), names]) {
        const few = items.map((each) => pick(each, some));
        const body = Array.isArray(whole) ? few : few[0];
        expect([operation.name, await sent(operation, some.join())]).toEqual([operation.name, { status: 200, body }]);
      }
    }
    expect(empty.filter((name) => !name.endsWith('/History'))).toEqual(EMPTY);
  });

  it('refuses what no operation answers', async () => {
    for (const operation of operations.filter(picks)) {
      const { status, body } = await sent(operation, 'colourOfNothing');
      expect([operation.name, status, body['errors']]).toEqual([
        operation.name,
        400,
        [
          {
            pointer: '/fields',
            in: 'query',
            detail: expect.stringContaining('has "colourOfNothing", which is not a field of the response') as string,
          },
        ],
      ]);
    }
  });

  it('picks members of every line, too, however many pages are read for them', async () => {
    const lists = await sendAs(service, ADMIN_KEY, 'post', '/api/Lists', { name: 'All', type: 'Contact' }).expect(201);
    const path = `/api/Lists/${String((lists.body as Body)['id'])}/Records`;
    const contacts = await sendAs(service, ADMIN_KEY, 'get', '/api/Contacts?limit=230').expect(200);
    const ids = (contacts.body as { id: number }[]).map(({ id }) => id);
    await sendAs(service, ADMIN_KEY, 'post', path, { ids }).expect(200);
    const { text } = await sendAs(service, ADMIN_KEY, 'get', `${path}?fields=ID`).set('Accept', 'application/x-ndjson').expect(200);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Body);
    expect(ids).toHaveLength(230);
    expect(lines).toEqual([...ids.map((id) => ({ id })), { end: { complete: true, records: ids.length } }]);
  });

  it('gives a part of the catalogue an ETag of its own', async () => {
    const get = (fields: string, known = '""') =>
      sendAs(service, ADMIN_KEY, 'get', `/api/Automation/Catalogue?fields=${fields}`).set('If-None-Match', known);
    const { headers, body } = await get('operators').expect(200);
    expect(Object.keys(body as Body)).toEqual(['operators']);
    await get('Operators', headers['etag']).expect(304);
    await get('operators,events', headers['etag']).expect(200);
  });

  it('is not there for what writes', () => {
    const writing = operations.filter(({ method }) => ['put', 'patch', 'delete'].includes(method));
    expect(writing.filter(hasFields)).toEqual([]);
  });
});
