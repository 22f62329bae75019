import { createHash } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';
import { operationsOf } from './support/operations';

const hash = (key: string): string => createHash('sha256').update(key).digest('hex');
const KEYS = {
  DEMO_DATA: 'false',
  API_KEYS: `Alice:${hash('key of alice')},payroll robot:${hash('key of the robot')},Zed:${hash('key-of-zed')},Once:${hash('key of once')}`,
};

let service: TestApp;
beforeAll(async () => void (service = await startApp(KEYS)));
afterAll(() => service.close());

const as = (key: string, method: 'get' | 'put' | 'post', path: string) => service.http[method](path).set('X-Api-Key', key);
interface Me {
  userID: number;
  name: string;
}
const me = async (key: string): Promise<Me> => (await as(key, 'get', '/api/Me').expect(200)).body as Me;

describe('An API key', () => {
  it('always acts as the same user of its own', async () => {
    const alice = await me('key of alice');
    expect(alice).toMatchObject({ userID: expect.any(Number), name: 'Alice', scope: { divisions: 'all' } });
    expect(await me('key of alice')).toEqual(alice);
    expect((await me('key of the robot')).userID).not.toBe(alice.userID);
    expect(await queryRows(service, 'SELECT name, apiKeyName FROM `user` WHERE id = ?', [alice.userID])).toEqual([
      { name: 'Alice', apiKeyName: 'Alice' },
    ]);
  });

  it('is accepted as a bearer token too', async () => {
    const { body } = await service.http.get('/api/Me').set('Authorization', 'Bearer key-of-zed').expect(200);
    expect(body).toMatchObject({ name: 'Zed' });
  });

  it('acts as the existing user with its key name, whatever the display name of that user', async () => {
    const id = await seedRecord(service, 'User', { name: 'Onora Ncé', apiKeyName: 'Once', isActive: true });
    expect(await me('key of once')).toMatchObject({ userID: id, name: 'Once' });
  });

  it('creates one user, however many first requests arrive at the same moment', async () => {
    const { UserDirectory } = await import('../src/core/callers/index.js');
    const directory = service.app.get(UserDirectory, { strict: false });
    const ids = await Promise.all(Array.from({ length: 10 }, () => directory.userFor('Dave')));
    expect(new Set(ids).size).toBe(1);
    expect(await queryRows(service, "SELECT id FROM `user` WHERE apiKeyName = 'Dave'")).toHaveLength(1);
  });

  it.each([
    ['no key', {}],
    ['an unknown key', { 'X-Api-Key': 'key of nobody' }],
    ['the name of a key', { 'X-Api-Key': 'Alice' }],
    ['the hash of a key', { 'X-Api-Key': hash('key of alice') }],
    ['an empty key', { 'X-Api-Key': '' }],
    ['a password', { Authorization: `Basic ${Buffer.from('Alice:key of alice').toString('base64')}` }],
  ])('is required: %s is rejected', async (_, headers) => {
    for (const path of ['/api/Me', '/api/Candidates/1', '/api/nothing']) {
      const response = await service.http
        .get(path)
        .set(headers)
        .expect(401)
        .expect('WWW-Authenticate', /^Bearer/);
      expect(response.body).toMatchObject({ type: '/problems/unauthenticated', status: 401, instance: path });
    }
  });

  it('is not required for health checks and the API description', async () => {
    for (const path of ['/health/live', '/health/ready', '/api/openapi.json']) await service.http.get(path).expect(200);
  });
});

describe('The author of a change', () => {
  it('is the user of the key', async () => {
    const candidate = await seedRecord(service, 'Candidate');
    const path = `/api/Candidates/${candidate}/V2`;
    const flagged = await as('key of alice', 'put', path).send({ isRedFlagged: true }).expect(200);
    expect(flagged.body).toMatchObject({ redFlaggedByUserName: 'Alice' });
    const commented = await as('key of the robot', 'put', path).send({ redFlaggedComments: 'Seen.' }).expect(200);
    expect(commented.body).toMatchObject({ redFlaggedByUserName: 'Alice', redFlaggedComments: 'Seen.' });
    expect(await queryRows(service, 'SELECT updatedByID FROM candidate WHERE id = ?', [candidate])).toEqual([
      { updatedByID: (await me('key of the robot')).userID },
    ]);
  });

  it('is recorded for the configuration', async () => {
    await as('key of alice', 'post', '/api/Configuration/Clients')
      .send([{ type: 'banner', value: 'x' }])
      .expect(200);
    await as('key of the robot', 'post', '/api/Configuration/Clients')
      .send([{ type: 'BANNER', value: 'y' }])
      .expect(200);
    expect(await queryRows(service, "SELECT updatedByID FROM setting WHERE folded = 'banner'")).toEqual([
      { updatedByID: (await me('key of the robot')).userID },
    ]);
  });

  it('is the author of the automation when no owner is set', async () => {
    const body = { name: 'Mine', triggerID: 3, eventID: 16, statusID: 1 };
    expect((await as('key of alice', 'post', '/api/Automation').send(body).expect(200)).body).toMatchObject({
      userId: (await me('key of alice')).userID,
    });
  });
});

