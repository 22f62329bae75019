import { createHash } from 'node:crypto';
import { startApp, type TestApp } from './support/app';
import { pointersOf, apiClient } from './support/api-client';

const hash = (key: string): string => createHash('sha256').update(key).digest('hex');

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { createRecord, getRecord, listRecords, updateRecord, deleteRecord, expectProblem, changesTo } = apiClient(() => service);

describe('A user', () => {
  it('can be created, read, listed, changed, deleted and restored', async () => {
    const user = await createRecord('Users', { name: 'Zoë Fischer', email: 'zoe@staffing.example.com', jobTitle: 'Consultant' });
    expect(user).toMatchObject({ name: 'Zoë Fischer', isActive: true, deleted: false, createdDate: expect.any(String) as string });
    expect(await getRecord(`Users/${user.id}`)).toEqual(user);
    expect(await updateRecord(`Users/${user.id}`, { phone: '02 5550 0101', isActive: false })).toMatchObject({
      name: 'Zoë Fischer',
      phone: '02 5550 0101',
      isActive: false,
    });
    await deleteRecord(`Users/${user.id}`);
    expect((await listRecords('Users')).map((each) => each['id'])).not.toContain(user.id);
    expect(await updateRecord(`Users/${user.id}`, { deleted: false })).toMatchObject({ deleted: false, isActive: false });
    expect((await changesTo('User', user.id)).map(({ action }) => action)).toEqual(['created', 'updated', 'deleted', 'restored']);
  });

  it.each<[isActive: boolean | null | undefined, answered: boolean]>([
    [undefined, true],
    [null, true],
    [true, true],
    [false, false],
  ])('created with isActive %j gets %j', async (isActive, answered) => {
    expect(await createRecord('Users', { name: 'A', isActive })).toMatchObject({ isActive: answered });
  });

  it.each<[body: object, pointer: string]>([
    [{}, '/name'],
    [{ name: null }, '/name'],
    [{ name: ' ' }, '/name'],
    [{ name: 'A', email: 'nobody' }, '/email'],
    [{ name: 'A', apiKeyName: 'root' }, '/apiKeyName'],
  ])('is rejected with %j', async (body, pointer) => {
    expect(pointersOf(await expectProblem('post', 'Users', body, 400))).toEqual([pointer]);
  });

  it('cannot lose its name', async () => {
    const { id } = await createRecord('Users', { name: 'Kept' });
    expect(pointersOf(await expectProblem('put', `Users/${id}`, { name: '' }, 400))).toEqual(['/name']);
  });

  it('that is deleted cannot be set as owner, but stays the owner of existing records', async () => {
    const { id: ownerID } = await createRecord('Users', { name: 'Leaver' });
    const client = await createRecord('Clients', { name: 'Theirs', ownerID });
    await deleteRecord(`Clients/${client.id}`);
    await deleteRecord(`Users/${ownerID}`);
    expect(await getRecord(`Clients/${client.id}`)).toMatchObject({ ownerID, ownerName: 'Leaver' });
    expect(await updateRecord(`Clients/${client.id}`, { industry: 'Ports' })).toMatchObject({ ownerID });
    expect(pointersOf(await expectProblem('post', 'Clients', { name: 'New', ownerID }, 400))).toEqual(['/ownerID']);
  });

  it.each<[method: 'put' | 'delete', body: object | undefined]>([
    ['delete', undefined],
    ['put', { deleted: true }],
    ['put', { isActive: false }],
  ])('that the service acts as cannot be removed: %s %j', async (method, body) => {
    expect(await expectProblem(method, 'Users/1', body, 409)).toMatchObject({
      detail: expect.stringContaining('User 1 is the service account') as string,
    });
  });
});

describe('The user of a key', () => {
  const KEYS = { DEMO_DATA: 'false', API_KEYS: `Alice:${hash('key of alice')},Bob:${hash('key of bob')}` };
  let guarded: TestApp;
  beforeAll(async () => void (guarded = await startApp(KEYS)));
  afterAll(() => guarded.close());
  const as = (key: string, method: 'get' | 'put' | 'delete', path: string) => guarded.http[method](path).set('X-Api-Key', key);
  const idOf = async (key: string): Promise<number> => ((await as(key, 'get', '/api/Me').expect(200)).body as { userID: number }).userID;

  it('is created by a change like any other', async () => {
    const id = await idOf('key of alice');
    expect(await apiClient(() => guarded).changesTo('User', id)).toMatchObject([
      { action: 'created', fields: { name: [null, 'Alice'], isActive: [false, true] } },
    ]);
    expect((await as('key of alice', 'get', `/api/Users/${id}`).expect(200)).body).toMatchObject({
      id,
      name: 'Alice',
      jobTitle: 'API key',
    });
  });

  it('cannot deactivate itself', async () => {
    const id = await idOf('key of alice');
    await as('key of alice', 'delete', `/api/Users/${id}`).expect(409);
    await as('key of alice', 'put', `/api/Users/${id}`).send({ isActive: false }).expect(409);
    await as('key of alice', 'put', `/api/Users/${id}`).send({ name: 'Alice the Great' }).expect(200);
  });

  it.each([{ isActive: false }, { deleted: true }])('is rejected while it is %j, from the next request on', async (left) => {
    const id = await idOf('key of bob');
    await as('key of alice', 'put', `/api/Users/${id}`).send(left).expect(200);
    const { body } = await as('key of bob', 'get', '/api/Me').expect(403);
    expect(body).toMatchObject({ type: '/problems/forbidden', detail: `The user ${id} of the key Bob is no longer active.` });
    await as('key of alice', 'put', `/api/Users/${id}`).send({ isActive: true, deleted: false }).expect(200);
    expect(await idOf('key of bob')).toBe(id);
  });
});
