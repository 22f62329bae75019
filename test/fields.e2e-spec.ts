import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { apiClient, type Body } from './support/api-client';
import { fetchAllPages } from './support/paging';

let service: TestApp;
beforeAll(async () => {
  service = await startApp({ CLOCK_START: '2026-11-20T02:00:00Z' });
  await service.http
    .post('/api/Contacts/Searches')
    .send({ name: 'Managers', jobTitle: 'manager', createdDateFrom: '2026-01-01' })
    .expect(201);
  await service.http
    .post('/api/Jobs/Searches')
    .send({ name: 'Cooks', jobTitle: 'cook', status: ['1'] })
    .expect(201);
  await service.http
    .post('/api/Automation/ExcludedDateGroups')
    .send({ name: 'Closed', dates: ['2026-12-25'] })
    .expect(201);
  await service.http.put('/api/Clients/1').send({ phone: '+61 2 5550 0200' }).expect(200);
  await service.http.post('/api/Automation/Templates').send({ name: 'Hello', recordType: 'Contact', body: 'Hello' });
});
afterAll(() => service.close());

const { listRecords, createRecord } = apiClient(() => service);

const pick = (record: Body, names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));

/** The lists of records, by their paths. */
const LISTS = [
  ...['Candidates', 'Contacts', 'Clients', 'Jobs', 'Opportunities', 'Applications', 'Interviews', 'Offers', 'Placements', 'Timesheets'],
  ...['Activities', 'Documents', 'JobAdverts', 'Users', 'Roles', 'Sites', 'divisions', 'Lists', 'Automation', 'Jobs/Searches'],
  'Candidates/Searches',
  ...[
    'Contacts/Searches',
    'Automation/ExcludedDateGroups',
    'Automation/Templates',
    'Configuration/Checklists',
    'Configuration/Placements/Pay-Frequencies',
  ],
];

describe.each(LISTS)('fields of /api/%s', (path) => {
  it('picks every field by itself, and all of them are the whole record', async () => {
    const whole = await listRecords(`${path}?limit=5`);
    expect(whole.length).toBeGreaterThan(0);
    const names = [...new Set(whole.flatMap(Object.keys))];
    for (const name of names)
      expect(await listRecords(`${path}?limit=5&fields=${name}`)).toEqual(whole.map((record) => pick(record, [name])));
    const all = (await service.http.get(`/api/${path}?limit=5&fields=${names.join()}`).expect(200)).body as Body[];
    expect(all).toEqual(whole);
  });
});

/** Lists of what is no record. */
const OTHER_LISTS = [
  'Audit',
  'Clients/1/History',
  'Automation/10/Runs',
  'AutomationRuns/1/Records',
  'Deliveries',
  'Webhooks/1/Deliveries',
  'Me/Notifications',
  'Automation/1/Versions',
  'Placements/Compliance',
];

describe.each(OTHER_LISTS)('fields of /api/%s', (path) => {
  it('picks members of what it lists, page by page', async () => {
    const whole = await fetchAllPages(service, { path: `/api/${path}?limit=100` });
    expect(whole.length).toBeGreaterThan(0);
    const names = [...new Set(whole.flatMap(Object.keys))];
    const [first = '', second = ''] = names;
    const few = await fetchAllPages(service, { path: `/api/${path}?limit=9&fields=${second.toUpperCase()},${first}` });
    expect(few).toEqual(whole.map((each) => pick(each, [first, second])));
    expect(await listRecords(`${path}?limit=5&fields=${names.join()}`)).toEqual(whole.slice(0, 5));
    const { errors } = (await service.http.get(`/api/${path}?fields=colour`).expect(400)).body as Body;
    expect(errors).toEqual([
      { pointer: '/fields', in: 'query', detail: expect.stringContaining('which is not a field of the response') as string },
    ]);
  });
});

