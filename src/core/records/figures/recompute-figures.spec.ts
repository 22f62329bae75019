import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { execute } from '../../database/rows';
import type { RecordType } from '../../fields/record-type';
import { sql, type Sql } from '../../sql';
import { insertRecord } from '../writing/writer';
import { staleFigures } from './recompute-figures';

/** Clients with one figure, which is computed by this SQL. */
function clientsWith(name: string, text: string): RecordType {
  const clients = recordTypeNamed('Client');
  const type = name === 'contacts' ? 'number' : 'date';
  return { ...clients, fields: [{ ...clients.field(name), type, source: { in: 'figure', sql: text, live: false } }] };
}

describe('A stored figure', () => {
  let own: TestStore;
  const isStale = (name: string, stored: Sql, computed: string): Promise<boolean> =>
    own.transactions.rehearse(SYSTEM_CALLER, async (transaction) => {
      await execute(transaction.em, sql`UPDATE client_figure SET ${stored}`);
      return (await staleFigures(transaction, clientsWith(name, computed), [1])).length > 0;
    });

  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, ({ em }) => insertRecord(em, recordTypeNamed('Client'), { id: 1, name: 'Harbour' }));
  });
  afterAll(() => own.close());

  it.each<[number, string, boolean]>([
    [7, '7', false],
    [7, '8', true],
    [7, '-7', true],
    [0, 'NULL', false],
    [0, '0', false],
    [0, '0.001', true],
    [1, 'NULL', true],
    [1_000_000_000, '1000000000.5', false],
    [1_000_000_000, '999999999.5', false],
    [1_000_000_000, '1000000002', true],
    [1, '1.001', true],
    [-5, '-5', false],
    [-5, '-5.5', true],
  ])('of %d that is computed as %s is out of date: %p, since sums differ by their rounding', async (stored, computed, expected) => {
    expect(await isStale('contacts', sql`contacts = ${stored}`, computed)).toBe(expected);
  });

  it.each<[string, Sql, string, boolean]>([
    ['the same', sql`'2026-03-31 09:30:00.120'`, '2026-03-31 09:30:00.120', false],
    ['a millisecond later', sql`'2026-03-31 09:30:00.121'`, '2026-03-31 09:30:00.120', true],
    ['another year', sql`'2027-03-31 09:30:00.120'`, '2026-03-31 09:30:00.120', true],
    ['unset', sql`NULL`, '2026-03-31 09:30:00.120', true],
  ])('that is a moment is compared to the millisecond: %s', async (_, stored, computed, expected) => {
    const text = `(SELECT MAX(a.activityDate) FROM activity a WHERE a.id = r.id)`;
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await execute(em, sql`DELETE FROM activity`);
      await execute(em, sql`INSERT INTO activity (id, activityDate) VALUES (1, ${computed})`);
    });
    expect(await isStale('lastActivityDate', sql`lastActivityDate = ${stored}`, text)).toBe(expected);
  });
});
