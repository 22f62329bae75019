import { createHash } from 'node:crypto';
import type { Body } from './support/api-client';
import { pointersOf } from './support/api-client';
import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN, type NewKey } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { queryRows } from './support/database';

let service: TestApp;
let userID: number;
beforeAll(async () => {
  service = await startApp({ ...WITH_ADMIN, CLOCK_START: '2026-11-20T02:00:00Z' });
  userID = await createUser(service, { name: 'Amelia Hart' });
});
afterAll(() => service.close());

const at = (CLOCK_START: string) => ({ ...WITH_ADMIN, CLOCK_START });
const asAdmin = (method: 'get' | 'post' | 'put' | 'delete', path: string) => requestAs(service, ADMIN_KEY, method, path);
const newKey = (body: object = {}): Promise<NewKey> => createKey(service, { name: 'Laptop', userID, ...body });
const statusOf = async (key: string): Promise<number> => (await requestAs(service, key, 'get', '/api/Me')).status;
const found = async (id: number): Promise<Body> => (await asAdmin('get', `/api/ApiKeys/${id}`).expect(200)).body as Body;
const rotate = (id: number, body: object = {}) => asAdmin('post', `/api/ApiKeys/${id}/Rotate`).send(body);
const revoke = (id: number) => asAdmin('post', `/api/ApiKeys/${id}/Revoke`);

describe('An API key in the database', () => {
  it('acts as its user, in the header for bearer tokens and in X-Api-Key', async () => {
    const { key } = await newKey();
    const me = { userID, name: 'Laptop' };
    expect((await requestAs(service, key, 'get', '/api/Me').expect(200)).body).toMatchObject(me);
    expect((await service.http.get('/api/Me').set('X-Api-Key', key).expect(200)).body).toMatchObject(me);
    const { body: client } = await requestAs(service, key, 'post', '/api/Clients').send({ name: 'Acme' }).expect(201);
    expect(client).toMatchObject({ ownerID: userID });
  });

  it('belongs to the caller if no user is named', async () => {
    const { body: me } = await asAdmin('get', '/api/Me').expect(200);
    expect(await createKey(service, { name: 'Mine' })).toMatchObject({ userID: (me as Body)['userID'] });
  });

  it('is shown once, and only its beginning later', async () => {
    const { key, ...rest } = await newKey({ name: 'Website' });
    expect(key).toMatch(/^rms_[\w-]{54}$/);
    expect(rest).toMatchObject({ name: 'Website', userID, prefix: key.slice(0, 12), isLive: true, expiresDate: null, lastUsedDate: null });
    expect(await found(rest.id)).toEqual(rest);
    const { text } = await asAdmin('get', '/api/ApiKeys').expect(200);
    expect(text).toContain(rest.prefix);
    expect(text).not.toContain(key);
  });

  it('is stored as its SHA-256 only', async () => {
    const { id, key, prefix } = await newKey();
    const [row] = await queryRows<Body>(service, 'SELECT * FROM api_key WHERE id = ?', [id]);
    expect(row).toMatchObject({ sha256: createHash('sha256').update(key).digest('hex'), prefix });
    expect(JSON.stringify(row)).not.toContain(key.slice(prefix.length));
  });

  it('is not the same twice', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => newKey()));
    expect(new Set(keys.map(({ key }) => key)).size).toBe(20);
  });

  it('is not in the stored response to a repeated request', async () => {
    const send = () => asAdmin('post', '/api/ApiKeys').set('Idempotency-Key', 'once').send({ name: 'Repeated' }).expect(201);
    const first = (await send()).body as NewKey;
    const second = await send();
    const { key, ...rest } = first;
    expect(second.headers).toMatchObject({ 'idempotency-replayed': 'true', location: `/api/ApiKeys/${first.id}` });
    expect(second.body).toEqual(rest);
    expect(await statusOf(key)).toBe(200);
    expect(JSON.stringify(await queryRows(service, 'SELECT * FROM idempotent_answer'))).not.toContain(key.slice(12));
  });

  it.each([
    ['one that differs in the last character', (key: string) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
    ['its visible prefix', (key: string) => key.slice(0, 12)],
    ['its hash', (key: string) => createHash('sha256').update(key).digest('hex')],
    ['one in other letters', (key: string) => key.toUpperCase()],
  ])('is required exactly: %s is rejected with 401', async (_, wrong) => {
    const { key } = await newKey();
    const { body } = await requestAs(service, wrong(key), 'get', '/api/Me')
      .expect(401)
      .expect('WWW-Authenticate', /^Bearer error="invalid_token"/);
    expect(body).toMatchObject({ type: '/problems/unauthenticated' });
  });

  it('is rejected with 403 while its user is inactive', async () => {
    const other = await createUser(service, { name: 'Leaver' });
    const { key } = await newKey({ userID: other });
    await asAdmin('put', `/api/Users/${other}`).send({ isActive: false }).expect(200);
    const { body } = await requestAs(service, key, 'get', '/api/Me').expect(403);
    expect(body).toMatchObject({ detail: `The user ${other} of the key Laptop is no longer active.` });
    await asAdmin('put', `/api/Users/${other}`).send({ isActive: true }).expect(200);
    expect(await statusOf(key)).toBe(200);
  });

  it.each<[body: object, pointer: string]>([
    [{}, '/name'],
    [{ name: ' ' }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ name: 'A', userID: 2147483647 }, '/userID'],
    [{ name: 'A', userID: '1' }, '/userID'],
    [{ name: 'A', expiresDate: 'soon' }, '/expiresDate'],
    [{ name: 'A', expiresDate: '2026-11-20T01:59:59Z' }, '/expiresDate'],
    [{ name: 'A', key: 'chosen' }, '/key'],
  ])('is not created from %j', async (body, pointer) => {
    expect(pointersOf((await asAdmin('post', '/api/ApiKeys').send(body).expect(400)).body as Body)).toEqual([pointer]);
  });

  it('is listed by id, page by page', async () => {
    const { headers, body } = await asAdmin('get', '/api/ApiKeys?limit=2').expect(200);
    const [, next = ''] = /<(.*)>/.exec(String(headers['link'])) ?? [];
    const { body: second } = await asAdmin('get', next).expect(200);
    const ids = [...(body as NewKey[]), ...(second as NewKey[])].map(({ id }) => id);
    expect(ids).toHaveLength(4);
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
    expect(Number(headers['x-total-count'])).toBeGreaterThan(4);
  });
});

