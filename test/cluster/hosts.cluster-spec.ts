import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN_KEY } from '../support/api-keys';
import { samplesOf } from '../support/metrics';
import { TestCluster } from './support/test-cluster';

/** What the README promises is 5 seconds after the others have noticed; the machine of the tests may be busy. */
const SOON_MS = 30_000;

const AS_ADMIN = { Authorization: `Bearer ${ADMIN_KEY}` };

describe('A process that knows all nodes of a cluster', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await TestCluster.empty('hosts');
    await cluster.launch(0, { DATABASE_URL: cluster.urlOfAll }).listening();
  });
  afterAll(() => cluster.close());

  /** The number of the node that it uses. */
  async function used(): Promise<number> {
    const metrics = await (await fetch(`${cluster.processes[0]!.url}/metrics`, { headers: AS_ADMIN })).text();
    const inUse = Object.entries(samplesOf(metrics)).filter(([name, value]) => name.startsWith('database_host{') && value === 1);
    return cluster.nodes.findIndex(({ host }) => inUse.some(([name]) => name.includes(host)));
  }

  const saved: number[] = [];
  /** What is answered with success must be there ever after. */
  async function save(): Promise<number> {
    const { status, body, headers } = await cluster.ask<{ id: number }>(0, 'POST', 'Candidates', { lastName: 'Silva' });
    if (status === 201) saved.push(body.id);
    else expect([status, headers.get('retry-after')]).toEqual([503, expect.any(String)]);
    return status;
  }

  async function savesAgain(): Promise<void> {
    for (const end = Date.now() + SOON_MS; (await save()) !== 201; await pause(50)) expect(Date.now()).toBeLessThan(end);
  }

  it('works at one that takes writes', async () => {
    expect(await save()).toBe(201);
    expect(await cluster.nodes[await used()]!.takesWrites()).toBe(true);
  });

  it.each(['is killed', 'is cut off from the others'])('moves when that one %s, and loses nothing', async (what) => {
    const before = await used();
    const node = cluster.nodes[before]!;
    const writes = Promise.all(Array.from({ length: 20 }, () => save()));
    await (what === 'is killed' ? node.kill() : node.isolate());
    await writes;
    await savesAgain();
    expect(await used()).not.toBe(before);
    expect(await cluster.nodes[await used()]!.takesWrites()).toBe(true);
    await (what === 'is killed' ? node.start() : node.rejoin());
    // it is back, and the process stays where it is
    await pause(3000);
    expect(await used()).not.toBe(before);
    expect(await save()).toBe(201);
    const found = await cluster.rows<{ amount: number }>(
      `SELECT COUNT(*) AS amount FROM candidate WHERE id IN (${saved.join(', ')})`,
      before,
    );
    expect(found).toEqual([{ amount: saved.length }]);
  });

  it('says that it is not ready while no node has most of the others, and goes on when they are back', async () => {
    const before = await used();
    const others = cluster.nodes.filter((_, index) => index !== before);
    for (const node of others) await node.isolate();
    const ready = async (): Promise<number> => (await fetch(`${cluster.processes[0]!.url}/health/ready`)).status;
    while ((await ready()) === 200) await pause(200);
    for (const node of others) await node.rejoin();
    await savesAgain();
    while ((await ready()) !== 200) await pause(200);
  });
});
