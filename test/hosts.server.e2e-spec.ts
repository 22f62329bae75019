import { setTimeout as pause } from 'node:timers/promises';
import { isSilent, type Fault } from '../src/core/database/support/faults';
import { FaultyProxy } from '../src/core/database/support/faulty-proxy';
import { startApp, type TestApp } from './support/app';
import { samplesOf } from './support/metrics';

/** What the README promises is 5 seconds; the machine of the tests may be busy with others. */
const SOON_MS = 20_000;

describe('Of several hosts of the database', () => {
  let plain: TestApp;
  let proxies: FaultyProxy[];
  let url: string;
  beforeAll(async () => {
    plain = await startApp({ DEMO_DATA: 'false' });
  });
  beforeEach(async () => {
    const hosts = await Promise.all([FaultyProxy.before(plain.url), FaultyProxy.before(plain.url)]);
    proxies = hosts.map(({ proxy }) => proxy);
    const [first, second] = hosts.map((each) => new URL(each.url)) as [URL, URL];
    url = first.href.replace(first.host, `${first.host},${second.host}`);
  });
  afterEach(() => proxies.forEach((proxy) => proxy.close()));
  afterAll(() => plain.close());

  it.each<[string, Fault]>([
    ['is gone', (each) => each.leave()],
    ['is frozen', isSilent],
  ])('another is used within seconds when the one in use %s, and kept when that is back', async (_, begin) => {
    const service = await plain.twin(undefined, url);
    const statuses = async (): Promise<number[]> =>
      (
        await Promise.all([
          service.http.get('/api/Jobs').timeout(SOON_MS),
          service.http.post('/api/Activities').timeout(SOON_MS).send({ typeID: 1, notes: 'Called' }),
        ])
      ).map(({ status }) => status);
    try {
      expect(await statuses()).toEqual([200, 201]);
      expect(await hostsOf(service)).toEqual([1, 0, 0]);
      const heal = await begin(proxies[0]!);
      for (let tried = await statuses(); !isEqual(tried, [200, 201]); tried = await statuses()) {
        for (const status of tried) expect([200, 201, 503]).toContain(status);
        await pause(50);
      }
      expect(await hostsOf(service)).toEqual([0, 1, 1]);
      await heal();
      expect(await statuses()).toEqual([200, 201]);
      expect(await hostsOf(service)).toEqual([0, 1, 1]);
      await proxies[1]!.leave();
      while (!isEqual(await statuses(), [200, 201])) await pause(50);
      expect(await hostsOf(service)).toEqual([1, 0, 2]);
    } finally {
      await service.close();
    }
  });

  it('one that can be used is found at the start', async () => {
    await proxies[0]!.leave();
    const service = await plain.twin(undefined, url);
    try {
      await service.http.get('/api/Jobs').expect(200);
      expect(await hostsOf(service)).toEqual([0, 1, 0]);
    } finally {
      await service.close();
    }
  });

  it('the start fails if none can be used, and says what is wrong with each', async () => {
    for (const proxy of proxies) await proxy.leave();
    await expect(plain.twin(undefined, url)).rejects.toThrow(
      /^DATABASE_URL must be a database that can be opened: none of its hosts can be used: 127\.0\.0\.1:\d+ cannot be used \(connect ECONNREFUSED [\d.:]+\), 127\.0\.0\.1:\d+ cannot be used \(.+\)\.$/,
    );
  });
});

const isEqual = (some: readonly number[], others: readonly number[]): boolean => some.join() === others.join();

/** Which host is used, and how often the service has moved. */
async function hostsOf(service: TestApp): Promise<number[]> {
  const samples = Object.entries(samplesOf((await service.http.get('/metrics')).text));
  return samples.filter(([name]) => name.startsWith('database_host')).map(([, value]) => value);
}
