import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { insertRecords } from '../writing/writer';
import { visibleIds } from '../../database/visible-ids';

describe('The ids that a caller sees', () => {
  let own: TestStore;
  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecords(em, recordTypeNamed('Division'), [{ id: 1 }, { id: 2 }]);
      await insertRecords(em, recordTypeNamed('Job'), [
        { id: 1, division: 1 },
        { id: 2, division: 1, deleted: true },
        { id: 3, division: 2 },
        { id: 4 },
      ]);
      await insertRecords(em, recordTypeNamed('Tag'), [{ id: 2, tag: 'crane' }]);
    });
  });
  afterAll(() => own.close());

  it.each<[name: string, sought: number[], divisions: 'all' | number[], found: number[]]>([
    ['Job', [3, 2, 1, 5, 1], 'all', [1, 3]],
    ['Job', [5], 'all', []],
    ['Job', [], 'all', []],
    ['Tag', [1, 2], 'all', [2]],
    ['Tag', [1, 2], [1], [2]],
    ['Job', [1, 2, 3, 4], [1], [1, 4]],
    ['Job', [1, 2, 3, 4], [1, 2], [1, 3, 4]],
    ['Job', [1, 2, 3, 4], [], [4]],
  ])('of %s among %j in the divisions %j are %j: a deleted record is none', async (name, sought, divisions, found) => {
    const caller = { ...SYSTEM_CALLER, scope: { divisions } };
    const ids = await own.transactions.read(caller, (view) => visibleIds(view, recordTypeNamed(name), sought));
    expect(ids.sort()).toEqual(found);
  });

  it('are those of deleted records too, if they are asked for', async () => {
    const ids = await own.transactions.read(SYSTEM_CALLER, (view) =>
      visibleIds(view, recordTypeNamed('Job'), [1, 2], { includeDeleted: true }),
    );
    expect(ids.sort()).toEqual([1, 2]);
  });
});