describe('A revoked key', () => {
  it('is rejected from the next request on, and still listed', async () => {
    const { id, key } = await newKey();
    expect(await statusOf(key)).toBe(200);
    const { body } = await revoke(id).expect(200);
    expect(body).toMatchObject({ id, isLive: false, revokedDate: expect.any(String) as string });
    expect((await requestAs(service, key, 'get', '/api/Me').expect(401)).body).toMatchObject({
      detail: expect.stringContaining('has been revoked') as string,
    });
    expect((await revoke(id).expect(200)).body).toMatchObject({ revokedDate: (body as Body)['revokedDate'] });
  });

  // an embedded database is used by one process only
  if (process.env['TEST_DATABASE_URL'])
    it('is rejected by every process at once', async () => {
      const twin = await service.twin();
      try {
        const { id, key } = await newKey();
        await requestAs(twin, key, 'get', '/api/Me').expect(200);
        await revoke(id).expect(200);
        await requestAs(twin, key, 'get', '/api/Me').expect(401);
      } finally {
        await twin.close();
      }
    });

  it('cannot be rotated', async () => {
    const { id } = await newKey();
    await revoke(id).expect(200);
    expect((await rotate(id).expect(409)).body).toMatchObject({ detail: expect.stringContaining('is revoked') as string });
  });
});

