import '../core/database/support/kind';
import { openStore, type TestStore } from '../core/database/support/store';
import { recordTypeNamed } from '../core/database/support/record-types';
import { SYSTEM_CALLER } from '../core/callers';
import type { View } from '../core/database';
import { insertRecords } from '../core/records';
import { storeLinks } from './links/main-records';
import { newestOf } from './newest-activities';

const [HOUR, FIRST] = [3_600_000, Date.UTC(2026, 0, 1)];

/** The number of activities of the candidates 1 to 5: more than two pages of three, fewer, and none. */
const AMOUNTS = [25, 2, 13, 0, 25];

interface Made {
  readonly id: number;
  readonly candidate: number;
  readonly time: number;
}

describe('The newest activities of several candidates that are read together', () => {
  let own: TestStore;
  // their times do not follow their ids, and some have the same
  const made: readonly Made[] = AMOUNTS.flatMap((amount, index) =>
    Array.from({ length: amount }, (_, each) => ({
      id: 100 * index + each + 1,
      candidate: index + 1,
      time: FIRST + ((each * 7) % 11) * HOUR,
    })),
  );

  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecords(
        em,
        recordTypeNamed('Activity'),
        made.map(({ id, time }) => ({ id, version: 1, statusID: 1, category: 1, deleted: false, activityDate: new Date(time) })),
      );
      await storeLinks(
        em,
        made.map(({ id, candidate }) => [id, 'Candidate', candidate]),
        'isMain',
      );
    });
  });
  afterAll(() => own.close());

  it.each([1, 3, 12, 13, 1000])('are those of each, %i at most, and the next page begins after them', async (limit) => {
    const expected = AMOUNTS.map((_, index) => sorted(made.filter(({ candidate }) => candidate === index + 1)).map(({ id }) => id));
    const first = await pages(
      limit,
      AMOUNTS.map(() => undefined),
    );
    expect(first.map(({ ids }) => ids)).toEqual(expected.map((ids) => ids.slice(0, limit)));
    const next = await pages(
      limit,
      first.map(({ cursor }) => cursor),
    );
    expect(next.map(({ ids }) => ids)).toEqual(
      expected.map((ids) => (ids.length > limit ? ids.slice(limit, 2 * limit) : ids.slice(0, limit))),
    );
  });

  /** Of all candidates at once. @param cursors where each page begins; undefined: it is the first */
  const pages = (limit: number, cursors: readonly (string | undefined)[]) =>
    own.transactions.read(SYSTEM_CALLER, (view: View) =>
      Promise.all(
        cursors.map(async (cursor, index) => {
          const query = { status: 0, category: 0, limit, ...(cursor !== undefined && { cursor }) };
          const { shown, cursor: next } = await newestOf(view, recordTypeNamed('Candidate'), index + 1, query);
          return { ids: shown.map(({ body }) => body.id), cursor: next };
        }),
      ),
    );

  const sorted = (activities: readonly Made[]): Made[] => activities.toSorted((one, other) => other.time - one.time || other.id - one.id);
});
