import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import { compileService, type CompiledService } from './support/compile-service';
import { inTransaction, queryRows } from './support/database';
import { makeNewer } from './support/newer-version';
import { ServiceProcess } from './support/service-process';

const CLIENTS = 4;

describe('While a newer version starts beside one that goes on', () => {
  let [service, newer]: [TestApp?, CompiledService?] = [];
  beforeAll(async () => {
    [service, newer] = [await startApp({ DEMO_DATA: 'false' }), await compileService()];
    makeNewer(newer.main);
  });
  afterAll(async () => {
    await service?.close();
    newer?.remove();
  });

  it('no request fails, although its migration has to wait for a table that somebody reads', async () => {
    const old = service!;
    const clients = new Clients(old);
    let upgraded: ServiceProcess | undefined;
    try {
      await inTransaction(old, async ({ em }) => {
        await em.query('SELECT COUNT(*) FROM candidate');
        upgraded = ServiceProcess.start(newer!.main, { DATABASE_URL: old.url, DEMO_DATA: 'false' });
        while (!(await isWaitingForTable(old))) upgraded.assertRunning();
        // those that are sent now come behind it
        await clients.answers(2 * CLIENTS);
      });
      const url = await upgraded!.listening();
      expect((await fetch(`${url}/api/Candidates`)).status).toBe(200);
      await clients.answers(CLIENTS);
    } finally {
      await clients.end();
      await upgraded?.kill();
    }
    expect(clients.failures).toEqual([]);
  });
});

const isWaitingForTable = async (service: TestApp): Promise<boolean> =>
  (
    await queryRows(
      service,
      "SELECT 1 FROM information_schema.processlist WHERE db = DATABASE() AND state = 'Waiting for table metadata lock' AND info LIKE 'ALTER TABLE%'",
    )
  ).length > 0;

/** They read and write candidates all the time. */
class Clients {
  readonly failures: unknown[] = [];
  private answered = 0;
  private isEnding = false;
  private readonly working: Promise<unknown>;

  constructor({ http }: TestApp) {
    const repeat = async (): Promise<void> => {
      while (!this.isEnding) {
        const { status, body } = await http.post('/api/Candidates').send({ lastName: 'Silva' });
        const read = await http.get('/api/Candidates?limit=5');
        if (status !== 201 || read.status !== 200) this.failures.push([status, body, read.status, read.body]);
        this.answered += 1;
      }
    };
    this.working = Promise.all(Array.from({ length: CLIENTS }, repeat));
  }

  /** Waits until so many more have been answered. */
  async answers(count: number): Promise<void> {
    for (const end = this.answered + count; this.answered < end; await pause(20));
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.working;
  }
}
