import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { execute } from '../../database/rows';
import type { View } from '../../database/transactions';
import { NotFound } from '../../problems';
import { sql } from '../../sql';
import { insertRecords } from '../writing/writer';
import { checkInScope, checkVisible, findBody, findResponse } from './find';

describe('A record', () => {
  let own: TestStore;
  const clients = recordTypeNamed('Client');
  const users = recordTypeNamed('User');
  const read = <T>(divisions: 'all' | readonly number[], work: (view: View) => Promise<T>): Promise<T> =>
    own.transactions.read({ ...SYSTEM_CALLER, scope: { divisions } }, work);

  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecords(em, recordTypeNamed('Division'), [
        { id: 1, name: 'North' },
        { id: 2, name: 'South' },
      ]);
      await insertRecords(em, clients, [
        { id: 1, name: 'Harbour' },
        { id: 2, name: 'Bay', deleted: true },
        { id: 3, name: 'Of nobody' },
      ]);
      await insertRecords(em, users, [{ id: 1, name: 'Ann' }]);
      await execute(em, sql`INSERT INTO client_division (recordID, divisionID) VALUES (1, 1), (2, 1)`);
    });
  });
  afterAll(() => own.close());

  it.each<[string, number, 'all' | readonly number[], string]>([
    ['by those who see every division', 1, 'all', 'Harbour'],
    ['by those who see its division', 1, [2, 1], 'Harbour'],
    ['when it is deleted', 2, [1], 'Bay'],
    ['by everyone when it belongs to no division', 3, [2], 'Of nobody'],
  ])('is found %s', async (_, id, divisions, name) => {
    await read(divisions, async (view) => {
      expect(await findResponse(view, clients, id)).toMatchObject({ id, name });
      expect(await findBody(view, clients, id)).toMatchObject({ id, name });
      expect(await checkVisible(view, clients, id)).toBeUndefined();
      expect(await checkInScope(view, clients, id)).toBeUndefined();
    });
  });

  it.each<[string, number, 'all' | readonly number[]]>([
    ['when there is none', 9, 'all'],
    ['by those who see another division', 1, [2]],
    ['by those who see no division', 2, []],
  ])('is not found %s', async (_, id, divisions) => {
    await read(divisions, async (view) => {
      for (const find of [findResponse, findBody, checkVisible])
        await expect(find(view, clients, id)).rejects.toThrow(new NotFound(`Client ${id} not found.`));
    });
  });

  it('of a type that belongs to no division is seen by everyone', async () => {
    expect(await read([], (view) => findResponse(view, users, 1))).toMatchObject({ id: 1 });
    await expect(read([2], (view) => checkVisible(view, users, 9))).rejects.toBeInstanceOf(NotFound);
  });

  it('that is loaded afterwards anyway is looked for only where divisions decide', async () => {
    expect(await read('all', (view) => checkInScope(view, clients, 9))).toBeUndefined();
    expect(await read([2], (view) => checkInScope(view, users, 9))).toBeUndefined();
    await expect(read([2], (view) => checkInScope(view, clients, 9))).rejects.toBeInstanceOf(NotFound);
  });
});
