import { createKey, createUser, requestAs, ADMIN_KEY, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { apiClient, type Body } from './support/api-client';
import { operationsOf } from './support/operations';
import { fetchAllPages } from './support/paging';
import type { OpenAPIObject } from '@nestjs/swagger';

const LINES = 'application/x-ndjson';

let service: TestApp;
beforeAll(async () => {
  service = await startApp({ CLOCK_START: '2026-11-20T02:00:00Z' });
});
afterAll(() => service.close());

const { createRecord } = apiClient(() => service);

/** The records of a response, and its end. */
function split(text: string): { records: Body[]; end: unknown } {
  expect(text.endsWith('\n')).toBe(true);
  const lines = text.trimEnd().split('\n');
  const all = lines.map((line) => JSON.parse(line) as Body);
  return { records: all.slice(0, -1), end: all.at(-1)!['end'] };
}

const ask = (path: string, body?: object) =>
  (body ? service.http.post(`/api/${path}`).send(body) : service.http.get(`/api/${path}`)).set('Accept', LINES).buffer(true);

/** Lists of what is no record that are had page by page only. */
const SHORT = [
  'GET /api/ApiKeys',
  'GET /api/Candidates/Duplicates',
  'GET /api/Contacts/Duplicates',
  'GET /api/Clients/Duplicates',
  'GET /api/Placements/Compliance',
  'GET /api/Automation/{id}/Versions',
  'GET /api/Me/Notifications',
];

describe('Lines', () => {
  it.each<[string, object | undefined]>([
    ['Activities', undefined],
    ['Jobs', undefined],
    ['Jobs?orderBy=-title&fields=id,title', undefined],
    ['Clients?updatedSince=2026-01-01', undefined],
    ['Automation?statusID=1', undefined],
    ['Jobs/Search', {}],
    ['Contacts/Query?timeZone=UTC', { filters: { combinator: 'and', rules: [{ field: 'id', operator: '<', value: 230 }] } }],
    ['Candidates/1/Activities', undefined],
    ['Candidates/1/Activities?orderBy=id', undefined],
    ['Audit', undefined],
    ['Audit?orderBy=sequence&fields=sequence,type', undefined],
    ['Automation/1/History', undefined],
    ['Automation/10/Runs', undefined],
    ['AutomationRuns/1/Records', undefined],
    ['Deliveries', undefined],
    ['Webhooks/1/Deliveries', undefined],
  ])('of %s are all its records, in their order, and an end', async (path, body) => {
    const separator = path.includes('?') ? '&' : '?';
    const expected = await fetchAllPages(service, { path: `/api/${path}${separator}limit=1000`, body });
    const response = await ask(path, body).expect(200).expect('Content-Type', `${LINES}; charset=utf-8`);
    const { records, end } = split(response.text);
    expect(records).toEqual(expected);
    expect(end).toEqual({ complete: true, records: expected.length });
    expect(response.headers['link']).toBeUndefined();
  });

  it('of saved searches and lists are all their records', async () => {
    const { id: jobs } = await createRecord('Jobs/Searches', { name: 'All' });
    const { id: contacts } = await createRecord('Contacts/Searches', { name: 'All' });
    const { id: list } = await createRecord('Lists', { name: 'Two', type: 'Job' });
    await service.http
      .post(`/api/Lists/${list}/Records`)
      .send({ ids: [2, 1] })
      .expect(200);
    for (const path of [`Jobs/Searches/${jobs}/Results`, `Contacts/Searches/${contacts}/Results`, `Lists/${list}/Records`]) {
      const expected = await fetchAllPages(service, { path: `/api/${path}?limit=1000` });
      expect(split((await ask(path).expect(200)).text)).toEqual({ records: expected, end: { complete: true, records: expected.length } });
    }
  });

  it('of nothing are the end', async () => {
    expect((await ask('Jobs?ids=99999').expect(200)).text).toBe('{"end":{"complete":true,"records":0}}\n');
  });

  it('continue at a cursor', async () => {
    const link = (await service.http.get('/api/Jobs?limit=10').expect(200)).headers['link'] ?? '';
    const [, cursor = ''] = /cursor=([\w-]+)/.exec(link) ?? [];
    const { records } = split((await ask(`Jobs?cursor=${cursor}`).expect(200)).text);
    const all = await fetchAllPages(service, { path: '/api/Jobs?limit=1000' });
    expect(records).toEqual(all.slice(10));
  });

  it('have no pages: limit and count are refused', async () => {
    const { errors } = (await service.http.get('/api/Jobs?limit=5&count=exact').set('Accept', LINES).expect(400)).body as Body;
    expect(errors).toEqual(
      ['/limit', '/count'].map((pointer) => ({ pointer, in: 'query', detail: expect.stringContaining('all records') as string })),
    );
  });

  it('are sent only where they are preferred', async () => {
    for (const accept of ['*/*', 'application/json', `application/json, ${LINES}`, `${LINES};q=0.5, application/json`])
      await service.http
        .get('/api/Jobs?limit=1')
        .set('Accept', accept)
        .expect(200)
        .expect('Content-Type', /^application\/json/);
    await service.http.get('/api/Jobs/1').set('Accept', LINES).expect(406);
  });

  it('are not begun for a request that is wrong', async () => {
    await ask('Jobs?orderBy=colour')
      .expect(400)
      .expect('Content-Type', /problem\+json/);
    await ask('Jobs/Searches/99999/Results').expect(404);
  });

  it('to HEAD have headers only', async () => {
    const response = await service.http.head('/api/Jobs').set('Accept', LINES).expect(200);
    expect(response.headers['content-type']).toBe(`${LINES}; charset=utf-8`);
  });

  it('are documented for every list of records', async () => {
    const document = (await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject;
    const without = operationsOf(document).filter(({ parameters, described }) => {
      const response = described.responses['200'];
      const types = response && 'content' in response ? Object.keys(response.content ?? {}) : [];
      return parameters.some(({ name }) => name === 'fields') && parameters.some(({ name }) => name === 'cursor') && !types.includes(LINES);
    });
    expect(without.map(({ name }) => name)).toEqual(SHORT);
  });
});

describe('Lines for a caller with few rights', () => {
  it('leave out what other divisions have, and fields without a scope', async () => {
    const limited = await startApp(WITH_ADMIN);
    try {
      const asAdmin = async (path: string, body: object): Promise<number> =>
        ((await requestAs(limited, ADMIN_KEY, 'post', `/api/${path}`).send(body).expect(201)).body as { id: number }).id;
      const [own, other] = [await asAdmin('divisions', { name: 'Own' }), await asAdmin('divisions', { name: 'Other' })];
      const seen = await asAdmin('Jobs', { title: 'Cook', division: own, salaryTo: 70_000 });
      await asAdmin('Jobs', { title: 'Baker', division: other });
      const roleID = await asAdmin('Roles', { name: 'Plain', scopes: ['jobs:read'] });
      const { key } = await createKey(limited, {
        name: 'Plain',
        userID: await createUser(limited, { name: 'Plain', roleID, divisionIDs: [own] }),
      });
      const { text } = await requestAs(limited, key, 'get', '/api/Jobs?fields=id,salaryTo').set('Accept', LINES).buffer(true).expect(200);
      expect(split(text)).toEqual({ records: [{ id: seen }], end: { complete: true, records: 1 } });
    } finally {
      await limited.close();
    }
  });
});
