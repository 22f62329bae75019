import { TestCluster, until } from './support/test-cluster';

const WRITERS = 8;
const UNKNOWN =
  'The connection to the database was lost while saving. The change may have been saved: read the record before trying again.';

let cluster: TestCluster;
beforeAll(async () => void (cluster = await TestCluster.start('cut_off')));
afterAll(() => cluster.close());

describe('A node that is cut off from the others', () => {
  it('leaves open what it was committing; whatever it has acknowledged is there', async () => {
    const [created, refused]: [string[], Map<string, unknown>] = [[], new Map()];
    const lost: unknown[] = [];
    let isCutOff = false;
    const write = async (writer: number): Promise<void> => {
      for (let number = 0; !refused.has(String(writer)); number++) {
        const externalID = `${writer}-${number}`;
        const { status, headers, body } = await cluster.ask(0, 'POST', 'Candidates', { lastName: 'Silva', externalID });
        if (status === 201) created.push(externalID);
        else if (status === 503 && headers.has('retry-after') && isCutOff) refused.set(String(writer), body['detail']);
        else lost.push(status, body);
      }
    };
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    await until(() => Promise.resolve(created.length > WRITERS), 'all write');
    isCutOff = true;
    await cluster.nodes[0]!.isolate();
    await writing;
    await cluster.nodes[0]!.rejoin();
    expect(lost).toEqual([]);
    expect([...refused.values()]).toContain(UNKNOWN);
    const stored = await cluster.rows<{ externalID: string }>('SELECT externalID FROM candidate_text', 1);
    expect(stored.map(({ externalID }) => externalID)).toEqual(expect.arrayContaining(created));
  });

  it('serves again when it is back', async () => {
    await until(async () => (await cluster.ask(0, 'GET', 'Candidates')).status === 200, 'the process serves');
  });
});

describe('A process whose node has not caught up with the others', () => {
  it('waits for it at the start', async () => {
    await cluster.processes[2]!.kill();
    const catchUp = await cluster.nodes[2]!.hold('FLUSH TABLES WITH READ LOCK', 'cut_off');
    await cluster.create('Candidates', { lastName: 'Silva' });
    const started = cluster.launch(2);
    await started.printed('Waiting for the database');
    expect(started.url).toBeUndefined();
    await catchUp();
    await started.listening();
    expect((await cluster.ask(2, 'GET', 'Candidates')).status).toBe(200);
  });
});