describe('After a restart', () => {
  it('a key acts as the same user, and a removed one is rejected', async () => {
    const alice = await me('key of alice');
    service = await service.restart({ ...KEYS, API_KEYS: `Alice:${hash('key of alice')}` });
    expect(await me('key of alice')).toEqual(alice);
    await as('key of the robot', 'get', '/api/Me').expect(401);
  });

  it('without any keys, every caller is user 1', async () => {
    service = await service.restart({ DEMO_DATA: 'false' });
    expect((await service.http.get('/api/Me').expect(200)).body).toMatchObject({ userID: 1, name: 'open', scope: { divisions: 'all' } });
  });

  it.each([
    ['under another name', { Host: 'recruitment.example.com' }],
    ['of a page of another host', { Origin: 'https://elsewhere.example.com' }],
    ['of a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['of a proxy', { 'X-Forwarded-For': '203.0.113.7' }],
    ['of a proxy that names no address', { Via: '1.1 gateway' }],
    ['of a proxy that follows the standard', { Forwarded: 'for=203.0.113.7' }],
  ])('without any keys, requests %s are refused', async (_, headers) => {
    const { body } = await service.http.get('/api/Me').set(headers).expect(403);
    expect(body).toMatchObject({ type: '/problems/forbidden', detail: expect.stringContaining('In open mode') });
  });

  it('without any keys, pages of this machine may use the API', async () => {
    const page = { Origin: 'http://localhost:5173', 'Sec-Fetch-Site': 'same-site' };
    const { headers } = await service.http.get('/api/Me').set(page).expect(200);
    expect(headers).toMatchObject({ 'access-control-allow-origin': page.Origin });
  });
});

describe('Pages of ALLOWED_ORIGINS', () => {
  const page = { Origin: 'https://crm.example.com' };
  const preflight = { 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'x-api-key,if-match' };
  beforeAll(
    async () =>
      void (service = await service.restart({ ...KEYS, ALLOWED_ORIGINS: 'https://intranet.example.com,https://crm.example.com' })),
  );

  it('are told without a key what they may send', async () => {
    const { headers } = await service.http.options('/api/Candidates/1').set(page).set(preflight).expect(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': page.Origin,
      'access-control-allow-methods': expect.stringContaining('PUT'),
      'access-control-allow-headers': 'x-api-key,if-match',
      'access-control-max-age': '7200',
    });
  });

  it('need a key, and can read the headers of the response', async () => {
    await service.http.get('/api/Me').set(page).expect(401);
    const { headers } = await as('key of alice', 'get', '/api/Me').set(page).expect(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': page.Origin,
      'access-control-expose-headers': expect.stringContaining('X-Total-Count'),
    });
  });

  it('can read every header by which a response of the API says something', async () => {
    const { headers } = await as('key of alice', 'get', '/api/Me').set(page).expect(200);
    const exposed = String(headers['access-control-expose-headers']).split(',');
    const document = (await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject;
    const responses = operationsOf(document).flatMap(({ described }) => Object.values(described.responses));
    const inDocument = responses.flatMap((each) => Object.keys((each && 'headers' in each && each.headers) || {}));
    expect(inDocument).toContain('Content-Disposition');
    const others = ['Accept-Ranges', 'Content-Range', 'Deprecation', 'Sunset', 'Retry-After', 'RateLimit', 'WWW-Authenticate'];
    expect([...inDocument, ...others].filter((name) => !exposed.includes(name))).toEqual([]);
  });

  it('are no others', async () => {
    const { headers } = await service.http.options('/api/Candidates/1').set({ Origin: 'https://elsewhere.example.com' }).set(preflight);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});
