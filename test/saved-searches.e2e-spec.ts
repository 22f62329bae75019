import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';

let service: TestApp;

beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-20T01:00:00.000Z' });
  await seedRecord(service, 'User', { id: 2, name: 'Noah Sinclair', isActive: true });
  const days = (id: number): Date => new Date(Date.UTC(2026, 9, id));
  for (let id = 1; id <= 6; id++)
    await seedRecord(service, 'Job', {
      id,
      title: id % 2 ? 'Site Engineer' : 'Foreman',
      stageID: id <= 4 ? 1 : 7,
      type: 'PERM',
      consultantID1: 1 + (id % 2),
      createdDate: days(id),
    });
  for (let id = 1; id <= 6; id++)
    await seedRecord(service, 'Candidate', {
      id,
      jobTitle: id % 2 ? 'Rigger' : 'Crane driver',
      fullName: `Candidate ${id}`,
      createdDate: days(id),
    });
  for (let id = 1; id <= 6; id++)
    await seedRecord(service, 'Contact', {
      id,
      jobTitle: id % 2 ? 'Director' : 'Manager',
      fullName: `Contact ${id}`,
      createdDate: days(id),
    });
});
afterAll(() => service.close());

type Body = Record<string, unknown>;
const kinds = [
  {
    kind: 'job',
    path: '/api/Jobs/Searches',
    type: 'JobSearch',
    criteria: { jobTitle: 'engineer' },
    other: { jobTitle: 'foreman' },
    found: [5, 3, 1],
    foundOther: [6, 4, 2],
  },
  {
    kind: 'contact',
    path: '/api/Contacts/Searches',
    type: 'ContactSearch',
    criteria: { jobTitle: 'director' },
    other: { jobTitle: 'manager' },
    found: [5, 3, 1],
    foundOther: [6, 4, 2],
  },
  {
    kind: 'candidate',
    path: '/api/Candidates/Searches',
    type: 'CandidateSearch',
    criteria: { jobTitle: 'rigger' },
    other: { jobTitle: 'driver' },
    found: [5, 3, 1],
    foundOther: [6, 4, 2],
  },
] as const;
const problems = (body: unknown): string[] => (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);

