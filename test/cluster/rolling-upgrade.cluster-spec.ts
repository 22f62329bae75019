import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN_KEY } from '../support/api-keys';
import { compileService, type CompiledService } from '../support/compile-service';
import { makeNewer } from '../support/newer-version';
import type { ServiceProcess } from '../support/service-process';
import { TestCluster } from './support/test-cluster';

const CLIENTS = 6;
/** As often as a load balancer asks whether a process is ready. */
const ASK_MS = 200;
const QUERY = { filters: { combinator: 'and', rules: [{ field: 'lastName', operator: '=', value: 'Silva' }] } };
const HEADERS = { 'Content-Type': 'application/json', Authorization: `Bearer ${ADMIN_KEY}` };

describe('While the processes at the nodes of a cluster are replaced one by one by those of a newer version', () => {
  let [cluster, newer]: [TestCluster?, CompiledService?] = [];
  let clients: Clients;
  const replaced: ServiceProcess[] = [];

  beforeAll(async () => {
    newer = await compileService();
    makeNewer(newer.main);
    cluster = await TestCluster.start('rolling', {}, 'all nodes');
    clients = new Clients(() => [...replaced, ...cluster!.processes].filter(({ isDead }) => !isDead));
    await clients.begin();
    for (const index of cluster.nodes.keys()) {
      const old = cluster.processes[index]!;
      replaced.push(old);
      await cluster.launch(index, {}, newer.main).listening();
      await clients.answers(5 * CLIENTS);
      old.terminate();
      await old.exited();
    }
    await clients.answers(5 * CLIENTS);
    await clients.end();
  });
  afterAll(async () => {
    await Promise.all(replaced.map((each) => each.kill()));
    await cluster?.close();
    newer?.remove();
  });

  it('no request fails', () => {
    expect(clients.failures).toEqual([]);
  });

  it('the migration has reached every node, and nothing is lost', async () => {
    for (const index of cluster!.nodes.keys()) {
      const stored = await cluster!.rows<{ id: number }>('SELECT id FROM candidate WHERE nextVersion IS NULL ORDER BY id', index);
      expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(clients.created));
    }
  });
});

/** They read and write candidates all the time, at any process that is ready, as a load balancer would let them. */
class Clients {
  readonly failures: unknown[] = [];
  readonly created: number[] = [];
  private ready: readonly string[] = [];
  private answered = 0;
  private isEnding = false;
  private working: Promise<unknown> = Promise.resolve();

  constructor(private readonly processes: () => readonly ServiceProcess[]) {}

  async begin(): Promise<void> {
    await this.look();
    this.working = Promise.all([this.watch(), ...Array.from({ length: CLIENTS }, () => this.work())]);
  }

  /** Waits until each kind of request has been answered so many more times. */
  async answers(count: number): Promise<void> {
    for (const end = this.answered + count; this.answered < end; await pause(20));
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.working;
  }

  private async work(): Promise<void> {
    while (!this.isEnding) {
      const id = await this.send<{ id: number }>('POST', 'Candidates', { lastName: 'Silva' });
      if (id) this.created.push(id.id);
      if (id) await this.send('PUT', `Candidates/${id.id}/V2`, { jobTitle: 'Engineer' });
      await this.send('GET', 'Candidates?limit=5');
      await this.send('POST', 'Candidates/Query?limit=5', QUERY);
      this.answered += 1;
    }
  }

  private async send<T>(method: string, path: string, body?: object): Promise<T | undefined> {
    const url = this.ready[Math.floor(Math.random() * this.ready.length)];
    try {
      const response = await fetch(`${url}/api/${path}`, { method, headers: HEADERS, body: body && JSON.stringify(body) });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as T;
      this.failures.push([method, path, response.status, text]);
    } catch (error) {
      this.failures.push([method, path, error]);
    }
    return undefined;
  }

  private async watch(): Promise<void> {
    while (!this.isEnding) await Promise.all([this.look(), pause(ASK_MS)]);
  }

  private async look(): Promise<void> {
    const urls = this.processes().flatMap(({ url }) => url ?? []);
    const isReady = (url: string): Promise<boolean> =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    const answers = await Promise.all(urls.map(isReady));
    this.ready = urls.filter((_, index) => answers[index]);
  }
}