describe('fields', () => {
  it.each([
    ['Jobs/3', ['id', 'title', 'clientName', 'placements', 'customField7']],
    ['Contacts/2', ['fullName', 'openJobs', 'ownerName', 'divisions']],
    ['Candidates/1', ['employmentHistories', 'statisticsCounts', 'candidateStatusName']],
    ['Activities/5', ['notes', 'linkedCandidates', 'createdByName']],
    ['Automation/1', ['name', 'triggerName']],
    ['Users/1', ['name', 'divisionIDs']],
  ])('picks fields of the single record /api/%s', async (path, names) => {
    const whole = (await service.http.get(`/api/${path}`).expect(200)).body as Body;
    const known = names.filter((name) => name in whole);
    expect(known.length).toBeGreaterThan(1);
    const { body } = await service.http.get(`/api/${path}?fields=${known.join(',%20').toUpperCase()}`).expect(200);
    expect(body).toEqual(pick(whole, known));
  });

  it('keeps the order of the complete response, whatever order they are asked in', async () => {
    const { text } = await service.http.get('/api/Jobs/3?fields=clientName,title,id').expect(200);
    expect(Object.keys(JSON.parse(text) as Body)).toEqual(['id', 'title', 'clientName']);
  });

  it('picks fields of queries, searches, results and activities, page by page', async () => {
    const { id: jobSearch } = await createRecord('Jobs/Searches', { name: 'All' });
    const { id: contactSearch } = await createRecord('Contacts/Searches', { name: 'All' });
    const requests = [
      { path: '/api/Jobs/Search?', name: 'clientName', body: {} },
      { path: '/api/Placements/Query?', name: 'dailyMargin', body: { orderBy: { columnName: 'startDate' } } },
      { path: `/api/Jobs/Searches/${jobSearch}/Results?`, name: 'total' },
      { path: `/api/Contacts/Searches/${contactSearch}/Results?`, name: 'openJobs' },
      { path: '/api/Candidates/1/Activities?', name: 'linkedJobIds' },
      { path: '/api/Candidates/1/Activities?orderBy=id&', name: 'notes' },
    ];
    for (const { path, name, body } of requests) {
      const whole = await fetchAllPages(service, { path: `${path}limit=900`, body });
      const few = await fetchAllPages(service, { path: `${path}limit=7&fields=id,${name}`, body });
      expect(few).toEqual(whole.map((record) => pick(record, ['id', name])));
    }
  });

  it('names what is unknown, with the field that was probably meant', async () => {
    for (const path of ['Jobs', 'Jobs/3', 'Jobs/Searches/1/Results']) {
      const { errors } = (await service.http.get(`/api/${path}?fields=id,titel,colour`).expect(400)).body as Body;
      expect(errors).toEqual([
        { pointer: '/fields', in: 'query', detail: 'has "titel", which is not a field of the response (did you mean title?)' },
        { pointer: '/fields', in: 'query', detail: 'has "colour", which is not a field of the response; /api/docs lists those that are' },
      ]);
    }
    await service.http.get('/api/Jobs?fields=').expect(400);
    await service.http.get('/api/Jobs?fields=id,').expect(400);
    await service.http.post('/api/Jobs/Query?fields=nothing').send({}).expect(400);
    await service.http.get('/api/Contacts/1/Activities?fields=nothing').expect(400);
  });

  it('gives a part an ETag of its own, which is no ETag of the whole record', async () => {
    const etagOf = async (path: string): Promise<string> => (await service.http.get(path).expect(200)).headers['etag'] ?? '';
    const [whole, part] = [await etagOf('/api/Jobs/4'), await etagOf('/api/Jobs/4?fields=id,title')];
    expect(part).toMatch(/^"\d+-/);
    expect(part).not.toBe(whole);
    await service.http.get('/api/Jobs/4').set('If-None-Match', part).expect(200);
    await service.http.get('/api/Jobs/4?fields=id,title').set('If-None-Match', whole).expect(200);
    await service.http.get('/api/Jobs/4?fields=title,id').set('If-None-Match', part).expect(304);
    // If-Match compares the version of the record
    await service.http.put('/api/Jobs/4').set('If-Match', part).send({ title: 'Sous chef' }).expect(200);
    await service.http.put('/api/Jobs/4').set('If-Match', part).send({ title: 'Chef' }).expect(412);
  });

  it('finds a name that has just changed, and nothing of a record that is not there', async () => {
    const { clientID } = (await service.http.get('/api/Jobs/5?fields=clientID').expect(200)).body as Body;
    await service.http
      .put(`/api/Clients/${Number(clientID)}`)
      .send({ name: 'Renamed yesterday' })
      .expect(200);
    expect((await service.http.get('/api/Jobs/5?fields=clientName').expect(200)).body).toEqual({ clientName: 'Renamed yesterday' });
    await service.http.get('/api/Jobs/99999?fields=id').expect(404);
  });
});

describe('fields that require a scope', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startApp(WITH_ADMIN);
  });
  afterAll(() => limited.close());

  it('are left out, as they are of the complete record', async () => {
    const scopes = ['jobs:read', 'candidates:read'];
    const role = (await requestAs(limited, ADMIN_KEY, 'post', '/api/Roles').send({ name: 'Plain', scopes }).expect(201)).body as Body;
    const { key } = await createKey(limited, {
      name: 'Plain',
      userID: await createUser(limited, { name: 'Plain', roleID: Number(role['id']) }),
    });
    await requestAs(limited, ADMIN_KEY, 'post', '/api/Jobs').send({ title: 'Cook', salaryTo: 70_000 }).expect(201);
    await requestAs(limited, ADMIN_KEY, 'post', '/api/Candidates').send({ lastName: 'Li', dateOfBirth: '1990-01-01' }).expect(201);
    const get = async (path: string): Promise<unknown> => (await requestAs(limited, key, 'get', path).expect(200)).body as unknown;
    expect(await get('/api/Jobs/1?fields=id,salaryTo,payRange')).toEqual({ id: 1 });
    expect(await get('/api/Jobs?limit=1&fields=salaryTo')).toEqual([{}]);
    expect(await get('/api/Candidates/1?fields=id,dateOfBirth')).toEqual({ id: 1 });
  });
});
