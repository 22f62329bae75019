import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { setClock } from './support/event-processing';

const MOST = 5;
const MINUTE = 60_000;
const BEGIN = Date.UTC(2026, 10, 2, 3, 0, 10);
/** Until the end of the minute. */
const SECONDS = expect.stringMatching(/^(4\d|50)$/) as string;
const onServer = Boolean(process.env['TEST_DATABASE_URL']);

let service: TestApp;
/** Each test begins in a minute of its own, ten seconds after it has begun. */
let minutes = 0;
const nextMinute = (app: TestApp = service): Promise<void> => setClock(app, new Date(BEGIN + ++minutes * MINUTE));
const asAdmin = (app: TestApp = service) => requestAs(app, ADMIN_KEY, 'get', '/api/Me');
async function statuses(times: number, send: () => PromiseLike<{ status: number }>): Promise<number[]> {
  const found: number[] = [];
  for (let time = 0; time < times; time++) found.push((await send()).status);
  return found;
}
const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

describe('With a limit per key', () => {
  beforeAll(async () => void (service = await startApp({ ...WITH_ADMIN, RATE_LIMIT_PER_KEY: String(MOST) })));
  afterAll(() => service.close());
  beforeEach(() => nextMinute());

  it('each response says how many requests are left, and when they are counted anew', async () => {
    const { headers } = await asAdmin().expect(200);
    expect(headers).toMatchObject({
      'ratelimit-policy': '"key";q=5;w=60',
      ratelimit: expect.stringMatching(/^"key";r=4;t=(4\d|50)$/) as string,
    });
    expect((await asAdmin().expect(200)).headers['ratelimit']).toMatch(/^"key";r=3;t=/);
  });

  it('further requests are refused until the next minute', async () => {
    expect(await statuses(MOST + 1, asAdmin)).toEqual([...times(MOST, 200), 429]);
    const { headers, body } = await asAdmin();
    expect(headers).toMatchObject({ 'retry-after': SECONDS, ratelimit: expect.stringMatching(/^"key";r=0;t=/) as string });
    expect(body).toEqual({
      type: '/problems/too-many-requests',
      title: 'Too many requests',
      status: 429,
      detail: 'There may be 5 requests a minute with one key.',
      instance: '/api/Me',
    });
    await nextMinute();
    await asAdmin().expect(200);
  });

  it('each key is counted by itself, and health checks, the documentation and rejected keys are not', async () => {
    const { key } = await createKey(service, { name: 'Other', userID: await createUser(service, { name: 'Other' }) });
    await statuses(MOST, asAdmin);
    await asAdmin().expect(429);
    await requestAs(service, key, 'get', '/api/Me').expect(200);
    expect(await statuses(MOST + 1, () => service.http.get('/health/ready'))).toEqual(times(MOST + 1, 200));
    expect(await statuses(MOST + 1, () => requestAs(service, 'wrong', 'get', '/api/Me'))).toEqual(times(MOST + 1, 401));
  });

  it('the refused ones are in the metrics', async () => {
    await statuses(MOST + 2, asAdmin);
    await nextMinute();
    const { text } = await requestAs(service, ADMIN_KEY, 'get', '/metrics').expect(200);
    expect(Number(/^rate_limited_requests_total\{limit="key"\} (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(2);
  });

  if (onServer)
    it('processes on one database count together', async () => {
      const twin = await service.twin();
      try {
        const { SharedCounts } = await import('../src/core/limits/shared-counts.service.js');
        const [one, other] = [service, twin].map(({ app }) => app.get(SharedCounts, { strict: false }));
        await setClock(twin, new Date(BEGIN + minutes * MINUTE));
        expect(await statuses(3, asAdmin)).toEqual(times(3, 200));
        await one!.exchange();
        await asAdmin(twin).expect(200);
        await other!.exchange();
        expect(await statuses(2, () => asAdmin(twin))).toEqual([200, 429]);
        await other!.exchange();
        await asAdmin().expect(200);
        await one!.exchange();
        await asAdmin().expect(429);
      } finally {
        await twin.close();
      }
    });
});

describe('With a limit per address', () => {
  const from = (address: string) => service.http.get('/api/Me').set('X-Forwarded-For', address);
  beforeAll(async () => {
    service = await startApp({ ...WITH_ADMIN, RATE_LIMIT_PER_ADDRESS: String(MOST), TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterAll(() => service.close());
  beforeEach(() => nextMinute());

  it('requests are refused before authentication, those from other addresses are not', async () => {
    expect(await statuses(MOST + 1, () => from('203.0.113.7'))).toEqual([...times(MOST, 401), 429]);
    await from('203.0.113.8').expect(401);
    const { headers, body } = await from('203.0.113.7').expect(429);
    expect(headers).toMatchObject({ 'ratelimit-policy': '"address";q=5;w=60', 'retry-after': SECONDS });
    expect(body).toMatchObject({ detail: 'There may be 5 requests a minute from one address.' });
  });

  it('all addresses of a network of IPv6 are one', async () => {
    for (let host = 1; host <= MOST; host++) await from(`2001:db8:1:2::${host}`).expect(401);
    await from('2001:db8:1:2::99').expect(429);
    await from('2001:db8:1:3::1').expect(401);
  });
});

describe('An address from which authentication fails again and again', () => {
  const WRONG = 'wrong-key';
  const as = (key: string) => requestAs(service, key, 'get', '/api/Me');
  beforeAll(async () => {
    service = await startApp({ ...WITH_ADMIN, FAILED_AUTHENTICATIONS_PER_ADDRESS: String(MOST) });
  });
  afterAll(() => service.close());
  beforeEach(() => nextMinute());

  it('is refused whatever key it tries, but for those that have been right before', async () => {
    const { key } = await createKey(service, { name: 'Never used', userID: await createUser(service, { name: 'Never' }) });
    expect(await statuses(MOST + 2, () => as(WRONG))).toEqual([...times(MOST, 401), 429, 429]);
    await as(key).expect(429);
    await as(ADMIN_KEY).expect(200);
    const { body, headers } = await as(WRONG).expect(429);
    expect(body).toMatchObject({ detail: 'Authentication has failed 5 times within a minute from your address.' });
    expect(headers).toMatchObject({ 'retry-after': SECONDS });
    await nextMinute();
    await as(key).expect(200);
  });

  it('is not refused for requests without a key, or for what is not allowed', async () => {
    expect(await statuses(MOST + 2, () => service.http.get('/api/Me'))).toEqual(times(MOST + 2, 401));
    expect(await statuses(MOST + 2, () => as(ADMIN_KEY).set('Accept', 'image/png'))).toEqual(times(MOST + 2, 406));
  });

  it('is refused although it changes the key with every request', async () => {
    let tried = 0;
    expect(await statuses(MOST + 1, () => as(`guess-${tried++}`))).toEqual([...times(MOST, 401), 429]);
  });
});

describe('Without limits', () => {
  it('nothing is counted and no header says so', async () => {
    service = await startApp(WITH_ADMIN);
    try {
      const { headers } = await asAdmin().expect(200);
      expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    } finally {
      await service.close();
    }
  });
});
