import '../database/support/kind';
import { openStore, type TestStore } from '../database/support/store';
import { recordTypeNamed } from '../database/support/record-types';
import { SYSTEM_CALLER } from '../callers/system-caller';
import { change, insertRecord, insertRecords } from '../records';
import { rows } from '../database/rows';
import { firstRows, selectRepeating, type SelectOptions } from '../query';
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
    readonly sorted?: number;
  }
  type Found = readonly number[] | string;
  const found = (text: string, { now, listed = 500, sorted = 10_000 }: How = {}): Promise<Found> =>
    own.transactions.read(SYSTEM_CALLER, async (view) => {
      const { ids, rarest } = await searchedWords({ ...view, now: now ?? view.now }, jobs, 'title', text, { listed, sorted });
      return ids?.toSorted() ?? (rarest ? `${rarest.frequency} with ${rarest.word}` : 'all');
    });

  beforeAll(async () => {
    own = await openStore();
    const records = Object.entries(titles).map(([id, title]) => ({ id: Number(id), title }));
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 });
      await insertRecords(em, jobs, records);
    });
  });
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

  it('are a list, few or many by the rarest word when they are more, and all when there is no word', async () => {
    expect(await found('engi', { listed: 3 })).toEqual([1, 2]);
    expect(await found('engine', { listed: 2, sorted: 3 })).toBe('few with engine');
    expect(await found('engin', { listed: 2, sorted: 2 })).toBe('many with engin');
    expect(await found('site engin', { listed: 0, sorted: 1 })).toBe('few with site');
    expect(await found(' — ')).toBe('all');
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
    for (const limits of [LIMITS, { ...LIMITS, listed: 0 }, { listed: 0, sorted: 0 }])
      for (const way of [{ walks: true }, {}, { firstKey: 'any' }] as const)
        expect([limits, way, (await among(text, limits, way)).toSorted()]).toEqual([limits, way, expected]);
  });

  const among = (text: string, limits: typeof LIMITS, way: Pick<SelectOptions, 'walks' | 'firstKey'>): Promise<number[]> =>
    own.transactions.read(SYSTEM_CALLER, async (view) => {
      // as if nothing were known of the word yet
      const searched = await searchedWords(
        { ...view, now: new Date(), types: Object.create(view.types) as RecordTypes },
        jobs,
        'title',
        text,
        limits,
      );
      const selection = selectRepeating(jobs, {
        extraConditions: (job) => hasWords(job, searched),
        ...way,
        timeZone: 'UTC',
        types: view.types,
        scope: view.caller.scope,
        now: view.now,
      });
      return (await rows(view.em, firstRows(selection, 10))).map(([id]) => Number(id));
    });

  it('are not counted again for a minute', async () => {
    const at = (now: number, listed: number, sorted = 3): Promise<Found> => found('enginee', { now: new Date(now), listed, sorted });
    expect(await at(0, 2)).toBe('few with enginee');
    expect(await at(59_999, 3, 2)).toBe('few with enginee');
    expect(await at(60_000, 3)).toEqual([1, 2]);
  });

  it('follow a change of the title', async () => {
    await own.transactions.write(SYSTEM_CALLER, (transaction) => change(transaction, jobs, 1, { title: 'Rigger' }));
    expect([await found('rigg'), await found('site')]).toEqual([[1], []]);
    await own.transactions.write(SYSTEM_CALLER, (transaction) => change(transaction, jobs, 1, { title: 'Site Engineer' }));
  });
});
