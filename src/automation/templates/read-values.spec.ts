import '../../core/database/support/kind';
import { SYSTEM_CALLER } from '../../core/callers';
import { recordTypeNamed } from '../../core/database/support/record-types';
import { openStore, type TestStore } from '../../core/database/support/store';
import { watched } from '../../core/database/support/watched';
import { insertRecord } from '../../core/records';
import { readValues } from './read-values';

const PATHS = ['firstName', 'ownerID', 'client.name', 'client.owner.email', 'owner.email'].map((path) => path.split('.'));
const [USER, CLIENT, DELETED] = [50, 60, 61];

describe('The values in templates', () => {
  let own: TestStore;
  const ids = Array.from({ length: 120 }, (_, index) => index + 100);

  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      const insert = (type: string, record: object) => insertRecord(em, recordTypeNamed(type), record);
      await insert('User', { id: USER, name: 'Amelia', email: 'amelia@example.com', isActive: true });
      await insert('Client', { id: CLIENT, name: 'Bayside', ownerID: USER });
      await insert('Client', { id: DELETED, name: 'Gone', deleted: true });
      for (const id of ids)
        await insert('Contact', { id, firstName: `Ann ${id}`, clientID: id % 2 === 0 ? CLIENT : DELETED, ownerID: USER });
    });
  });
  afterAll(() => own.close());

  const read = (some: readonly number[]) =>
    own.transactions.write(SYSTEM_CALLER, async (transaction) => {
      let statements = 0;
      const view = { ...transaction, em: watched(transaction.em, () => (statements += 1)) };
      const values = await readValues(view, recordTypeNamed('Contact'), some, PATHS, 'UTC');
      return { values, statements };
    });

  it('are those of the record and of live records that it refers to', async () => {
    const { values } = await read([100, 101]);
    const owner = { email: 'amelia@example.com' };
    expect([...values]).toEqual([
      [100, { firstName: 'Ann 100', ownerID: USER, owner, client: { name: 'Bayside', owner } }],
      [101, { firstName: 'Ann 101', ownerID: USER, owner, client: undefined }],
    ]);
  });

  it('take as many statements for many records as for one', async () => {
    const { statements } = await read([100]);
    expect(await read(ids)).toMatchObject({ statements });
  });
});