describe('The rotation of a key', () => {
  it('makes a second live key for the same user', async () => {
    const old = await newKey({ name: 'Rotated' });
    const { body, headers } = await rotate(old.id).expect(201);
    const made = body as NewKey;
    expect(headers['location']).toBe(`/api/ApiKeys/${made.id}`);
    expect(made).toMatchObject({ name: 'Rotated', userID, isLive: true, expiresDate: null });
    expect([await statusOf(old.key), await statusOf(made.key)]).toEqual([200, 200]);
    expect(await found(old.id)).toMatchObject({ isLive: true, replacedByID: made.id });
  });

  it('ends the old key at once if asked to', async () => {
    const old = await newKey();
    const { body } = await rotate(old.id, { graceHours: 0 }).expect(201);
    expect([await statusOf(old.key), await statusOf((body as NewKey).key)]).toEqual([401, 200]);
  });

  it('can be repeated until the new key is used', async () => {
    const old = await newKey();
    const first = (await rotate(old.id).expect(201)).body as NewKey;
    const second = (await rotate(old.id).expect(201)).body as NewKey;
    expect([await statusOf(old.key), await statusOf(first.key), await statusOf(second.key)]).toEqual([200, 401, 200]);
    expect((await rotate(old.id).expect(409)).body).toMatchObject({
      detail: expect.stringContaining(`replaced by ${second.id}`) as string,
    });
  });

  it.each<[what: string, expiresDate: string | null]>([
    ['for ever', null],
    ['for a year', '2027-11-20T02:00:00Z'],
  ])('gives the new key as long a life when it is repeated: %s', async (_, expiresDate) => {
    const old = await newKey({ expiresDate });
    const lives = ({ createdDate, expiresDate: end }: Body): number => Date.parse(String(end)) - Date.parse(String(createdDate));
    for (let time = 0; time < 3; time++) {
      const made = (await rotate(old.id).expect(201)).body as NewKey;
      if (expiresDate === null) expect(made).toMatchObject({ expiresDate: null });
      else expect(lives(made)).toBe(lives(old));
    }
  });

  it('gives the new key as long a life when the unused one was revoked', async () => {
    const old = await newKey();
    const lost = (await rotate(old.id).expect(201)).body as NewKey;
    await revoke(lost.id).expect(200);
    expect((await rotate(old.id).expect(201)).body).toMatchObject({ expiresDate: null });
  });

  it.each<[body: object, pointer: string]>([
    [{ graceHours: 169 }, '/graceHours'],
    [{ graceHours: -1 }, '/graceHours'],
    [{ expiresDate: '2020-01-01' }, '/expiresDate'],
  ])('is rejected with %j', async (body, pointer) => {
    const { id } = await newKey();
    expect(pointersOf((await rotate(id, body).expect(400)).body as Body)).toEqual([pointer]);
  });
});

describe('Last use', () => {
  it('is stored, at most once a minute', async () => {
    const { id, key } = await newKey();
    const lastUse = async (): Promise<string> => String((await found(id))['lastUsedDate']);
    expect(await statusOf(key)).toBe(200);
    service = await service.restart(at('2026-11-20T03:00:00Z'));
    const first = await lastUse();
    expect(first).toMatch(/^2026-11-20T02:/);
    expect(await statusOf(key)).toBe(200);
    service = await service.restart(at('2026-11-20T03:00:30Z'));
    const second = await lastUse();
    expect(second).toMatch(/^2026-11-20T03:00:/);
    expect(await statusOf(key)).toBe(200);
    service = await service.restart(at('2026-11-20T03:00:40Z'));
    expect(await lastUse()).toBe(second);
  });
});

describe('In the course of time', () => {
  it('a key expires, and a rotated one ends with its grace', async () => {
    service = await service.restart(at('2026-12-01T00:00:00Z'));
    const brief = await newKey({ expiresDate: '2026-12-01T06:00:00Z' });
    const old = await newKey({ expiresDate: '2026-12-31' });
    const made = (await rotate(old.id, { graceHours: 3 }).expect(201)).body as NewKey;
    expect(made['expiresDate']).toMatch(/^2026-12-3[01]T/);
    const statuses = async () => [await statusOf(brief.key), await statusOf(old.key), await statusOf(made.key)];
    expect(await statuses()).toEqual([200, 200, 200]);
    service = await service.restart(at('2026-12-01T03:01:00Z'));
    expect(await statuses()).toEqual([200, 401, 200]);
    service = await service.restart(at('2026-12-01T06:00:00Z'));
    expect(await statuses()).toEqual([401, 401, 200]);
    expect((await requestAs(service, brief.key, 'get', '/api/Me')).body).toMatchObject({
      detail: expect.stringContaining('has expired') as string,
    });
    expect(await found(brief.id)).toMatchObject({ isLive: false, revokedDate: null });
    service = await service.restart(at('2026-12-31T01:00:00Z'));
    expect(await statuses()).toEqual([401, 401, 401]);
  });
});

