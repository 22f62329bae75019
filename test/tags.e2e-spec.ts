import { createHash } from 'node:crypto';
import { startApp, type TestApp } from './support/app';
import { asked } from './support/make';
import { pointersOf, speaking, type Answer, type Body } from './support/speaking';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { made, found, listed, removed, refused, told } = speaking(() => service);

const LEADER = { tag: 'Leadership', typeId: 1 };
const put = (path: string, body: object) => service.http.post(`/api/${path}/Tags`).send(body);
const putOn = async (path: string, body: object = LEADER): Promise<Body> => (await put(path, body).expect(201)).body as Body;

describe.each<[group: string, type: string, putEvent: number, takenEvent: number]>([
  ['Candidates', 'Candidate', 5, 6],
  ['Contacts', 'Contact', 20, 21],
  ['Jobs', 'Job', 35, 35],
])('%s', (group, type, putEvent, takenEvent) => {
  const one = async (): Promise<[path: string, record: Answer]> => {
    const record = await made(group, {});
    return [`${group}/${record.id}`, record];
  };

  it('have tags put on and taken off', async () => {
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
    expect(await listed(`${path}/Tags`)).toEqual([body]);
    expect(await found(path)).toMatchObject({ tags: true });
    await removed(`${path}/Tags/Leadership`);
    expect(await listed(`${path}/Tags`)).toEqual([]);
    expect(await found(path)).toMatchObject({ tags: false });
  });

  it('have a tag once, however long it is', async () => {
    const [path] = await one();
    for (const tag of [`a${'😀'.repeat(199)}`, 'ﷺ'.repeat(200)]) {
      const first = await putOn(path, { tag, typeId: 1 });
      expect((await put(path, { tag, typeId: 1 }).expect(200)).body).toEqual(first);
      await removed(`${path}/Tags/${encodeURIComponent(tag)}`);
    }
    expect(await listed(`${path}/Tags`)).toEqual([]);
  });

  it('tell what happened, and count it as a change of the record', async () => {
    const [path, { id }] = await one();
    await putOn(path);
    await removed(`${path}/Tags/LEADERSHIP?typeId=1`);
    expect((await told(type, id)).slice(1)).toEqual([
      { action: 'updated', events: [putEvent], fields: { tagList: [[], [LEADER]] } },
      { action: 'updated', events: [takenEvent], fields: { tagList: [[LEADER], []] } },
    ]);
    const versions = await asked<{ version: number }>(
      service,
      `SELECT version FROM record_change WHERE type = '${type}' AND recordID = ${id} ORDER BY id`,
    );
    expect(versions.map(({ version }) => Number(version))).toEqual([1, 2, 3]);
    expect((await service.http.get(`/api/${path}`)).headers['etag']).toMatch(/^"3-/);
  });

  it('keep a tag as it was put on first, and tell of it once', async () => {
    const [path, { id }] = await one();
    const first = await putOn(path, { ...LEADER, source: 'import' });
    expect((await put(path, { tag: ' léadership ', typeId: 1 }).expect(200)).body).toEqual(first);
    expect(await told(type, id)).toHaveLength(2);
  });

  it('have a tag once, however many put it on at the same moment', async () => {
    const [path, { id }] = await one();
    const answers = await Promise.all(Array.from({ length: 8 }, () => put(path, { tag: `Rare ${group}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(await listed(`${path}/Tags`)).toHaveLength(1);
    expect((await told(type, id)).flatMap(({ events }) => events).filter((event) => event === putEvent)).toHaveLength(1);
    const taken = await Promise.all(Array.from({ length: 5 }, () => service.http.delete(`/api/${path}/Tags/rare ${group}`)));
    expect(taken.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
  });

  it.each<[method: 'get' | 'delete' | 'post', below: string]>([
    ['get', 'Tags'],
    ['get', 'Tags/A'],
    ['post', 'Tags'],
    ['delete', 'Tags/A'],
  ])('that are not there have none: %s %s', async (method, below) => {
    const { body } = await service.http[method](`/api/${group}/99999/${below}`)
      .send(method === 'post' ? LEADER : undefined)
      .expect(404);
    expect((body as Body)['detail']).toBe(`No ${type.toLowerCase()} has the id 99999.`);
    await service.http[method](`/api/${group}/x/${below}`)
      .send(method === 'post' ? LEADER : undefined)
      .expect(400);
  });
});

describe('A tag', () => {
  let path: string;
  beforeEach(async () => void (path = `Candidates/${(await made('Candidates', {})).id}`));

  it.each<[said: object, stored: object]>([
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
  ])('said as %j is put on as %j, found by its text and taken off', async (said, stored) => {
    const { tag } = (await putOn(path, said)) as { tag: string };
    const at = `${path}/Tags/${encodeURIComponent(tag)}`;
    expect(await found(at)).toMatchObject(stored);
    await removed(at);
    expect(await refused('delete', at, undefined, 404)).toMatchObject({ detail: expect.stringContaining('has no such tag') as string });
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
  ])('is refused as %j', async (body, pointer) => {
    expect(pointersOf(await refused('post', `${path}/Tags`, body, 400))).toEqual([pointer]);
    expect(await listed(`${path}/Tags`)).toEqual([]);
  });

  it('is another one in another type, and both go when no type is said', async () => {
    await putOn(path, { tag: 'Java', typeId: 1 });
    await putOn(path, { tag: 'java', typeId: 2 });
    await putOn(path, { tag: 'JavaScript', typeId: 1 });
    expect(await found(`${path}/Tags/JAVA?typeId=2`)).toMatchObject({ tag: 'java', typeId: 2 });
    await refused('delete', `${path}/Tags/Java?typeId=3`, undefined, 404);
    await removed(`${path}/Tags/Java?typeId=2`);
    await putOn(path, { tag: 'java', typeId: 2 });
    await removed(`${path}/Tags/Java`);
    expect((await listed(`${path}/Tags`)).map((each) => each['tag'])).toEqual(['JavaScript']);
  });

  it('is put on deleted records too, which can come back', async () => {
    await removed(path);
    await putOn(path);
    expect(await listed(`${path}/Tags`)).toHaveLength(1);
  });

  it('is found by the search of jobs', async () => {
    const { id } = await made('Jobs', { title: 'Tagged' });
    await putOn(`Jobs/${id}`, { tag: 'Golden', typeId: 3, source: 'import' });
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

it('A tag put on by a program with a key is put on by api', async () => {
  const keyed = await startApp({ DEMO_DATA: 'false', API_KEYS: `Robot:${createHash('sha256').update('key').digest('hex')}` });
  try {
    const send = (path: string, body: object) => keyed.http.post(`/api/${path}`).set('X-Api-Key', 'key').send(body).expect(201);
    const { body } = await send('Candidates', {});
    const path = `Candidates/${(body as Answer).id}/Tags`;
    expect((await send(path, LEADER)).body).toMatchObject({ source: 'api', createdByName: 'Robot' });
    expect((await send(path, { tag: 'B', source: 'user' })).body).toMatchObject({ source: 'user' });
  } finally {
    await keyed.close();
  }
});
