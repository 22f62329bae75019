import '../database/support/kind';
import { openStore, type TestStore } from '../database/support/store';
import { recordTypeNamed } from '../database/support/record-types';
import { SYSTEM_CALLER } from '../callers/system-caller';
import { change, insertRecord, insertRecords } from '../records';
import { idsOfRareWord } from './rare-word';

describe('The jobs with a word that few have', () => {
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
  const found = async (text: string, most?: number): Promise<number[] | undefined> =>
    (await own.transactions.read(SYSTEM_CALLER, (view) => idsOfRareWord(view, jobs, 'title', text, most)))?.sort();

  beforeAll(async () => {
    own = await openStore();
    const records = Object.entries(titles).map(([id, title]) => ({ id: Number(id), title }));
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service' });
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

  it('are not looked up when more have it, or there is no word', async () => {
    expect(await found('engi', 3)).toEqual([1, 2]);
    expect(await found('engi', 2)).toBeUndefined();
    expect(await found(' — ')).toBeUndefined();
  });

  it('are not looked up again for a minute after many had it', async () => {
    const at = (now: number, most: number): Promise<number[] | undefined> =>
      own.transactions.read(SYSTEM_CALLER, (view) => idsOfRareWord({ ...view, now: new Date(now) }, jobs, 'title', 'engin', most));
    expect(await at(0, 2)).toBeUndefined();
    expect(await at(59_999, 3)).toBeUndefined();
    expect(await at(60_000, 3)).toHaveLength(2);
  });

  it('follow a change of the title', async () => {
    await own.transactions.write(SYSTEM_CALLER, (transaction) => change(transaction, jobs, 1, { title: 'Rigger' }));
    expect([await found('rigg'), await found('site')]).toEqual([[1], []]);
    await own.transactions.write(SYSTEM_CALLER, (transaction) => change(transaction, jobs, 1, { title: 'Site Engineer' }));
  });
});
