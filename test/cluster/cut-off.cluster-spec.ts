import { KIND, TestCluster, until } from './support/test-cluster';

const WRITERS = 8;
/** What some clients are told: the commit of a Galera node that is cut off stays open, a group of MySQL may refuse them all. */
const TOLD = {
  galera: ['The connection to the database was lost while saving. The change may have been saved: read the record before trying again.'],
  mysql: [],
}[KIND];

let cluster: TestCluster;
beforeAll(async () => void (cluster = await TestCluster.start('cut_off')));
afterAll(() => cluster.close());

describe('A node that is cut off from the others', () => {
  it('refuses what it was committing, or leaves it open; whatever it has acknowledged is there', async () => {
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
    expect([...refused.values()]).toEqual(expect.arrayContaining(TOLD));
    const stored = await cluster.rows<{ externalID: string }>('SELECT externalID FROM candidate_text', 1);
    expect(stored.map(({ externalID }) => externalID)).toEqual(expect.arrayContaining(created));
  });

  it('serves again when it is back', async () => {
    await until(async () => (await cluster.ask(0, 'GET', 'Candidates')).status === 200, 'the process serves');
  });
});
