import type { OpenAPIObject } from '@nestjs/swagger';
import type { Body } from './support/api-client';
import { pointersOf } from './support/api-client';
import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { operationsOf, type Operation } from './support/operations';
import { mayUse, ROLES } from './support/rights-of-roles';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ ...WITH_ADMIN, DEMO_DATA: 'true' })));
afterAll(() => service.close());

type Method = 'get' | 'post' | 'put' | 'delete';
const asAdmin = (method: Method, path: string) => requestAs(service, ADMIN_KEY, method, path);
const created = async (path: string, body: object): Promise<Body & { id: number }> =>
  (await asAdmin('post', `/api/${path}`).send(body).expect(201)).body as Body & { id: number };
const newRole = async (...scopes: string[]): Promise<number> => (await created('Roles', { name: scopes[0] ?? 'Nothing', scopes })).id;
const keyOfUser = async (userID: number, roleID?: number): Promise<string> =>
  (await createKey(service, { name: 'Key', userID, roleID: roleID ?? null })).key;
/** The key of a new user with a role. */
const keyWith = async (roleID: number): Promise<string> => keyOfUser(await createUser(service, { name: `Role ${roleID}`, roleID }));
const statusAs = async (key: string, method: Method, path: string, body?: object): Promise<number> =>
  (await requestAs(service, key, method, path).send(body)).status;
const scopesOf = async (key: string): Promise<string[]> =>
  ((await requestAs(service, key, 'get', '/api/Me').expect(200)).body as { scopes: string[] }).scopes;

/** The ids of the roles that ship with the service. */
const [ADMINISTRATOR, CONSULTANT, PAYROLL_CONNECTOR, READ_ONLY, QA] = [1, 2, 3, 4, 5];

/** No route takes this parameter, which is looked at after the rights and before anything else: whoever may use the route gets a 400. */
const PROBE = 'no-such-parameter=1';
const IS_ALLOWED = 400;

