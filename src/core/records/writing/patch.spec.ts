import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { applyPatch, existingIds, storedValue, writableFields } from './patch';
import { blankRecord } from './stored';
import { insertRecords } from './writer';

const jobs = recordTypeNamed('Job');

describe('A body', () => {
  it('cannot set what the service sets itself', () => {
    const body = { title: 'Rigger', createdByID: 9, createdDate: '2026-01-01', version: 9 };
    expect(applyPatch(jobs, blankRecord(jobs), body)).toEqual({ ...blankRecord(jobs), title: 'Rigger' });
    expect(writableFields(jobs).map(({ name }) => name)).not.toContain('createdByID');
  });

  it.each<[string, unknown, unknown]>([
    ['type', 'TEMP', 'TEMP'],
    ['type', '', null],
    ['title', '', ''],
    ['salaryFrom', 0, 0],
    ['salaryFrom', null, 0],
    ['rateFrom', null, null],
    ['clientID', 0, null],
    ['stageID', 0, null],
    ['stageID', 2, 2],
    ['title', null, null],
    ['deadline', '2026-03-31', new Date('2026-03-31T00:00:00.000Z')],
  ])('with %s %j stores %j', (field, sent, stored) => expect(storedValue(jobs.field(field), sent)).toEqual(stored));
});

describe('The ids that exist', () => {
  let own: TestStore;
  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecords(em, jobs, [{ id: 1 }, { id: 2, deleted: true }, { id: 3 }]);
      await insertRecords(em, recordTypeNamed('Tag'), [{ id: 2, tag: 'crane' }]);
    });
  }, 60_000);
  afterAll(() => own.close());

  it.each([
    ['Job', [3, 2, 1, 4], [1, 3]],
    ['Job', [4], []],
    ['Job', [], []],
    ['Tag', [1, 2], [2]],
  ])('of %s among %j are %j: a deleted record is none', async (name, sought, found) => {
    const ids = await own.transactions.read(SYSTEM_CALLER, ({ em }) => existingIds(em, recordTypeNamed(name), sought));
    expect(ids.sort()).toEqual(found);
  });
});
