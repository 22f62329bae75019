import { TestCluster } from './support/test-cluster';

describe('Three processes that start together with the demo data', () => {
  it('listen, and one has filled the database', async () => {
    const cluster = await TestCluster.empty('filled', { DEMO_DATA: 'true' });
    try {
      await Promise.all([0, 1, 2].map((index) => cluster.launch(index).listening()));
      expect((await cluster.rows('SELECT id FROM user')).length).toBeGreaterThan(1);
    } finally {
      await cluster.close();
    }
  });
});

describe('Three processes that start together on an empty cluster', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await TestCluster.empty('together');
  });
  afterAll(() => cluster.close());

  it('listen once the tables are there, although the one that makes them is killed in the middle', async () => {
    const first = cluster.launch(0);
    while ((await cluster.rows("SELECT 1 FROM information_schema.tables WHERE table_schema = 'together'")).length < 20)
      first.assertRunning();
    const others = [cluster.launch(1), cluster.launch(2)];
    await first.kill();
    await Promise.all([cluster.launch(0), ...others].map((each) => each.listening()));
  });

  it('have applied each migration once', async () => {
    const repeated = await cluster.rows('SELECT name FROM migrations GROUP BY name HAVING COUNT(*) > 1');
    const [counted] = await cluster.rows<{ amount: number }>('SELECT COUNT(*) AS amount FROM migrations');
    expect(repeated).toEqual([]);
    expect(counted!.amount).toBeGreaterThan(40);
  });

  it('have made one administrator', async () => {
    expect(await cluster.rows('SELECT id FROM user')).toEqual([{ id: 1 }]);
  });

  it('serve each what another has stored', async () => {
    const { id } = await cluster.create('Candidates', { firstName: 'Ana', lastName: 'Silva' });
    for (const index of [0, 1, 2]) expect((await cluster.ask(index, 'GET', `Candidates/${id}`)).status).toBe(200);
  });
});
