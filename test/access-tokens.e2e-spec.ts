import { exportSPKI, type JWTPayload } from 'jose';
import type { Body } from './support/api-client';
import { ADMIN_KEY, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { queryRows } from './support/database';
import { IdentityProvider, type Odd } from './support/identity-provider';

const MINUTE = 60;
const seconds = (): number => Math.floor(Date.now() / 1000);

let provider: IdentityProvider;
let service: TestApp;
let amelia: number;
const environment = (more: object = {}) => ({ ...WITH_ADMIN, OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: 'recruitment', ...more });

beforeAll(async () => {
  provider = await IdentityProvider.open();
  service = await startApp(environment());
  amelia = await createUser(service, { name: 'Amelia Hart', email: 'Amelia.Hart@Staffing.example.com', roleID: 4 });
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await service.close();
  await provider.stop();
});

/** From now on, the clock shows a later time. */
const later = (byMs: number): void => {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + byMs);
};
const AMELIA = { email: 'amelia.hart@staffing.example.com' };
const me = (token: string) => requestAs(service, token, 'get', '/api/Me');
const withToken = async (claims: JWTPayload = AMELIA, odd?: Odd) => me(await provider.token(claims, odd));
const rejected = async (token: string, detail: RegExp): Promise<void> => {
  const { body, headers } = await me(token).expect(401);
  expect(body).toMatchObject({ type: '/problems/unauthenticated', detail: expect.stringMatching(detail) as string });
  expect(headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", error_description="[^"\\]+"$/);
};
const usersWith = (email: string): Promise<object[]> => queryRows(service, 'SELECT id, name, roleID FROM `user` WHERE email = ?', [email]);

describe('An access token', () => {
  it('acts as the user of its e-mail address, with the rights of the role of that user', async () => {
    const { status, body } = await withToken();
    expect({ status, body: body as Body }).toMatchObject({
      status: 200,
      body: { userID: amelia, name: 'Amelia Hart', authentication: 'accessToken', role: 'Read-only' },
    });
    const token = await provider.token(AMELIA);
    await requestAs(service, token, 'get', '/api/Clients').expect(200);
    const { body: problem } = await requestAs(service, token, 'post', '/api/Clients').send({ name: 'Acme' }).expect(403);
    expect(problem).toMatchObject({ type: '/problems/missing-scope', missing: ['clients:write'] });
  });

  it('sees the divisions that its user sees', async () => {
    const { body } = await requestAs(service, ADMIN_KEY, 'post', '/api/divisions').send({ name: 'North' }).expect(201);
    const email = 'of.north@staffing.example.com';
    await createUser(service, { name: 'Of North', email, divisionIDs: [(body as { id: number }).id] });
    expect((await withToken({ email })).body).toMatchObject({ scope: { divisions: [(body as { id: number }).id] } });
  });

  it('is accepted besides API keys', async () => {
    expect((await me(ADMIN_KEY).expect(200)).body).toMatchObject({ name: 'admin', authentication: 'apiKey' });
    expect((await withToken()).status).toBe(200);
  });

  it('is no API key', async () => {
    await service.http
      .get('/api/Me')
      .set('X-Api-Key', await provider.token(AMELIA))
      .expect(401);
  });

  it.each<[string, JWTPayload & { header?: object }]>([
    ['of several audiences', { aud: ['other', 'recruitment'] }],
    ['of a clock that is a little fast', { nbf: seconds() + 10 }],
    ['that has just expired', { exp: seconds() - 5 }],
    ['of the type for access tokens', { header: { typ: 'at+jwt' } }],
    ['of the usual type', { header: { typ: 'JWT' } }],
    ['with an address in other letters', { email: 'AMELIA.HART@staffing.EXAMPLE.com' }],
    ['with a verified address', { email_verified: true }],
  ])('is accepted: one %s', async (_, { header, ...claims }) => {
    expect((await withToken({ ...AMELIA, ...claims }, { header })).body).toMatchObject({ userID: amelia });
  });

  it.each<[string, JWTPayload & { header?: object }, RegExp]>([
    ['that has expired', { exp: seconds() - 2 * MINUTE }, /has expired/],
    ['that never expires', { exp: undefined }, /no time at which it expires/],
    ['that is not valid yet', { nbf: seconds() + 4 * MINUTE }, /not valid yet/],
    ['for another audience', { aud: 'payroll' }, /another audience/],
    ['for no audience', { aud: undefined }, /another audience/],
    ['from another issuer', { iss: 'https://login.example.com' }, /another issuer/],
    ['without the claim of its user', { email: undefined }, /no claim email/],
    ['with another kind of claim', { email: ['amelia.hart@staffing.example.com'] }, /no claim email/],
    ['whose address is not verified', { email_verified: false }, /not verified/],
    ['for logging out', { header: { typ: 'logout+jwt' } }, /another type/],
  ])('is rejected: one %s', async (_, { header, ...claims }, detail) => {
    await rejected(await provider.token({ ...AMELIA, ...claims }, { header }), detail);
  });

  it('is rejected if its algorithm is none', async () => {
    const [, payload] = (await provider.token(AMELIA)).split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    for (const token of [`${header}.${payload}.`, `${header}.${payload}.AAAA`]) await rejected(token, /algorithm that is not accepted/);
  });

  it('is rejected if it is signed with the public key as a secret', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(provider.signing.publicKey));
    await rejected(await provider.token(AMELIA, { header: { alg: 'HS256' }, key: secret }), /algorithm that is not accepted/);
  });

  it('is rejected if anything in it was changed', async () => {
    const [header, , signature] = (await provider.token(AMELIA)).split('.');
    const [, payload] = (await provider.token({ email: 'someone.else@staffing.example.com' })).split('.');
    await rejected([header, payload, signature].join('.'), /signature .* is wrong/);
  });

  it('is rejected if it is not one', async () => {
    for (const token of ['a.b.c', '..', 'a.b.', `${'x'.repeat(5000)}.y.z`, 'eyJhbGciOiJFUzI1NiJ9.bnVsbA.AAAA', 'a.b.c.d.e'])
      expect({ token, status: (await me(token)).status }).toEqual({ token, status: 401 });
  });

  it('is rejected if it is enormous, and the service goes on', async () => {
    const { status } = await me(await provider.token({ ...AMELIA, groups: 'x'.repeat(40_000) }));
    expect(status).toBe(431);
    expect((await withToken({ ...AMELIA, groups: 'x'.repeat(8_000) })).status).toBe(200);
  });

  it('must be sent where nothing is, and the response does not say that one was wrong', async () => {
    const { body } = await service.http.get('/api/Me').expect(401).expect('WWW-Authenticate', 'Bearer');
    expect(body).toMatchObject({ detail: expect.stringContaining('an access token or an API key') as string });
  });
});

