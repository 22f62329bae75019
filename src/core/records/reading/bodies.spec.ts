import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { execute } from '../../database/rows';
import type { View } from '../../database/transactions';
import { versionOf } from '../../http/conditional';
import { toJson } from '../../http/json-text';
import { sql } from '../../sql';
import { atStart, viewAtStart } from '../support/at-start';
import { insertRecord, insertRecords } from '../writing/writer';
import { readBodies, readPicked, type Body } from './response-text';

describe('Records with stored responses, as they are sent', () => {
  let own: TestStore;
  const read = <T>(work: (view: View) => Promise<T>): Promise<T> => own.transactions.read(SYSTEM_CALLER, (view) => work(viewAtStart(view)));
  const parsed = (body: Body): object => JSON.parse(toJson(body).toString()) as object;

  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 });
      await insertRecord(em, recordTypeNamed('Client'), { id: 5, name: 'Harbour' });
      const records = [1, 2, 3].map((id) => ({ id, version: 4, countryCode: 'NZ' }));
      await insertRecords(
        em,
        recordTypeNamed('Candidate'),
        records.map((record) => ({ ...record, firstName: `Zoë ${record.id}`, candidateClientID: 5, redFlaggedByID: 1 })),
      );
      await insertRecords(
        em,
        recordTypeNamed('Job'),
        records.map((record) => ({ ...record, title: `Job ${record.id}`, clientID: 5, consultantID1: 1 })),
      );
      await insertRecords(em, recordTypeNamed('EmploymentHistory'), [
        { id: 1, candidateID: 1, jobTitle: 'Rigger' },
        { id: 2, candidateID: 2, jobTitle: 'Driver' },
      ]);
      await execute(em, sql`UPDATE candidate SET version = 5 WHERE id = 2`);
      await execute(em, sql`DELETE FROM job_response WHERE id = 2`);
    });
  });
  afterAll(() => own.close());

  it('have names and related data, whether or not the stored one counts', async () => {
    const bodies = await read((view) => readBodies(view, atStart('Candidate'), [3, 2, 99, 1]));
    const named = { candidateClientName: 'Harbour', redFlaggedByUserName: 'The service', countryName: 'New Zealand' };
    expect(bodies.map(parsed)).toEqual([
      expect.objectContaining({ id: 3, firstName: 'Zoë 3', ...named, employmentHistories: [] }),
      expect.objectContaining({ id: 2, ...named, employmentHistories: [expect.objectContaining({ jobTitle: 'Driver' })] }),
      expect.objectContaining({ id: 1, ...named, employmentHistories: [expect.objectContaining({ jobTitle: 'Rigger' })] }),
    ]);
    expect(bodies.map((body) => versionOf(body))).toEqual([4, 5, 4]);
  });

  it('have nothing else where their rules add nothing', async () => {
    const bodies = await read((view) => readBodies(view, atStart('Job'), [2, 1]));
    expect(bodies.map(parsed)).toEqual(
      [2, 1].map((id): unknown =>
        expect.objectContaining({
          id,
          title: `Job ${id}`,
          clientName: 'Harbour',
          consultantName1: 'The service',
          countryName: 'New Zealand',
        }),
      ),
    );
  });

  it('are none for no ids', async () => expect(await read((view) => readBodies(view, atStart('Job'), []))).toEqual([]));

  it('are those that a query picks, each with the expressions asked for', async () => {
    const from = sql`(SELECT id, id * 10 AS position FROM job WHERE id <> ${3}) p JOIN job r ON r.id = p.id`;
    const unordered = await read((view) => readPicked(view, atStart('Job'), { from, shown: [sql`r.id * 2`, sql`p.position`] }));
    const found = unordered.sort((one, other) => other.body.id - one.body.id);
    expect(found.map(({ body, cells }) => [parsed(body), cells])).toEqual([
      [expect.objectContaining({ id: 2, title: 'Job 2', clientName: 'Harbour' }), [4, 20]],
      [expect.objectContaining({ id: 1, title: 'Job 1', clientName: 'Harbour' }), [2, 10]],
    ]);
    expect(found.map(({ body }) => [body.id, versionOf(body)])).toEqual([
      [2, 4],
      [1, 4],
    ]);
    const none = { from: sql`job r`, rest: sql` WHERE r.id = ${9}`, shown: [sql`r.id`] };
    expect(await read((view) => readPicked(view, atStart('Job'), none))).toEqual([]);
  });

  it('keep their bytes while the names are read that they need, however many arrive until then', async () => {
    const [added, description] = [Array.from({ length: 150 }, (_, index) => 100 + index), 'x'.repeat(1000)];
    const jobs = added.map((id) => ({ id, version: 1, title: `Job ${id}`, description, clientID: 5, consultantID1: 1 }));
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => void (await insertRecords(em, recordTypeNamed('Job'), jobs)));
    const bodies = await read((view) => readBodies(view, atStart('Job'), added));
    expect(bodies.map(parsed)).toEqual(added.map((id): unknown => expect.objectContaining({ id, title: `Job ${id}`, description })));
  });

  it('of a type whose responses are not stored are objects', async () => {
    expect(await read((view) => readBodies(view, atStart('Client'), [5]))).toEqual([expect.objectContaining({ id: 5, name: 'Harbour' })]);
  });
});