describe('The open mode', () => {
  it('ends at the next start after a key has been created, and does not come back when it is revoked', async () => {
    let open = await startApp({ DEMO_DATA: 'false' });
    const { id, key } = (await open.http.post('/api/ApiKeys').send({ name: 'First' }).expect(201)).body as NewKey;
    await open.http.get('/api/Me').expect(200);
    open = await open.restart();
    await open.http.get('/api/Me').expect(401);
    await open.http.get('/health/ready').expect(200);
    expect((await requestAs(open, key, 'get', '/api/Me').expect(200)).body).toMatchObject({ userID: 1, name: 'First' });
    await requestAs(open, key, 'post', `/api/ApiKeys/${id}/Revoke`).expect(200);
    open = await open.restart();
    await open.http.get('/api/Me').expect(401);
    await requestAs(open, key, 'get', '/api/Me').expect(401);
    await open.close();
  });
});

describe('npm run keys', () => {
  const perform = async (...args: string[]): Promise<string> => {
    const { manageKeys } = await import('../src/commands/manage-keys.js');
    const { readKeyArguments } = await import('../src/commands/keys-arguments.js');
    return manageKeys(service.settings, readKeyArguments(args));
  };
  const keyIn = (output: string): string => /^rms_\S+$/m.exec(output)?.[0] ?? '';

  it('creates, lists, rotates and revokes keys', async () => {
    const created = await perform('create', '--name', 'Night job', '--user', String(userID));
    const [, id = ''] = /^API key (\d+), Night job, acts as user/.exec(created) ?? [];
    expect(await statusOf(keyIn(created))).toBe(200);
    const rotated = await perform('rotate', id, '--grace-hours', '0');
    expect([await statusOf(keyIn(created)), await statusOf(keyIn(rotated))]).toEqual([401, 200]);
    const [, second = ''] = /^API key (\d+)/.exec(rotated) ?? [];
    await perform('revoke', second);
    expect(await statusOf(keyIn(rotated))).toBe(401);
    const listed = (await perform('list')).split('\n');
    expect(listed.find((line) => line.startsWith(`${second} `))).toMatch(/revoked .* Night job$/);
    expect(listed.join('\n')).not.toContain(keyIn(created));
  });

  it('gives users roles', async () => {
    const id = await createUser(service, { name: 'Grace Park' });
    expect(await perform('give-role', String(id), '--role', '1')).toBe(`User ${id}, Grace Park, has the role Administrator.\n`);
    expect((await asAdmin('get', `/api/Users/${id}`).expect(200)).body).toMatchObject({ roleID: 1 });
    await expect(perform('give-role', String(id), '--role', '999')).rejects.toThrow('--role must be');
    await expect(perform('give-role', '999999', '--role', '1')).rejects.toThrow('User 999999 not found');
  });

  it('makes the key of the first administrator in an empty database', async () => {
    const empty = await startApp({ DEMO_DATA: 'false' });
    await empty.stop();
    const { manageKeys } = await import('../src/commands/manage-keys.js');
    const { readKeyArguments } = await import('../src/commands/keys-arguments.js');
    const output = await manageKeys(empty.settings, readKeyArguments(['create', '--name', 'admin']));
    const started = await empty.restart();
    await started.http.get('/api/Me').expect(401);
    expect((await requestAs(started, keyIn(output), 'get', '/api/Me').expect(200)).body).toMatchObject({ userID: 1, name: 'admin' });
    await started.close();
  });

  it.each([
    [['create'], '--name is required.'],
    [['create', '--name', 'A', '--user', '2147483'], '--user must be the id of an active user.'],
    [['revoke', '2147483'], 'API key 2147483 not found.'],
  ])('says what is wrong: %j', async (args, message) => {
    await expect(perform(...args)).rejects.toThrow(message);
  });
});
