import { createHash } from 'node:crypto';
import { startApp, type TestApp } from './support/app';
import { pointersOf, speaking } from './support/speaking';

const hash = (key: string): string => createHash('sha256').update(key).digest('hex');

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { made, found, listed, saved, removed, refused, told } = speaking(() => service);

describe('A user', () => {
  it('is made, read, listed, changed, deleted and brought back', async () => {
    const user = await made('Users', { name: 'Zoë Fischer', email: 'zoe@staffing.example.com', jobTitle: 'Consultant' });
    expect(user).toMatchObject({ name: 'Zoë Fischer', isActive: true, deleted: false, createdDate: expect.any(String) as string });
    expect(await found(`Users/${user.id}`)).toEqual(user);
    expect(await saved(`Users/${user.id}`, { phone: '02 5550 0101', isActive: false })).toMatchObject({
      name: 'Zoë Fischer',
      phone: '02 5550 0101',
      isActive: false,
    });
    await removed(`Users/${user.id}`);
    expect((await listed('Users')).map((each) => each['id'])).not.toContain(user.id);
    expect(await saved(`Users/${user.id}`, { deleted: false })).toMatchObject({ deleted: false, isActive: false });
    expect((await told('User', user.id)).map(({ action }) => action)).toEqual(['created', 'updated', 'deleted', 'restored']);
  });

  it.each<[isActive: boolean | null | undefined, answered: boolean]>([
    [undefined, true],
    [null, true],
    [true, true],
    [false, false],
  ])('made with isActive %j is %j', async (isActive, answered) => {
    expect(await made('Users', { name: 'A', isActive })).toMatchObject({ isActive: answered });
  });

  it.each<[body: object, pointer: string]>([
    [{}, '/name'],
    [{ name: null }, '/name'],
    [{ name: ' ' }, '/name'],
    [{ name: 'A', email: 'nobody' }, '/email'],
    [{ name: 'A', apiKeyName: 'root' }, '/apiKeyName'],
  ])('is refused with %j', async (body, pointer) => {
    expect(pointersOf(await refused('post', 'Users', body, 400))).toEqual([pointer]);
  });

  it('keeps its name', async () => {
    const { id } = await made('Users', { name: 'Kept' });
    expect(pointersOf(await refused('put', `Users/${id}`, { name: '' }, 400))).toEqual(['/name']);
  });

  it('that is deleted owns nothing new, and stays the owner of the old', async () => {
    const { id: ownerID } = await made('Users', { name: 'Leaver' });
    const client = await made('Clients', { name: 'Theirs', ownerID });
    await removed(`Users/${ownerID}`);
    expect(await found(`Clients/${client.id}`)).toMatchObject({ ownerID, ownerName: 'Leaver' });
    expect(await saved(`Clients/${client.id}`, { industry: 'Ports' })).toMatchObject({ ownerID });
    expect(pointersOf(await refused('post', 'Clients', { name: 'New', ownerID }, 400))).toEqual(['/ownerID']);
  });

  it.each<[method: 'put' | 'delete', body: object | undefined]>([
    ['delete', undefined],
    ['put', { deleted: true }],
    ['put', { isActive: false }],
  ])('as whom the service works stays: %s %j', async (method, body) => {
    expect(await refused(method, 'Users/1', body, 409)).toMatchObject({ detail: expect.stringContaining('works as the user 1') as string });
  });
});

describe('The user of a key', () => {
  const KEYS = { DEMO_DATA: 'false', API_KEYS: `Alice:${hash('key of alice')},Bob:${hash('key of bob')}` };
  let guarded: TestApp;
  beforeAll(async () => void (guarded = await startApp(KEYS)));
  afterAll(() => guarded.close());
  const as = (key: string, method: 'get' | 'put' | 'delete', path: string) => guarded.http[method](path).set('X-Api-Key', key);
  const idOf = async (key: string): Promise<number> => ((await as(key, 'get', '/api/Me').expect(200)).body as { userID: number }).userID;

  it('is made by a change like any other', async () => {
    const id = await idOf('key of alice');
    expect(await speaking(() => guarded).told('User', id)).toMatchObject([
      { action: 'created', fields: { name: [null, 'Alice'], isActive: [false, true] } },
    ]);
    expect((await as('key of alice', 'get', `/api/Users/${id}`).expect(200)).body).toMatchObject({
      id,
      name: 'Alice',
      jobTitle: 'API key',
    });
  });

  it('cannot shut itself out', async () => {
    const id = await idOf('key of alice');
    await as('key of alice', 'delete', `/api/Users/${id}`).expect(409);
    await as('key of alice', 'put', `/api/Users/${id}`).send({ isActive: false }).expect(409);
    await as('key of alice', 'put', `/api/Users/${id}`).send({ name: 'Alice the Great' }).expect(200);
  });

  it.each([{ isActive: false }, { deleted: true }])('lets nobody in while it is %j, from the next request on', async (left) => {
    const id = await idOf('key of bob');
    await as('key of alice', 'put', `/api/Users/${id}`).send(left).expect(200);
    const { body } = await as('key of bob', 'get', '/api/Me').expect(403);
    expect(body).toMatchObject({ type: '/problems/forbidden', detail: `The user ${id} of the key Bob is no longer active.` });
    await as('key of alice', 'put', `/api/Users/${id}`).send({ isActive: true, deleted: false }).expect(200);
    expect(await idOf('key of bob')).toBe(id);
  });
});
