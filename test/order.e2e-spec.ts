import { createKey, createUser, requestAs, ADMIN_KEY, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { apiClient, type Body } from './support/api-client';
import { fold } from './support/oracle/fold';
import { fetchAllPages } from './support/paging';

let service: TestApp;
beforeAll(async () => {
  service = await startApp({ CLOCK_START: '2026-11-20T02:00:00Z' });
});
afterAll(() => service.close());

const { createRecord, listRecords } = apiClient(() => service);

const folded = (value: unknown): unknown => (typeof value === 'string' ? fold(value) : value);
const rankOf = (one: unknown, other: unknown): number => (one === other ? 0 : (one as number) < (other as number) ? -1 : 1);

/** Sorted by one field, unset values last, then by id. */
function inOrder(records: readonly Body[], field: string, sign: 1 | -1): unknown[] {
  const isUnset = ({ [field]: value }: Body): boolean => value === null || value === undefined || value === '';
  const compare = (one: Body, other: Body): number =>
    Number(isUnset(one)) - Number(isUnset(other)) ||
    (isUnset(one) ? 0 : sign * rankOf(folded(one[field]), folded(other[field]))) ||
    rankOf(one['id'], other['id']);
  return [...records].sort(compare).map(({ id }) => id);
}

const idsOf = (records: readonly Body[]): unknown[] => records.map(({ id }) => id);

describe('orderBy', () => {
  it.each([
    ['Jobs', 'title'],
    ['Jobs', 'createdDate'],
    ['Jobs', 'clientName'],
    ['Contacts', 'surname'],
    ['Contacts', 'lastActivityDate'],
    ['Candidates', 'lastName'],
    ['Placements', 'payRate'],
    ['Documents', 'name'],
    ['Users', 'name'],
    ['Automation', 'statusID'],
    ['PayRuns/1/Lines', 'hours'],
    ['ChargeRuns/1/Lines', 'periodStart'],
  ])('sorts /api/%s by %s in both directions, page by page', async (path, field) => {
    const all = await listRecords(`${path}?limit=1000`);
    expect(all.length).toBeGreaterThan(3);
    for (const sign of [1, -1] as const) {
      const paged = await fetchAllPages(service, { path: `/api/${path}?limit=3&orderBy=${sign === 1 ? '' : '-'}${field}` });
      expect(idsOf(paged)).toEqual(inOrder(all, field, sign));
    }
  });

  it('sorts by several fields', async () => {
    const all = await listRecords('Jobs?limit=1000');
    const paged = await fetchAllPages(service, { path: '/api/Jobs?limit=4&orderBy=stageID,-title' });
    const byTitle = new Map(inOrder(all, 'title', -1).map((id, place) => [id, place]));
    const expected = [...all].sort(
      (one, other) => rankOf(one['stageID'], other['stageID']) || byTitle.get(one['id'])! - byTitle.get(other['id'])!,
    );
    expect(idsOf(paged)).toEqual(idsOf(expected));
  });

  it('sorts searches and the results of saved ones', async () => {
    const { id: job } = await createRecord('Jobs/Searches', { name: 'All jobs' });
    const { id: contact } = await createRecord('Contacts/Searches', { name: 'All contacts' });
    const jobs = await listRecords('Jobs?limit=1000');
    const contacts = await listRecords('Contacts?limit=1000');
    expect(idsOf(await fetchAllPages(service, { path: '/api/Jobs/Search?limit=3&orderBy=title', body: {} }))).toEqual(
      inOrder(jobs, 'title', 1),
    );
    expect(idsOf(await fetchAllPages(service, { path: `/api/Jobs/Searches/${job}/Results?limit=3&orderBy=-title` }))).toEqual(
      inOrder(jobs, 'title', -1),
    );
    expect(idsOf(await fetchAllPages(service, { path: `/api/Contacts/Searches/${contact}/Results?limit=3&orderBy=surname` }))).toEqual(
      inOrder(contacts, 'surname', 1),
    );
  });

  it('sorts the activities of a record, those of a category too', async () => {
    const all = await listRecords('Candidates/1/Activities');
    const notes = all.filter(({ category }) => category === 1);
    expect(all.length).toBeGreaterThan(2);
    expect(idsOf(await fetchAllPages(service, { path: '/api/Candidates/1/Activities?limit=2&orderBy=dateCreated' }))).toEqual(
      inOrder(all, 'dateCreated', 1),
    );
    expect(idsOf(await listRecords('Candidates/1/Activities?category=1&orderBy=-id'))).toEqual(idsOf(notes).sort((a, b) => rankOf(b, a)));
    await service.http.get('/api/Candidates/9999/Activities?orderBy=id').expect(404);
  });

  it('sorts the records on a list by any field of theirs', async () => {
    const { id } = await createRecord('Lists', { name: 'Some jobs', type: 'Job' });
    await service.http
      .post(`/api/Lists/${id}/Records`)
      .send({ ids: [1, 2, 3, 4] })
      .expect(200);
    const jobs = (await listRecords('Jobs?limit=1000')).filter((job) => Number(job['id']) <= 4);
    const paged = await fetchAllPages(service, { path: `/api/Lists/${id}/Records?limit=2&orderBy=title` });
    expect(idsOf(paged)).toEqual(inOrder(jobs, 'title', 1));
  });

  it.each([
    ['Audit', 'sequence', 'sequence'],
    ['Deliveries', 'createdDate', 'id'],
    ['ApiKeys', 'id', 'id'],
    ['Jobs/1/History', 'sequence', 'sequence'],
    ['Automation/1/Runs', 'queuedAt', 'id'],
    ['AutomationRuns/1/Records', 'position', 'recordId'],
    ['Automation/1/Versions', 'version', 'version'],
    ['Me/Notifications', 'createdDate', 'id'],
    ['Placements/Compliance', 'placementID', 'placementID'],
  ])('turns /api/%s round by %s', async (path, field, key) => {
    const up = (await fetchAllPages(service, { path: `/api/${path}?limit=2&orderBy=${field}` })).map((each) => each[key]);
    const down = (await fetchAllPages(service, { path: `/api/${path}?limit=3&orderBy=-${field}` })).map((each) => each[key]);
    expect(new Set(up).size).toBe(up.length);
    expect(down.slice(-up.length)).toEqual([...up].reverse());
    const problem = (await service.http.get(`/api/${path}?orderBy=colour`).expect(400)).body as Body;
    expect(problem['errors']).toEqual([{ pointer: '/orderBy', in: 'query', detail: `must be one of ${field}, -${field}` }]);
  });

  it('names what is wrong, with the field that was probably meant', async () => {
    const { errors } = (await service.http.get('/api/Jobs?orderBy=-titel').expect(400)).body as Body;
    expect(errors).toEqual([
      { pointer: '/orderBy', in: 'query', detail: expect.stringMatching(/^"titel" must be .*: perhaps title$/) as string },
    ]);
    await service.http.post('/api/Jobs/Search?orderBy=id,id').send({}).expect(400);
    await service.http.get('/api/Contacts?orderBy=').expect(400);
  });

  it('belongs to its cursors', async () => {
    const link = (await service.http.get('/api/Jobs?limit=2&orderBy=title').expect(200)).headers['link'] ?? '';
    const [, next = ''] = /<(.+)>/.exec(link) ?? [];
    expect(next).toContain('orderBy=title');
    await service.http.get(next).expect(200);
    await service.http.get(next.replace('orderBy=title', 'orderBy=-title')).expect(400);
    await service.http.get(next.replace('orderBy=title&', '')).expect(400);
  });
});

describe('orderBy by fields that require a scope', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startApp(WITH_ADMIN);
  });
  afterAll(() => limited.close());

  it('is refused with 403', async () => {
    const role = (
      await requestAs(limited, ADMIN_KEY, 'post', '/api/Roles')
        .send({ name: 'Without pay', scopes: ['jobs:read', 'candidates:read'] })
        .expect(201)
    ).body as { id: number };
    const { key } = await createKey(limited, {
      name: 'Without pay',
      userID: await createUser(limited, { name: 'Without', roleID: role.id }),
    });
    await requestAs(limited, key, 'get', '/api/Jobs?orderBy=-salaryTo').expect(403);
    await requestAs(limited, key, 'post', '/api/Jobs/Search?orderBy=rateFrom').send({}).expect(403);
    await requestAs(limited, key, 'get', '/api/Jobs?orderBy=title').expect(200);
  });
});