describe.each(kinds)('A saved $kind search', ({ path, type, criteria, other, found, foundOther }) => {
  const created = async (body: Body = {}): Promise<Body> =>
    (
      await service.http
        .post(path)
        .send({ name: 'Mine', ...criteria, ...body })
        .expect(201)
    ).body as Body;
  const put = (ssid: unknown, body: Body) => service.http.put(`${path}/${String(ssid)}`).send(body);
  const results = async (ssid: unknown, query = ''): Promise<unknown[]> =>
    ((await service.http.get(`${path}/${String(ssid)}/Results${query}`).expect(200)).body as Body[]).map(({ id }) => id);

  it('is saved under its name, and can be read at its Location', async () => {
    const { body, headers } = await service.http
      .post(path)
      .send({ ssid: 99, name: 'Mine', ...criteria, createdDateFrom: '2026-10-01' })
      .expect(201);
    const { ssid } = body as Body;
    expect(headers['location']).toBe(`${path}/${String(ssid)}`);
    expect(body).toMatchObject({
      ssid,
      id: ssid,
      name: 'Mine',
      ...criteria,
      owner: [],
      includeTags: [],
      includeTagsMatchAll: false,
      createdDateFrom: '2026-09-30T14:00:00.000Z',
      createdByID: 1,
      deleted: false,
    });
    expect(body).not.toHaveProperty('createdDateTo');
    expect((await service.http.get(`${path}/${String(ssid)}`).expect(200)).body).toEqual(body);
    expect((await service.http.get(`${path}?ids=${String(ssid)}`).expect(200)).body).toEqual([body]);
  });

  it('finds what matches now, newest first, in pages', async () => {
    const { ssid } = await created();
    expect(await results(ssid)).toEqual(found);
    const first = await service.http.get(`${path}/${String(ssid)}/Results?limit=2`).expect(200);
    expect(first.headers['x-total-count']).toBe('3');
    const next = /<(.+)>/.exec(String(first.headers['link']))?.[1] ?? '';
    expect(((await service.http.get(next).expect(200)).body as Body[]).map(({ id }) => id)).toEqual(found.slice(2));
    await service.http.get(`${path}/${String(ssid)}/Results?timeZone=Nowhere`).expect(400);
  });

  it('changes the fields of the body', async () => {
    const { ssid } = await created({ owner: ['me'], createdDateTo: '2026-10-31' });
    const { body } = await put(ssid, { ssid, name: 'Other', ...other, owner: null }).expect(200);
    expect(body).toMatchObject({ ssid, name: 'Other', ...other, owner: [], createdDateTo: '2026-10-31T12:59:59.999Z' });
    expect(await results(ssid)).toEqual(foundOther);
    await put(ssid, { name: null }).expect(200);
    expect((await service.http.get(`${path}/${String(ssid)}`)).body).toMatchObject({ name: null, ...other });
  });

  it('has a version that increases with every change', async () => {
    const { ssid } = await created();
    const { headers } = await service.http.get(`${path}/${String(ssid)}`).expect(200);
    await put(ssid, { ...other })
      .set('If-Match', String(headers['etag']))
      .expect(200);
    await put(ssid, { ...criteria })
      .set('If-Match', String(headers['etag']))
      .expect(412);
    await put(ssid, { ...other }).expect(200);
    const changes = await queryRows<{ action: string; version: number }>(
      service,
      'SELECT action, version FROM record_change WHERE type = ? AND recordID = ? ORDER BY id',
      [type, ssid],
    );
    expect(changes).toEqual([
      { action: 'created', version: 1 },
      { action: 'updated', version: 2 },
    ]);
  });

  it('that is deleted can be read, but not run, and can be restored', async () => {
    const { ssid } = await created();
    await service.http.delete(`${path}/${String(ssid)}`).expect(204);
    expect((await service.http.get(`${path}/${String(ssid)}`).expect(200)).body).toMatchObject({ ssid, deleted: true, ...criteria });
    await service.http.get(`${path}/${String(ssid)}/Results`).expect(404);
    expect((await service.http.get(`${path}?ids=${String(ssid)}`).expect(200)).body).toEqual([]);
    await put(ssid, { deleted: false }).expect(200);
    expect(await results(ssid)).toEqual(found);
  });

  it.each<[string, Body, string[]]>([
    ['an unknown owner', { owner: ['me', 'Nobody at all'] }, ['/owner/1']],
    ['an unknown division', { division: [0, 99] }, ['/division/1']],
    ['a range that ends before it begins', { createdDateFrom: '2026-02-01', createdDateTo: '2026-01-01' }, ['/createdDateTo']],
    ['an invalid time range', { taggedTimeRange: 'some day' }, ['/taggedTimeRange']],
    ['an unknown list', { owner: 'me' }, ['/owner']],
    ['an unknown criterion', { jobTitel: 'engineer' }, ['/jobTitel']],
    ['a name that is too long', { name: 'x'.repeat(201) }, ['/name']],
  ])('is rejected with %s', async (_, body, pointers) => {
    const { ssid } = await created();
    expect(problems((await service.http.post(path).send(body).expect(400)).body)).toEqual(pointers);
    expect(problems((await put(ssid, body).expect(400)).body)).toEqual(pointers);
    expect(await results(ssid)).toEqual(found);
  });

  it('cannot be changed with a different id in the body', async () => {
    const { ssid } = await created();
    expect(problems((await put(ssid, { ssid: 999 }).expect(400)).body)).toEqual(['/ssid']);
    expect(problems((await put(ssid, { id: 999 }).expect(400)).body)).toEqual(['/id']);
    await put(ssid, { ssid: 0, id: 0 }).expect(200);
  });

  it.each([0, -1, 99999])('returns 404 for the id %d', async (ssid) => {
    await service.http.get(`${path}/${ssid}`).expect(404);
    await service.http.get(`${path}/${ssid}/Results`).expect(404);
    await put(ssid, {}).expect(404);
    await service.http.delete(`${path}/${ssid}`).expect(404);
  });
});

