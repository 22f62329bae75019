import '../database/support/kind';
import { openStore, type TestStore } from '../database/support/store';
import { recordTypeNamed } from '../database/support/record-types';
import { SYSTEM_CALLER } from '../callers/system-caller';
import { change, insertRecord, insertRecords } from '../records';
import { rows } from '../database/rows';
import { select } from '../query';
import { sql, Sql } from '../sql';
import { hasWords, LIMITS, searchedWords } from './word-search';
import type { RecordTypes } from '../fields/record-types';

describe('The jobs with the words of a text', () => {
  let own: TestStore;
  const jobs = recordTypeNamed('Job');
  const titles: Readonly<Record<number, string | null>> = {
    1: 'Site Engineer',
    2: 'Engineering engineer',
    3: 'Ingénieur',
    4: `${'x'.repeat(63)}😀yz`,
    5: null,
    6: '—',
    7: `${'x'.repeat(70)}`,
  };
  interface How {
    readonly now?: Date;
    readonly listed?: number;
    readonly queried?: number;
  }
  type Found = readonly number[] | { readonly queried: readonly number[] } | 'many';
  const found = (text: string, { now, listed = 500, queried = 10_000 }: How = {}): Promise<Found> =>
    own.transactions.read(SYSTEM_CALLER, async (view) => {
      const { ids, query } = await searchedWords({ ...view, now: now ?? view.now }, jobs, 'title', text, { listed, queried });
      if (ids) return ids.toSorted();
      return query ? { queried: [...new Set((await rows(view.em, query)).map(([id]) => Number(id)))].sort() } : 'many';
    });

  beforeAll(async () => {
    own = await openStore();
    const records = Object.entries(titles).map(([id, title]) => ({ id: Number(id), title }));
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 });
      await insertRecords(em, jobs, records);
    });
  }, 60_000);
  afterAll(() => own.close());

  it.each([
    ['nobody', []],
    ['eng', [1, 2]],
    ['ENGINEERING', [2]],
    ['ingenieur', [3]],
    ['site of engineering', []],
    ['of', []],
    ['engi si', [1]],
    ['engine engineering', [2]],
    // as much as the table has of it
    ['x'.repeat(69), [7]],
    ['x'.repeat(63), [4, 7]],
  ])('are found by the beginnings of the words of "%s"', async (text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it('are a list, a query when they are more, and neither when they are too many or there is no word', async () => {
    expect(await found('engi', { listed: 3 })).toEqual([1, 2]);
    expect(await found('engine', { listed: 2, queried: 3 })).toEqual({ queried: [1, 2] });
    expect(await found('engin', { listed: 2, queried: 2 })).toBe('many');
    expect(await found('site engin', { listed: 0 })).toEqual({ queried: [1] });
    expect(await found(' — ')).toBe('many');
  });

  it.each([
    ['engin', [1, 2]],
    ['engineer site', [1]],
    // of these, the table has only a part
    [`${'x'.repeat(63)}😀y`, [4]],
    [`${'x'.repeat(63)}😀z`, []],
    ['x'.repeat(71), []],
    // more words than are joined
    ['site engineer engin eng', [1]],
    ['engineer engineering engin eng site', []],
  ])('are the same in whichever way they are looked up by "%s"', async (text, expected) => {
    const limits = [LIMITS, { listed: 0, queried: 10_000 }, { listed: 0, queried: 0 }];
    for (const each of limits) {
      const ids = await own.transactions.read(SYSTEM_CALLER, async (view) => {
        // as if nothing were known of the word yet
        const searched = await searchedWords(
          { ...view, now: new Date(), types: Object.create(view.types) as RecordTypes },
          jobs,
          'title',
          text,
          each,
        );
        const { from, where, params } = select(jobs, {
          extraConditions: (job) => hasWords(job, searched),
          timeZone: 'UTC',
          types: view.types,
          scope: view.caller.scope,
          now: view.now,
        });
        return (await rows(view.em, sql`SELECT r.id ${new Sql(`FROM ${from} WHERE ${where}`, params)}`)).map(([id]) => Number(id));
      });
      expect(ids.toSorted()).toEqual(expected);
    }
  });

  it('are not counted again for a minute', async () => {
    const at = (now: number, listed: number, queried: number): Promise<Found> => found('enginee', { now: new Date(now), listed, queried });
    expect(await at(0, 2, 2)).toBe('many');
    expect(await at(59_999, 3, 3)).toBe('many');
    expect(await at(60_000, 3, 3)).toHaveLength(2);
    expect(await at(60_000, 2, 3)).toEqual({ queried: [1, 2] });
    expect(await at(119_999, 3, 3)).toEqual({ queried: [1, 2] });
  });

  it('follow a change of the title', async () => {
    await own.transactions.write(SYSTEM_CALLER, (transaction) => change(transaction, jobs, 1, { title: 'Rigger' }));
    expect([await found('rigg'), await found('site')]).toEqual([[1], []]);
    await own.transactions.write(SYSTEM_CALLER, (transaction) => change(transaction, jobs, 1, { title: 'Site Engineer' }));
  });
});