describe('Every route', () => {
  let operations: Operation[];
  beforeAll(async () => void (operations = operationsOf((await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject)));

  it.each(ROLES.map((name, index) => [name, index] as const))('is open to the role %s as far as it should be', async (_, index) => {
    const key = await keyWith(index + 1);
    const faults: string[] = [];
    for (const operation of operations) {
      const isAllowed = mayUse(index + 1, operation);
      const { status, body } = await requestAs(service, key, operation.method as Method, `${operation.pathWith()}?${PROBE}`);
      const { type, missing } = body as { type: string; missing?: string[] };
      if (status !== (isAllowed ? IS_ALLOWED : 403)) faults.push(`${operation.name}: ${status}`);
      if (status === 403 && !(type === '/problems/missing-scope' && missing && missing.length > 0))
        faults.push(`${operation.name}: ${type}`);
    }
    expect(faults).toEqual([]);
    expect(operations.length).toBeGreaterThan(200);
  });

  it('says in the documentation what it requires', () => {
    const described = new Map(operations.map(({ name, described: { description = '' } }) => [name, description]));
    expect(described.get('GET /api/Jobs/{id}')).toContain('Requires the scope jobs:read.');
    expect(described.get('POST /api/Jobs/Search')).toContain('Requires the scope jobs:read.');
    expect(described.get('POST /api/Candidates/Import')).toContain('Requires the scope candidates:write.');
    expect(described.get('GET /api/Jobs/{id}/Activities')).toContain('Requires the scopes jobs:read and activities:read.');
    expect(described.get('PUT /api/Users/{id}')).toContain('Requires the scope administration.');
    expect(described.get('GET /api/Me')).not.toContain('Requires');
  });
});

describe('A role', () => {
  it('allows exactly its scopes', async () => {
    const key = await keyWith(await newRole('jobs:read', 'candidates:read', 'candidates:write'));
    expect(await scopesOf(key)).toEqual(['candidates:read', 'jobs:read', 'candidates:write']);
    expect(await statusAs(key, 'get', '/api/Jobs/1')).toBe(200);
    expect(await statusAs(key, 'post', '/api/Jobs/Query', {})).toBe(200);
    expect(await statusAs(key, 'put', '/api/Jobs/1', { title: 'X' })).toBe(403);
    expect(await statusAs(key, 'put', '/api/Candidates/1/V2', { weeksNotice: 3 })).toBe(200);
    expect(await statusAs(key, 'post', '/api/Candidates/1/Tags', { tag: 'Met' })).toBe(201);
    expect(await statusAs(key, 'get', '/api/Candidates/1/Activities')).toBe(403);
    expect(await statusAs(key, 'get', '/api/Contacts/1')).toBe(403);
    const { body } = await requestAs(service, key, 'delete', '/api/Jobs/1').expect(403);
    expect(body).toMatchObject({
      type: '/problems/missing-scope',
      detail: 'This requires the scope jobs:write, which you do not have. Your role: jobs:read.',
      missing: ['jobs:write'],
    });
  });

  it('shows deliveries without their words unless it has all scopes that reading automations requires', async () => {
    const [limited, reader] = [await keyWith(await newRole('deliveries:read')), await keyWith(READ_ONLY)];
    const listed = async (key: string) =>
      (await requestAs(service, key, 'get', '/api/Deliveries?limit=1000').expect(200)).body as { id: string; subject: string | null }[];
    const all = await listed(reader);
    const [mail] = all.filter(({ subject }) => subject !== null);
    expect(await listed(limited)).toEqual(all.map((each) => ({ ...each, subject: null })));
    const found = async (key: string): Promise<unknown> => (await requestAs(service, key, 'get', `/api/Deliveries/${mail!.id}`)).body;
    expect(await found(reader)).toMatchObject({ subject: mail!.subject, body: expect.stringMatching(/./) as string });
    expect(await found(limited)).toMatchObject({ id: mail!.id, subject: null, body: '', html: null });
  });

  it('without scopes allows nothing but what concerns the caller', async () => {
    const key = await keyWith(await newRole());
    expect(await scopesOf(key)).toEqual([]);
    expect(await statusAs(key, 'get', '/api/Me/Notifications')).toBe(200);
    expect(await statusAs(key, 'get', '/api/Jobs')).toBe(403);
  });

  it('that changes counts from the next request on', async () => {
    const role = await newRole('jobs:read');
    const key = await keyWith(role);
    expect(await statusAs(key, 'get', '/api/Clients/1')).toBe(403);
    await asAdmin('put', `/api/Roles/${role}`)
      .send({ scopes: ['clients:read'] })
      .expect(200);
    expect([await statusAs(key, 'get', '/api/Clients/1'), await statusAs(key, 'get', '/api/Jobs/1')]).toEqual([200, 403]);
  });

  it('of a user can be replaced', async () => {
    const id = await createUser(service, { name: 'Promoted', roleID: READ_ONLY });
    const key = await keyOfUser(id);
    expect(await statusAs(key, 'put', '/api/Jobs/1', {})).toBe(403);
    const { body } = await asAdmin('put', `/api/Users/${id}`).send({ roleID: CONSULTANT }).expect(200);
    expect(body).toMatchObject({ roleID: CONSULTANT, roleName: 'Consultant' });
    expect(await statusAs(key, 'put', '/api/Jobs/1', {})).toBe(200);
  });

  it('is Consultant for a new user unless another is named, and for the first user Administrator', async () => {
    expect(await created('Users', { name: 'New' })).toMatchObject({ roleID: CONSULTANT, roleName: 'Consultant' });
    expect((await asAdmin('get', '/api/Users/1').expect(200)).body).toMatchObject({ roleName: 'Administrator' });
    const { body } = await asAdmin('get', '/api/Roles').expect(200);
    expect((body as Body[]).slice(0, 5).map(({ name, isBuiltIn }) => [name, isBuiltIn])).toEqual(ROLES.map((name) => [name, true]));
  });

  it('keeps everything but its own fields when it is changed', async () => {
    const id = await newRole('jobs:read');
    const before = (await asAdmin('get', `/api/Roles/${id}`).expect(200)).body as Body;
    const { body } = await asAdmin('put', `/api/Roles/${id}`)
      .send({ ...before, description: 'Looks.' })
      .expect(200);
    expect(body).toMatchObject({ name: 'jobs:read', description: 'Looks.', scopes: ['jobs:read'], isBuiltIn: false });
  });

  it.each([ADMINISTRATOR, CONSULTANT, PAYROLL_CONNECTOR, READ_ONLY, QA])(
    '%i, which ships with the service, cannot be changed',
    async (id) => {
      await asAdmin('put', `/api/Roles/${id}`).send({ scopes: [] }).expect(409);
      await asAdmin('put', `/api/Roles/${id}`).send({ name: 'Other' }).expect(409);
      await asAdmin('delete', `/api/Roles/${id}`).expect(409);
    },
  );

  it('that users have cannot be deleted', async () => {
    const role = await newRole('jobs:read');
    const user = await createUser(service, { name: 'Holder', roleID: role });
    expect((await asAdmin('delete', `/api/Roles/${role}`).expect(409)).body).toMatchObject({
      detail: expect.stringContaining('1 user') as string,
    });
    await asAdmin('put', `/api/Users/${user}`).send({ roleID: CONSULTANT }).expect(200);
    await asAdmin('delete', `/api/Roles/${role}`).expect(204);
    const body = { name: 'Late', roleID: role };
    expect(pointersOf((await asAdmin('post', '/api/Users').send(body).expect(400)).body as Body)).toEqual(['/roleID']);
    expect(pointersOf((await asAdmin('post', '/api/ApiKeys').send(body).expect(400)).body as Body)).toEqual(['/roleID']);
  });

  it.each<[scopes: unknown, lacking: string]>([
    [['jobs:write'], 'must also contain jobs:read'],
    [['lists:read'], 'must also contain candidates:read, contacts:read, clients:read, jobs:read'],
    [['automation:read', 'candidates:read'], 'must also contain contacts:read'],
    [['changes:read'], 'must also contain candidates:read'],
    [['payroll-credentials'], 'must also contain payroll:read, payroll:write'],
    [['salaries'], 'must contain only these scopes'],
    [['jobs:read', 'jobs:read'], 'must not contain a scope twice'],
    ['jobs:read', 'must be an array of scopes'],
    [null, 'must be an array of scopes'],
  ])('cannot have the scopes %j', async (scopes, detail) => {
    const { body } = await asAdmin('post', '/api/Roles').send({ name: 'Incomplete', scopes }).expect(400);
    expect((body as { errors: object[] }).errors[0]).toMatchObject({
      pointer: '/scopes',
      detail: expect.stringContaining(detail) as string,
    });
  });
});

describe('The role of a key', () => {
  it('narrows that of its user', async () => {
    const user = await createUser(service, { name: 'Narrow', roleID: CONSULTANT });
    const key = await keyOfUser(user, READ_ONLY);
    expect((await requestAs(service, key, 'get', '/api/Me').expect(200)).body).toMatchObject({ role: 'Read-only', userID: user });
    expect([await statusAs(key, 'get', '/api/Jobs/1'), await statusAs(key, 'put', '/api/Jobs/1', {})]).toEqual([200, 403]);
    expect(await statusAs(await keyOfUser(user), 'put', '/api/Jobs/1', {})).toBe(200);
  });

  it('adds nothing to that of its user', async () => {
    const key = await keyOfUser(await createUser(service, { name: 'Seer', roleID: READ_ONLY }), ADMINISTRATOR);
    expect(await statusAs(key, 'put', '/api/Jobs/1', {})).toBe(403);
    expect(await statusAs(key, 'get', '/api/Roles')).toBe(403);
  });

  it('is kept by a rotation', async () => {
    const { id } = await createKey(service, { name: 'Rotated', roleID: READ_ONLY });
    const { body } = await asAdmin('post', `/api/ApiKeys/${id}/Rotate`).expect(201);
    expect(body).toMatchObject({ roleID: READ_ONLY });
    expect(await statusAs((body as { key: string }).key, 'put', '/api/Jobs/1', {})).toBe(403);
  });

  it('that has been deleted allows nothing', async () => {
    const role = await newRole('jobs:read');
    const key = await keyOfUser(1, role);
    expect(await statusAs(key, 'get', '/api/Jobs/1')).toBe(200);
    await asAdmin('delete', `/api/Roles/${role}`).expect(204);
    expect(await statusAs(key, 'get', '/api/Jobs/1')).toBe(403);
  });
});

describe('A caller who may administer, but not write jobs,', () => {
  const READS = ['users:read', 'divisions:read', 'configuration:read', 'jobs:read'];
  let key: string;
  let jobWriter: number;
  beforeAll(async () => {
    key = await keyWith(await newRole('administration', ...READS));
    jobWriter = await newRole('jobs:write', 'jobs:read');
  });
  const refused = async (method: Method, path: string, body: object): Promise<void> => {
    const { body: problem } = await requestAs(service, key, method, path).send(body).expect(403);
    expect(problem).toMatchObject({ type: '/problems/missing-scope', missing: expect.arrayContaining(['jobs:write']) as string[] });
  };

  it('cannot create or extend a role that may', async () => {
    await refused('post', '/api/Roles', { name: 'More', scopes: ['jobs:read', 'jobs:write'] });
    const own = await newRole('jobs:read');
    await refused('put', `/api/Roles/${own}`, { scopes: ['jobs:read', 'jobs:write'] });
    expect(await statusAs(key, 'put', `/api/Roles/${jobWriter}`, { scopes: ['jobs:read'] })).toBe(200);
    await refused('put', `/api/Roles/${jobWriter}`, { scopes: ['jobs:read', 'jobs:write'] });
    await asAdmin('put', `/api/Roles/${jobWriter}`)
      .send({ scopes: ['jobs:read', 'jobs:write'] })
      .expect(200);
  });

  it('cannot give such a role to a user', async () => {
    await refused('post', '/api/Users', { name: 'Accomplice', roleID: jobWriter });
    await refused('post', '/api/Users', { name: 'Accomplice' });
    const id = await createUser(service, { name: 'Harmless', roleID: await newRole('jobs:read') });
    await refused('put', `/api/Users/${id}`, { roleID: ADMINISTRATOR });
  });

  it('cannot get a key with such rights, by creation or rotation', async () => {
    const owner = await createUser(service, { name: 'Writer', roleID: jobWriter });
    await refused('post', '/api/ApiKeys', { name: 'Theirs', userID: owner });
    await refused('post', '/api/ApiKeys', { name: 'The first', userID: 1 });
    const { id } = await createKey(service, { name: 'Theirs', userID: owner });
    await refused('post', `/api/ApiKeys/${id}/Rotate`, {});
    expect(await statusAs(key, 'post', '/api/ApiKeys', { name: 'Narrow', userID: owner, roleID: await newRole('jobs:read') })).toBe(201);
  });
});

describe('The last administrator', () => {
  it('can neither be demoted nor removed', async () => {
    const own = await startApp({ DEMO_DATA: 'false' });
    try {
      const put = (id: number, body: object) => own.http.put(`/api/Users/${id}`).send(body);
      expect((await put(1, { roleID: CONSULTANT }).expect(409)).body).toMatchObject({
        detail: 'User 1 is the last administrator: make another user an administrator first.',
      });
      const { id } = (await own.http.post('/api/Users').send({ name: 'Second', roleID: ADMINISTRATOR }).expect(201)).body as { id: number };
      await put(1, { roleID: CONSULTANT }).expect(200);
      for (const body of [{ roleID: READ_ONLY }, { isActive: false }, { deleted: true }]) await put(id, body).expect(409);
      await own.http.delete(`/api/Users/${id}`).expect(409);
      await put(1, { roleID: ADMINISTRATOR }).expect(200);
      await put(id, { isActive: false }).expect(200);
    } finally {
      await own.close();
    }
  });
});

describe('Payroll credentials', () => {
  const PATH = '/api/divisions/1/payroll-integration';

  it('can be changed only with their scope', async () => {
    const qa = await keyWith(QA);
    expect(await statusAs(qa, 'put', PATH, { entityID: 7 })).toBe(200);
    for (const body of [{ apiKey: 'x' }, { apiPassword: '' }, { apiUsername: null, entityID: 8 }]) {
      const { body: problem } = await requestAs(service, qa, 'put', PATH).send(body).expect(403);
      expect(problem).toMatchObject({ missing: ['payroll-credentials'] });
    }
    const connector = await keyWith(PAYROLL_CONNECTOR);
    const { body } = await requestAs(service, connector, 'put', PATH).send({ apiKey: 'secret' }).expect(200);
    expect(body).toMatchObject({ apiKey: '<API_KEY>', entityID: 7 });
    expect(await statusAs(qa, 'put', PATH, { apiKey: '<API_KEY>', entityID: 9 })).toBe(200);
  });
});
