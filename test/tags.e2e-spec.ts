import { createHash } from 'node:crypto';
import { startApp, type TestApp } from './support/app';
import { queryRows } from './support/database';
import { pointersOf, apiClient, named, type RecordBody, type Body } from './support/api-client';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { createRecord, getRecord, listRecords, deleteRecord, expectProblem, changesTo } = apiClient(() => service);

const LEADER = { tag: 'Leadership', typeId: 1 };
const put = (path: string, body: object) => service.http.post(`/api/${path}/Tags`).send(body);
const addTag = async (path: string, body: object = LEADER): Promise<Body> => (await put(path, body).expect(201)).body as Body;

describe.each<[group: string, type: string, putEvent: number, takenEvent: number]>([
  ['Candidates', 'Candidate', 5, 6],
  ['Contacts', 'Contact', 20, 21],
  ['Jobs', 'Job', 35, 35],
])('%s', (group, type, putEvent, takenEvent) => {
  const one = async (): Promise<[path: string, record: RecordBody]> => {
    const record = await createRecord(group, {});
    return [`${group}/${record.id}`, record];
  };

  it('can have tags added and removed', async () => {
    const [path, before] = await one();
    expect(before['tags']).toBe(false);
    const { body, headers } = await put(path, LEADER).expect(201);
    expect(body).toEqual({
      tag: 'Leadership',
      typeId: 1,
      typeName: 'Skill',
      source: 'user',
      createdByID: 1,
      createdByName: expect.any(String) as string,
      createdDate: expect.any(String) as string,
    });
    expect(headers['location']).toBe(`/api/${path}/Tags/Leadership?typeId=1`);
    expect((await service.http.get(String(headers['location'])).expect(200)).body).toEqual(body);
    expect(await listRecords(`${path}/Tags`)).toEqual([body]);
    expect(await getRecord(path)).toMatchObject({ tags: true });
    await deleteRecord(`${path}/Tags/Leadership`);
    expect(await listRecords(`${path}/Tags`)).toEqual([]);
    expect(await getRecord(path)).toMatchObject({ tags: false });
  });

  it('have a tag once, however long it is', async () => {
    const [path] = await one();
    for (const tag of [`a${'😀'.repeat(199)}`, 'ﷺ'.repeat(200)]) {
      const first = await addTag(path, { tag, typeId: 1 });
      expect((await put(path, { tag, typeId: 1 }).expect(200)).body).toEqual(first);
      await deleteRecord(`${path}/Tags/${encodeURIComponent(tag)}`);
    }
    expect(await listRecords(`${path}/Tags`)).toEqual([]);
  });

  it('raise events, and a tag counts as a change of the record', async () => {
    const [path, { id }] = await one();
    await addTag(path);
    await deleteRecord(`${path}/Tags/LEADERSHIP?typeId=1`);
    expect((await changesTo(type, id)).slice(1)).toEqual([
      { action: 'updated', events: [putEvent], fields: { tagList: [[], [LEADER]] } },
      { action: 'updated', events: [takenEvent], fields: { tagList: [[LEADER], []] } },
    ]);
    const versions = await queryRows<{ version: number }>(
      service,
      `SELECT version FROM record_change WHERE type = '${type}' AND recordID = ${id} ORDER BY id`,
    );
    expect(versions.map(({ version }) => Number(version))).toEqual([1, 2, 3]);
    expect((await service.http.get(`/api/${path}`)).headers['etag']).toMatch(/^"3-/);
  });

  it('keep a tag as it was first added, and raise one event', async () => {
    const [path, { id }] = await one();
    const first = await addTag(path, { ...LEADER, source: 'import' });
    expect((await put(path, { tag: ' léadership ', typeId: 1 }).expect(200)).body).toEqual(first);
    expect(await changesTo(type, id)).toHaveLength(2);
  });

  it('have a tag once after concurrent requests to add it', async () => {
    const [path, { id }] = await one();
    const responses = await Promise.all(Array.from({ length: 8 }, () => put(path, { tag: `Rare ${group}` })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(await listRecords(`${path}/Tags`)).toHaveLength(1);
    expect((await changesTo(type, id)).flatMap(({ events }) => events).filter((event) => event === putEvent)).toHaveLength(1);
    const taken = await Promise.all(Array.from({ length: 5 }, () => service.http.delete(`/api/${path}/Tags/rare ${group}`)));
    expect(taken.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
  });

  it.each<[method: 'get' | 'delete' | 'post', below: string]>([
    ['get', 'Tags'],
    ['get', 'Tags/A'],
    ['post', 'Tags'],
    ['delete', 'Tags/A'],
  ])('return 404 for an unknown id: %s %s', async (method, below) => {
    const { body } = await service.http[method](`/api/${group}/99999/${below}`)
      .send(method === 'post' ? LEADER : undefined)
      .expect(404);
    expect((body as Body)['detail']).toBe(`${type} 99999 not found.`);
    await service.http[method](`/api/${group}/x/${below}`)
      .send(method === 'post' ? LEADER : undefined)
      .expect(400);
  });
});

describe('A tag', () => {
  let path: string;
  beforeEach(async () => void (path = `Candidates/${(await createRecord('Candidates', {})).id}`));

  it.each<[sent: object, stored: object]>([
    [{ tag: 'A' }, { tag: 'A', typeId: 4, typeName: 'Other', source: 'user' }],
    [
      { tag: 'A', typeId: 0, source: '' },
      { typeId: 4, source: 'user' },
    ],
    [
      { tag: 'A', typeId: null, source: null },
      { typeId: 4, source: 'user' },
    ],
    [
      { tag: '  spaced  ', typeId: 3 },
      { tag: 'spaced', typeId: 3, typeName: 'Status' },
    ],
    [{ tag: 'A', source: 'Import' }, { source: 'import' }],
    [{ tag: 'A', source: 'API' }, { source: 'api' }],
    [{ tag: 'A', source: 'automation' }, { source: 'automation' }],
    [{ tag: '100% a/b?c#d&e=ü ✓' }, { tag: '100% a/b?c#d&e=ü ✓' }],
    [{ tag: 'ﷺ'.repeat(200) }, { tag: 'ﷺ'.repeat(200) }],
  ])('sent as %j is added as %j, found by its text and removed', async (sent, stored) => {
    const { tag } = (await addTag(path, sent)) as { tag: string };
    const at = `${path}/Tags/${encodeURIComponent(tag)}`;
    expect(await getRecord(at)).toMatchObject(stored);
    await deleteRecord(at);
    expect(await expectProblem('delete', at, undefined, 404)).toMatchObject({
      detail: expect.stringContaining('has no such tag') as string,
    });
  });

  it.each<[body: object, pointer: string]>([
    [{}, '/tag'],
    [{ tag: null }, '/tag'],
    [{ tag: '' }, '/tag'],
    [{ tag: ' \u0301 ' }, '/tag'],
    [{ tag: 7 }, '/tag'],
    [{ tag: 'x'.repeat(201) }, '/tag'],
    [{ tag: 'A', typeId: 99 }, '/typeId'],
    [{ tag: 'A', typeId: '1' }, '/typeId'],
    [{ tag: 'A', typeId: -1 }, '/typeId'],
    [{ tag: 'A', source: 'somebody' }, '/source'],
    [{ tag: 'A', colour: 'red' }, '/colour'],
  ])('is rejected as %j', async (body, pointer) => {
    expect(pointersOf(await expectProblem('post', `${path}/Tags`, body, 400))).toEqual([pointer]);
    expect(await listRecords(`${path}/Tags`)).toEqual([]);
  });

  it('of another type is another tag, and both are removed without a type', async () => {
    await addTag(path, { tag: 'Java', typeId: 1 });
    await addTag(path, { tag: 'java', typeId: 2 });
    await addTag(path, { tag: 'JavaScript', typeId: 1 });
    expect(await getRecord(`${path}/Tags/JAVA?typeId=2`)).toMatchObject({ tag: 'java', typeId: 2 });
    await expectProblem('delete', `${path}/Tags/Java?typeId=3`, undefined, 404);
    await deleteRecord(`${path}/Tags/Java?typeId=2`);
    await addTag(path, { tag: 'java', typeId: 2 });
    await deleteRecord(`${path}/Tags/Java`);
    expect((await listRecords(`${path}/Tags`)).map((each) => each['tag'])).toEqual(['JavaScript']);
  });

  it('can be added to deleted records, which can be restored', async () => {
    await deleteRecord(path);
    await addTag(path);
    expect(await listRecords(`${path}/Tags`)).toHaveLength(1);
  });

  it('is found by the job search', async () => {
    const { id } = await createRecord('Jobs', { title: 'Tagged' });
    await addTag(`Jobs/${id}`, { tag: 'Golden', typeId: 3, source: 'import' });
    const search = async (filter: object): Promise<unknown[]> =>
      (
        (
          await service.http
            .post('/api/Jobs/Search')
            .send({ includeTags: [filter] })
            .expect(200)
        ).body as Body[]
      ).map((each) => each['id']);
    expect(await search({ tag: 'GOLDEN', source: 'import' })).toEqual([id]);
    expect(await search({ tag: 'GOLDEN', source: 'user' })).toEqual([]);
  });
});

it('A tag added by a program with a key has the source api', async () => {
  const keyed = await startApp({ DEMO_DATA: 'false', API_KEYS: `Robot:${createHash('sha256').update('key').digest('hex')}` });
  try {
    const send = (path: string, body: object) =>
      keyed.http.post(`/api/${path}`).set('X-Api-Key', 'key').send(named(path, body)).expect(201);
    const { body } = await send('Candidates', {});
    const path = `Candidates/${(body as RecordBody).id}/Tags`;
    expect((await send(path, LEADER)).body).toMatchObject({ source: 'api', createdByName: 'Robot' });
    expect((await send(path, { tag: 'B', source: 'user' })).body).toMatchObject({ source: 'user' });
  } finally {
    await keyed.close();
  }
});
