import { setTimeout as pause } from 'node:timers/promises';
import { FAULTS, isSilent, type Fault } from '../src/core/database/support/faults';
import { FaultyProxy } from '../src/core/database/support/faulty-proxy';
import { startApp, type TestApp } from './support/app';
import { compileService, type CompiledService } from './support/compile-service';
import { queryRows } from './support/database';
import { ServiceProcess } from './support/service-process';

/** 5 seconds are what the README promises; the machine of the tests may be busy with others. */
const SOON_MS = 20_000;

/** Docker and compose give the process 30 seconds; without the deadline of a statement, which is 35. */
const GRACE_MS = 30_000;

describe('While the database', () => {
  let plain: TestApp;
  let proxy: FaultyProxy;
  let url: string;
  let program: CompiledService;
  beforeAll(async () => {
    program = await compileService();
    plain = await startApp({ DEMO_DATA: 'false' });
  });
  beforeEach(async () => {
    ({ proxy, url } = await FaultyProxy.before(plain.url));
  });
  afterEach(() => proxy.close());
  afterAll(async () => {
    await plain.close();
    program.remove();
  });

  it.each(FAULTS)('%s, requests are refused soon, and succeed again when it is back', async (_, begin) => {
    const service = await plain.twin(undefined, url);
    const read = () => statusWithin(SOON_MS, service.http.get('/api/Jobs'));
    const write = () => statusWithin(SOON_MS, service.http.post('/api/Activities').send({ typeID: 1, notes: 'Called' }));
    try {
      expect([await read(), await write()]).toEqual([200, 201]);
      const heal = await begin(proxy);
      // what has been sent before anybody could know may wait until its deadline
      const before: PromiseLike<number>[] = [];
      await until(async () => {
        const request = service.http.get('/api/Jobs').then(({ status }) => status);
        before.push(request);
        return (await Promise.race([request, pause(500, 'no answer yet')])) === 503;
      });
      const readiness = await service.http.get('/health/ready').timeout(SOON_MS).expect(503);
      expect((readiness.body as { detail: string }).detail).toMatch(/^The database /);
      for (let round = 0; round < 3; round++)
        for (const status of await Promise.all(Array.from({ length: 30 }, (__, index) => (index % 2 ? read() : write()))))
          expect(status).toBe(503);
      expect(await statusWithin(SOON_MS, service.http.get('/health/live'))).toBe(200);
      await heal();
      await until(async () => (await statusWithin(SOON_MS, service.http.get('/health/ready'))) === 200);
      expect([await read(), await write()]).toEqual([200, 201]);
      for (const status of await Promise.all(before)) expect([200, 503]).toContain(status);
    } finally {
      await service.close();
    }
  });

  it('answers, requests to a process whose event loop was blocked succeed', async () => {
    const service = await plain.twin();
    try {
      const ask = (seconds: number): Promise<unknown> => queryRows(service, `SELECT SLEEP(${seconds})`);
      const connected = Array.from({ length: 6 }, () => ask(0.5));
      await Promise.all(connected);
      const slow: Promise<unknown>[] = [];
      // several, since the server must not answer anything else between the last one and the first block
      for (const _ of connected) {
        slow.push(ask(8));
        await pause(2);
      }
      const statuses: Promise<number>[] = [];
      for (const milliseconds of [3000, 1200, 2000, 2000, 2000]) {
        statuses.push(service.http.get('/health/ready').then(({ status }) => status));
        blockEventLoop(milliseconds);
        await pause(1);
      }
      await service.http.get('/api/Jobs').expect(200);
      for (const status of await Promise.all(statuses)) expect(status).toBe(200);
      await Promise.all(slow);
    } finally {
      await service.close();
    }
  });

  it.each<[string, Fault]>([
    ['is gone', (each) => each.leave()],
    ['is frozen', isSilent],
  ])('%s, SIGTERM ends the process', async (_, begin) => {
    const service = ServiceProcess.start(program.main, { DATABASE_URL: url, DEMO_DATA: 'false' });
    try {
      const address = await service.listening();
      await fetch(`${address}/api/Jobs`);
      const heal = await begin(proxy);
      const request = fetch(`${address}/api/Jobs`).then(
        ({ status }) => status,
        () => 503,
      );
      const begun = Date.now();
      service.terminate();
      await service.exited();
      expect(Date.now() - begun).toBeLessThan(GRACE_MS);
      expect(await request).toBe(503);
      await heal();
    } finally {
      await service.kill();
    }
  });
});

/** As a long garbage collection does, or a machine that has no time for this process. */
function blockEventLoop(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** @throws Error if there is no response in time */
const statusWithin = async (milliseconds: number, request: { timeout(ms: number): PromiseLike<{ status: number }> }): Promise<number> =>
  (await request.timeout(milliseconds)).status;

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await pause(50);
}