describe('The user of an access token', () => {
  const asAdmin = (method: 'put' | 'delete', path: string) => requestAs(service, ADMIN_KEY, method, path);

  it('must exist', async () => {
    const { status, body } = await withToken({ email: 'nobody@staffing.example.com' });
    expect({ status, body: body as Body }).toMatchObject({
      status: 403,
      body: { type: '/problems/forbidden', detail: expect.stringContaining('nobody@staffing.example.com') as string },
    });
  });

  it('is not another one whose address only looks alike', async () => {
    expect((await withToken({ email: 'Amélia.Hart@Staffing.example.com' })).status).toBe(403);
  });

  it('must be active, from the next request on', async () => {
    const email = 'leaver@staffing.example.com';
    const id = await createUser(service, { name: 'Leaver', email });
    const token = await provider.token({ email });
    await me(token).expect(200);
    await asAdmin('put', `/api/Users/${id}`).send({ isActive: false }).expect(200);
    expect((await me(token).expect(403)).body).toMatchObject({ detail: expect.stringContaining('no longer active') as string });
    await asAdmin('put', `/api/Users/${id}`).send({ isActive: true }).expect(200);
    await me(token).expect(200);
    await asAdmin('delete', `/api/Users/${id}`).expect(204);
    await me(token).expect(403);
  });

  it('must be one, not two', async () => {
    const email = 'shared@staffing.example.com';
    const first = await createUser(service, { name: 'One', email });
    const second = await createUser(service, { name: 'Two', email });
    const { status, body } = await withToken({ email });
    expect(status).toBe(403);
    expect(body).toMatchObject({ detail: expect.stringContaining(`${first}, ${second}`) as string });
    await asAdmin('delete', `/api/Users/${first}`).expect(204);
    expect((await withToken({ email })).body).toMatchObject({ userID: second });
  });

  it('cannot be taken over by whoever changes the address of a user with more rights', async () => {
    const { body: role } = await requestAs(service, ADMIN_KEY, 'post', '/api/Roles')
      .send({ name: 'Office', scopes: ['users:read', 'divisions:read', 'configuration:read', 'administration'] })
      .expect(201);
    const email = 'office@staffing.example.com';
    await createUser(service, { name: 'Office', email, roleID: (role as { id: number }).id });
    const token = await provider.token({ email });
    const admin = await createUser(service, { name: 'Other', email: 'other@staffing.example.com', roleID: 1 });
    const change = (body: object) => requestAs(service, token, 'put', `/api/Users/${admin}`).send(body);
    expect((await change({ email: 'mine@staffing.example.com' }).expect(403)).body).toMatchObject({ type: '/problems/missing-scope' });
    await change({ phone: '(02) 5550 0199' }).expect(200);
  });
});