describe('A saved job search', () => {
  it.each<[string, Body, string]>([
    ['an unknown status', { status: ['Open', 'Ajar'] }, '/status/1'],
    ['an unknown type', { type: ['perm', 'Permanent', '1', 'Part'] }, '/type/3'],
    ['an unknown stage', { stage: [1, 99] }, '/stage/1'],
  ])('is rejected with %s', async (_, body, pointer) => {
    expect(problems((await service.http.post('/api/Jobs/Searches').send(body).expect(400)).body)).toEqual([pointer]);
  });

  it('is the base of Job Search', async () => {
    const { body } = await service.http
      .post('/api/Jobs/Searches')
      .send({ jobTitle: 'engineer', status: ['open'], sources: ['Anything'] })
      .expect(201);
    const { ssid } = body as Body;
    const search = async (more: Body): Promise<unknown[]> =>
      (
        (
          await service.http
            .post('/api/Jobs/Search')
            .send({ ssid, ...more })
            .expect(200)
        ).body as Body[]
      ).map(({ id }) => id);
    expect(await search({ sources: [] })).toEqual([3, 1]);
    expect(await search({ sources: [], jobTitle: '' })).toEqual([4, 3, 2, 1]);
    expect(await search({})).toEqual([]);
  });
});

describe('The PUT of the specification', () => {
  it('changes the same record, and responds without its name and history', async () => {
    const { body: stored } = await service.http.post('/api/Contacts/Searches').send({ name: 'Mine', jobTitle: 'director' }).expect(201);
    const { ssid } = stored as Body;
    const { body, headers } = await service.http
      .put(`/api/Contacts/Search/${String(ssid)}`)
      .send({ jobTitle: 'manager' })
      .expect(200);
    expect(body).toMatchObject({ ssid, jobTitle: 'manager' });
    expect(Object.keys(body as Body).filter((name) => ['id', 'name', 'deleted', 'createdByID', 'version'].includes(name))).toEqual([]);
    expect(headers['etag']).toMatch(/^"2-/);
    expect((await service.http.get(`/api/Contacts/Searches/${String(ssid)}`)).body).toMatchObject({ name: 'Mine', jobTitle: 'manager' });
    await service.http
      .put(`/api/Contacts/Search/${String(ssid)}`)
      .send({ jobTitle: 'x' })
      .set('If-Match', '"1-x"')
      .expect(412);
    expect(
      problems(
        (
          await service.http
            .put(`/api/Contacts/Search/${String(ssid)}`)
            .send({ name: 'x' })
            .expect(400)
        ).body,
      ),
    ).toEqual(['/name']);
  });
});

it.each(['Contacts', 'Candidates'])('A search of %s whose centre has disappeared can be renamed', async (records) => {
  const id = records === 'Contacts' ? 71 : 72;
  await seedRecord(service, 'Contact', { id, fullName: 'Ann Lee', suburb: 'Nowhereville', latitude: -33.1, longitude: 151.1 });
  const search = { name: 'Near', location: 'Nowhereville', radius: '10' };
  const { body: saved } = await service.http.post(`/api/${records}/Searches`).send(search).expect(201);
  await service.http.delete(`/api/Contacts/${id}`).expect(204);
  const path = `/api/${records}/Searches/${saved.ssid ?? saved.id}`;
  await service.http.put(path).send({ name: 'Renamed' }).expect(200);
  const { body } = await service.http.put(path).send({ radius: '20' }).expect(400);
  expect(body.errors).toMatchObject([{ pointer: '/radius' }]);
});
