import fc from 'fast-check';
import { execute, rows } from './rows';
import { openStore, type TestStore } from './support/store';
import { sql, tuples, values } from '../sql';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 30);

let database: TestStore;
beforeAll(async () => void (database = await openStore()));
afterAll(() => database.close());

/** Its digits as text, four of them behind the point, so that no number of JavaScript is between. */
const written = (digits: bigint): string => {
  const [sign, text] = [digits < 0n ? '-' : '', String(digits < 0n ? -digits : digits).padStart(5, '0')];
  return `${sign}${text.slice(0, -4)}.${text.slice(-4)}`.replace(/\.?0+$/, '');
};

const AMOUNTS = fc.uniqueArray(
  fc.oneof(
    fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }),
    fc.bigInt({ min: -10_000_000n, max: 10_000_000n }),
    fc.constantFrom(999_999_999_999_999n, -999_999_999_999_999n, 1n, -1n, 10_049n, 10_050n),
  ),
  { minLength: 1, maxLength: 100 },
);

describe('An amount of up to 15 digits', () => {
  it('comes back from the database as it was written, is found by it, and is in order', async () => {
    const { manager } = database.store;
    await fc.assert(
      fc.asyncProperty(AMOUNTS, async (amounts) => {
        const texts = amounts.map(written);
        await execute(manager, sql`DELETE FROM opportunity`);
        await execute(
          manager,
          sql`INSERT INTO opportunity (id, value) VALUES ${tuples(texts.map((text, index) => [index + 1, Number(text)]))}`,
        );
        const all = await rows(manager, sql`SELECT id, value FROM opportunity ORDER BY id`);
        expect(all.map(([, value]) => JSON.stringify(value))).toEqual(texts.map((text) => (text === '-0' ? '0' : text)));
        const found = await rows(manager, sql`SELECT id FROM opportunity WHERE value IN (${values(texts.map(Number))}) ORDER BY value`);
        const sorted = amounts
          .map((digits, index) => ({ digits, id: index + 1 }))
          .sort((one, other) => (one.digits < other.digits ? -1 : 1));
        expect(found.map(([id]) => id)).toEqual(sorted.map(({ id }) => id));
      }),
      { numRuns: RUNS },
    );
  });
});
