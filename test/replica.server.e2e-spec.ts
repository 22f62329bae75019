import { setTimeout as pause } from 'node:timers/promises';
import { FaultyProxy } from '../src/core/database/support/faulty-proxy';
import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';
import { samplesOf } from './support/metrics';

const TOKEN = 'X-Consistency-Token';
/** A slow machine copies seldom. */
const MOST_SECONDS_BEHIND = 6;
const ON_REPLICA = 'Only on the replica';

/** A second database stands for the replica: the test says what arrives there, and a record tells who has answered. */
describe('With a replica', () => {
  let primary: TestApp;
  let replica: TestApp;
  let proxy: FaultyProxy;
  let web: TestApp;
  let copying: Promise<void> | undefined;
  let isCopying = false;

  beforeAll(async () => {
    [primary, replica] = await Promise.all([startApp({ DEMO_DATA: 'false' }), startApp({ DEMO_DATA: 'false' })]);
    await seedRecord(replica, 'Contact', { surname: ON_REPLICA });
    const before = await FaultyProxy.before(replica.url);
    proxy = before.proxy;
    web = await primary.twin({
      DEMO_DATA: 'false',
      DATABASE_READ_URL: before.url,
      DATABASE_READ_MAX_LAG_MS: String(1000 * MOST_SECONDS_BEHIND),
    });
  });
  afterEach(() => stopCopying());
  afterAll(async () => {
    await web.close();
    proxy.close();
    await Promise.all([primary.close(), replica.close()]);
  });

  const copyBeats = (): Promise<unknown> =>
    queryRows(primary, `REPLACE INTO \`${new URL(replica.url).pathname.slice(1)}\`.replica_beat SELECT * FROM replica_beat`);
  async function copyOn(): Promise<void> {
    while (isCopying) {
      await copyBeats();
      await pause(50);
    }
  }
  const startCopying = (): void => {
    isCopying = true;
    copying = copyOn();
  };
  async function stopCopying(): Promise<void> {
    isCopying = false;
    await copying;
  }
  const surnames = async (token = ''): Promise<string[]> => {
    const response = await web.http
      .get('/api/Contacts')
      .set(token === '' ? {} : { [TOKEN]: token })
      .expect(200);
    return (response.body as { surname: string }[]).map(({ surname }) => surname);
  };
  const answers = async (token?: string): Promise<'replica' | 'primary'> =>
    (await surnames(token)).includes(ON_REPLICA) ? 'replica' : 'primary';
  async function until(who: 'replica' | 'primary', token?: string): Promise<void> {
    while ((await answers(token)) !== who) await pause(50);
  }

  it('lists, searches and exports are answered by it while it keeps up, and by the primary when it is too far behind', async () => {
    expect(await answers()).toBe('primary');
    startCopying();
    await until('replica');
    const query = await web.http
      .post('/api/Contacts/Query')
      .send({ filters: { all: true } })
      .expect(200);
    const file = await web.http.get('/api/Contacts/Export?format=csv').expect(200);
    for (const text of [query.text, file.text]) expect(text).toContain(ON_REPLICA);
    await stopCopying();
    await until('primary');
    startCopying();
    await until('replica');
  });

  it('nobody finds less than they have written', async () => {
    startCopying();
    await until('replica');
    await stopCopying();
    const created = await web.http.post('/api/Contacts').send({ surname: 'Mine' }).expect(201);
    const token = created.headers[TOKEN.toLowerCase()] as string;
    expect(token).toMatch(/^[0-9a-f]{16}-\d+-\d+$/);
    expect(await surnames(token)).toContain('Mine');
    expect(await answers('latest')).toBe('primary');
    const { id } = created.body as { id: number };
    const read = await web.http.get(`/api/Contacts/${id}`).expect(200);
    expect(read.body).toMatchObject({ surname: 'Mine' });
    expect(read.headers).not.toHaveProperty(TOKEN.toLowerCase());
    startCopying();
    await until('replica', token);
  });

  it('a header that is no token is refused, and the response to an import asks for the primary', async () => {
    startCopying();
    await until('replica');
    const refused = await web.http.get('/api/Contacts').set(TOKEN, 'mine').expect(400);
    expect(refused.body).toMatchObject({ detail: 'X-Consistency-Token must be that of a response, or latest.' });
    const imported = await web.http.post('/api/Contacts/Import').set('Content-Type', 'text/csv').send('surname\nImported\n').expect(200);
    expect(imported.headers[TOKEN.toLowerCase()]).toBe('latest');
    expect(await surnames('latest')).toContain('Imported');
  });

  it('that is gone, the primary answers, and no request fails', async () => {
    startCopying();
    await until('replica');
    const heal = await proxy.leave();
    for (let count = 0; count < 10; count++) expect(await answers()).toBe('primary');
    await heal();
    await until('replica');
    const samples = samplesOf((await web.http.get('/metrics').expect(200)).text);
    expect(samples['database_replica_reads_total{outcome="replica"}']).toBeGreaterThan(0);
    expect(samples['database_replica_reads_total{outcome="behind"}']).toBeGreaterThan(0);
    expect(samples['database_replica_reads_total{outcome="awaited"}']).toBeGreaterThan(0);
    expect(samples['database_replica_behind_seconds']).toBeLessThan(MOST_SECONDS_BEHIND);
  });
});