describe('The keys of the provider', () => {
  beforeEach(async () => {
    await provider.rotate('first');
    service = await service.restart(environment());
    provider.reads = 0;
  });
  afterEach(async () => {
    provider.respond = undefined;
    await provider.stop();
    await provider.start();
  });

  it('are read once for many tokens', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => provider.token(AMELIA)));
    expect(new Set((await Promise.all(tokens.map((token) => me(token)))).map(({ status }) => status))).toEqual(new Set([200]));
    expect(provider.reads).toBe(1);
  });

  it('are read again for a new key, but not for every token with an unknown one', async () => {
    expect((await withToken()).status).toBe(200);
    await provider.rotate('second');
    const token = await provider.token(AMELIA);
    await rejected(token, /does not publish/);
    expect(provider.reads).toBe(1);
    later(11_000);
    await me(token).expect(200);
    for (let sent = 0; sent < 5; sent++)
      await rejected(await provider.token(AMELIA, { header: { kid: `unknown-${sent}` } }), /does not publish/);
    expect(provider.reads).toBe(2);
  });

  it('are no longer accepted some time after they were withdrawn', async () => {
    const token = await provider.token({ ...AMELIA, exp: seconds() + 60 * MINUTE });
    await me(token).expect(200);
    await provider.rotate('second');
    later(11 * MINUTE * 1000);
    await rejected(token, /does not publish/);
  });

  it('are not needed from a provider that is down, once they are known', async () => {
    const token = await provider.token({ ...AMELIA, exp: seconds() + 60 * MINUTE });
    await me(token).expect(200);
    await provider.stop();
    await me(token).expect(200);
    later(11 * MINUTE * 1000);
    await me(token).expect(200);
    expect((await withToken(AMELIA, { header: { kid: 'unknown' } })).status).toBe(503);
  });

  it.each<[string, () => void | Promise<void>]>([
    ['is down', () => provider.stop()],
    ['fails', () => void (provider.respond = (_, response) => void response.writeHead(500).end())],
    ['sends no JSON', () => void (provider.respond = (_, response) => void response.end('<html>'))],
    ['sends no keys', () => void (provider.respond = (_, response) => void response.end('{}'))],
    [
      'is another one',
      () => void (provider.respond = (_, response) => void response.end('{"issuer":"https://login.example.com","jwks_uri":"https://x"}')),
    ],
  ])('are needed: 503 while the provider %s, and 200 some time after that', async (_, breakIt) => {
    const token = await provider.token(AMELIA);
    await breakIt();
    const { body } = await me(token).expect(503).expect('Retry-After', '5');
    expect(body).toMatchObject({ detail: expect.stringContaining('identity provider') as string });
    await me(ADMIN_KEY).expect(200);
    provider.respond = undefined;
    await provider.stop();
    await provider.start();
    later(6_000);
    await me(token).expect(200);
  });

  it('are asked of a provider that never answers only until a time limit', async () => {
    provider.respond = () => undefined;
    const token = await provider.token(AMELIA);
    const responses = await Promise.all([me(token), me(token), me(token)]);
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
  });

  it('can be somewhere else than discovery says', async () => {
    service = await service.restart(environment({ OIDC_JWKS_URI: `${provider.issuer}/elsewhere` }));
    expect((await withToken()).status).toBe(200);
  });
});

