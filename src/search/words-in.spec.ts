import '../core/database/support/kind';
import { words } from '../../test/support/oracle/words';
import { Dice } from '../../test/support/oracle/dice';
import { SYSTEM_CALLER } from '../core/callers';
import { recordTypeNamed } from '../core/database/support/record-types';
import { openStore, type TestStore } from '../core/database/support/store';
import { insertRecord, insertRecords } from '../core/records';
import { withWords, type FoundIDs } from './words-in';

const TITLES = ['Site Engineer', 'Engineering Manager', 'C++ Developer', 'Café Manager', 'Siteworks (night)', 'Ingénieur'];
const REFERENCES = ['JOB-1', 'JOB-12', 'ENG-7', 'SITE'];

describe('The records with words', () => {
  let own: TestStore;
  const jobs = recordTypeNamed('Job');
  const dice = new Dice(3);
  const stored = Array.from({ length: 80 }, (_, index) => ({
    id: index + 1,
    title: `${dice.pick(TITLES)} ${dice.pick(TITLES)}`,
    jobReference: dice.pick(REFERENCES),
  }));
  const find = (fields: readonly ('title' | 'jobReference')[], text: string, most?: number, wanted?: number): Promise<FoundIDs> =>
    own.transactions.read(SYSTEM_CALLER, (view) => withWords(view, jobs, fields, words(text), { most, wanted }));
  const expected = (fields: readonly ('title' | 'jobReference')[], text: string): number[] =>
    stored
      .filter((job) => words(text).every((word) => fields.some((field) => words(job[field]).some((each) => each.startsWith(word)))))
      .map(({ id }) => id)
      .toReversed();

  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 });
      await insertRecords(em, jobs, stored);
    });
  });
  afterAll(() => own.close());

  it.each([
    'eng',
    'site eng',
    'engineer engineering',
    'ingen caf',
    'c++',
    'job 12',
    'site night developer',
    'e s m d',
    'nobody',
    'eng nobody',
  ])('are those that have every word of "%s", the newest first', async (text) => {
    for (const fields of [['title'], ['jobReference'], ['jobReference', 'title']] as const)
      expect({ fields, ...(await find(fields, text)) }).toEqual({ fields, ids: expected(fields, text), isCut: false });
  });

  it.each(['eng', 'site eng', 'manager site'])('are the newest of them, where not all are wanted: "%s"', async (text) => {
    const all = expected(['title'], text);
    expect(all.length).toBeGreaterThan(5);
    expect(await find(['title'], text, undefined, 5)).toEqual({ ids: all.slice(0, 5), isCut: false });
  });

  it('are looked for in the table of a text that has one of its own', async () => {
    const notes = recordTypeNamed('Activity');
    const ids = [1, 2].map((id) => ({ id, category: 1, notes: id === 1 ? 'Scaffold course' : 'Course' }));
    await own.transactions.write(SYSTEM_CALLER, ({ em }) => insertRecords(em, notes, ids));
    const found = await own.transactions.read(SYSTEM_CALLER, (view) => withWords(view, notes, ['notes'], ['cour', 'scaf']));
    expect(found).toEqual({ ids: [1], isCut: false });
  });

  it('are only some of them when there are too many words to look at', async () => {
    const { ids, isCut } = await find(['title'], 'eng', 5);
    expect(isCut).toBe(true);
    expect(ids.length).toBeLessThanOrEqual(5);
    expect(expected(['title'], 'eng')).toEqual(expect.arrayContaining([...ids]));
    const both = await find(['title'], 'e s', 5);
    expect(both.isCut).toBe(true);
    expect(expected(['title'], 'e s')).toEqual(expect.arrayContaining([...both.ids]));
  });

  it('are found by the rarest word, however common the others are', async () => {
    const rare = { id: 1000, title: 'Engineering Xylophonist', jobReference: 'ENG-1' };
    await own.transactions.write(SYSTEM_CALLER, ({ em }) => insertRecords(em, jobs, [rare]));
    expect(await find(['title'], 'engineering xylo', 5)).toEqual({ ids: [1000], isCut: false });
  });
});
