import { recordTypeNamed } from '../../database/support/record-types';
import { openStore, type TestStore } from '../../database/support/store';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import type { Transaction } from '../../database';
import { execute, rows } from '../../database/rows';
import { identifier, sql } from '../../sql';
import { insertRecord, insertRecords } from '../writing/writer';

export const sites = recordTypeNamed('Site');

/** A store in which each test finds the same two sites, and no changes. @returns what runs work in a transaction */
export function storedSites(): <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T> {
  let own: TestStore;
  const write = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, work);
  beforeAll(async () => {
    own = await openStore();
    await write(async ({ em }) => {
      await insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 });
      await insertRecord(em, recordTypeNamed('Client'), { id: 1, name: 'Harbour' });
    });
  });
  afterAll(() => own.close());
  beforeEach(() =>
    write(async ({ em }) => {
      await execute(em, sql`DELETE FROM record_change`);
      for (const table of ['site_text', 'site_index']) await execute(em, sql`DELETE FROM ${identifier(table)}`);
      await execute(em, sql`DELETE FROM site`);
      await insertRecords(em, sites, [
        { id: 1, name: 'Wharf', clientID: 1, version: 4 },
        { id: 2, name: 'Depot', clientID: 1, version: 1 },
      ]);
    }),
  );
  return write;
}

/** The name, the version and whether it is deleted. */
export const storedSite = async ({ em }: Transaction, id: number): Promise<unknown> =>
  (await rows(em, sql`SELECT name, version, deleted FROM site WHERE id = ${id}`))[0];
