import { TestCluster } from './support/test-cluster';

let cluster: TestCluster;
beforeAll(async () => void (cluster = await TestCluster.start('catching_up')));
afterAll(() => cluster.close());

describe('A process whose node has not caught up with the others', () => {
  it('waits for it at the start', async () => {
    await cluster.processes[2]!.kill();
    const catchUp = await cluster.nodes[2]!.hold('FLUSH TABLES WITH READ LOCK', 'catching_up');
    await cluster.create('Candidates', { lastName: 'Silva' });
    const started = cluster.launch(2);
    await started.printed('Waiting for the database');
    expect(started.url).toBeUndefined();
    await catchUp();
    await started.listening();
    expect((await cluster.ask(2, 'GET', 'Candidates')).status).toBe(200);
  });
});
