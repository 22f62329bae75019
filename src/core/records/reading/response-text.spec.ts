import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { execute } from '../../database/rows';
import { toJson } from '../../http/json-text';
import { sql, type Sql } from '../../sql';
import { create } from '../create';
import { change } from '../change';
import { recordChange } from '../related-change';
import { staleResponses } from '../figures/recompute-responses';
import { insertRecord } from '../writing/writer';
import { readResponses } from './reader';
import { readBodies } from './response-text';

describe('A stored response', () => {
  let own: TestStore;
  const candidates = recordTypeNamed('Candidate');
  const read = (): Promise<string> =>
    own.transactions.read(SYSTEM_CALLER, async (view) => toJson((await readBodies(view, candidates, [1]))[0]).toString());
  const readFromColumns = (): Promise<string> =>
    own.transactions.read(SYSTEM_CALLER, async (view) => JSON.stringify((await readResponses(view, candidates, [1]))[0]));
  const run = (statement: Sql): Promise<number> => own.transactions.write(SYSTEM_CALLER, ({ em }) => execute(em, statement));
  const isStale = async (): Promise<boolean> =>
    (await own.transactions.read(SYSTEM_CALLER, (view) => staleResponses(view, candidates, [1]))).length > 0;

  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async (transaction) => {
      await insertRecord(transaction.em, recordTypeNamed('User'), {
        id: SYSTEM_CALLER.userID,
        name: 'The service',
        isActive: true,
        roleID: 1,
      });
      await create(transaction, candidates, {
        firstName: 'Zoë "Z"',
        lastName: 'O\u2028Brien\n',
        email1: 'zoe@example.com',
        preferredRate: 0.1,
        dateOfBirth: '1992-02-29',
        isRedFlagged: true,
      });
    });
  });
  afterAll(() => own.close());

  it('reads the same, character by character, as the response from the columns', async () => {
    expect(await isStale()).toBe(false);
    expect(await read()).toBe(await readFromColumns());
    expect(JSON.parse(await read())).toMatchObject({ id: 1, firstName: 'Zoë "Z"', preferredRate: 0.1, employmentHistories: [] });
  });

  it('follows each change of its record', async () => {
    await own.transactions.write(SYSTEM_CALLER, (transaction) =>
      change(transaction, candidates, 1, { suburb: 'Perth', isRedFlagged: false }),
    );
    expect(await isStale()).toBe(false);
    expect(JSON.parse(await read())).toMatchObject({ suburb: 'Perth', isRedFlagged: false });
  });

  it('stays the response when only related data changes', async () => {
    await own.transactions.write(SYSTEM_CALLER, (transaction) => recordChange(transaction, candidates, [1], { fields: {} }));
    expect(await isStale()).toBe(false);
    expect(await read()).toBe(await readFromColumns());
  });

  it('does not count when it is of another version, or absent', async () => {
    await run(sql`UPDATE candidate SET suburb = 'Darwin', version = version + 1 WHERE id = 1`);
    expect(await isStale()).toBe(true);
    expect(JSON.parse(await read())).toMatchObject({ suburb: 'Darwin' });
    await run(sql`DELETE FROM candidate_response WHERE id = 1`);
    expect(JSON.parse(await read())).toMatchObject({ suburb: 'Darwin' });
  });
});