describe('OIDC_USER_CLAIM', () => {
  it('names another claim for the address', async () => {
    service = await service.restart(environment({ OIDC_USER_CLAIM: 'https://staffing.example.com/upn' }));
    expect((await withToken({ 'https://staffing.example.com/upn': AMELIA.email })).body).toMatchObject({ userID: amelia });
    await rejected(await provider.token(AMELIA), /no claim https:/);
  });
});

describe('OIDC_CREATE_USERS', () => {
  beforeAll(async () => void (service = await service.restart(environment({ OIDC_CREATE_USERS: 'consultant' }))));

  it('creates an unknown user with that role, once', async () => {
    const email = 'noah@staffing.example.com';
    const tokens = await Promise.all(Array.from({ length: 10 }, () => provider.token({ email, name: 'Noah Reed' })));
    const bodies = (await Promise.all(tokens.map((token) => me(token).expect(200)))).map(({ body }) => body as { userID: number });
    expect(new Set(bodies.map(({ userID }) => userID)).size).toBe(1);
    expect(await usersWith(email)).toEqual([{ id: bodies[0]!.userID, name: 'Noah Reed', roleID: 2 }]);
  });

  it('calls a user without a name by the address', async () => {
    const email = 'nameless@staffing.example.com';
    expect((await withToken({ email })).body).toMatchObject({ name: email, role: 'Consultant' });
  });

  it('does not create those again who have left', async () => {
    const email = 'left@staffing.example.com';
    const id = await createUser(service, { name: 'Left', email });
    await requestAs(service, ADMIN_KEY, 'delete', `/api/Users/${id}`).expect(204);
    expect((await withToken({ email })).status).toBe(403);
    expect(await usersWith(email)).toHaveLength(1);
  });

  it.each([
    ['what is no address', 'not an address'],
    ['an address that is too long', `${'x'.repeat(200)}@staffing.example.com`],
  ])('creates nobody of %s', async (_, email) => {
    const { status, body } = await withToken({ email, name: 'Somebody' });
    expect({ status, body: body as Body }).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('email must') as string },
    });
  });

  it('must be the name of a role', async () => {
    await service.stop();
    await expect(service.restart(environment({ OIDC_CREATE_USERS: 'Wizard' }))).rejects.toThrow(
      /OIDC_CREATE_USERS must be the name of a role/,
    );
    service = await service.restart(environment());
  });
});

describe('An identity provider', () => {
  it('ends the open mode, as API keys do', async () => {
    const { OIDC_ISSUER, OIDC_AUDIENCE } = environment();
    service = await service.restart({ DEMO_DATA: 'false', OIDC_ISSUER, OIDC_AUDIENCE });
    await service.http.get('/api/Me').expect(401);
    expect((await withToken()).status).toBe(200);
  });
});
