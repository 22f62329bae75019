import '../database/support/kind';
import { SYSTEM_CALLER } from '../callers/system-caller';
import { rows } from '../database/rows';
import { ExpectedVersion } from '../http';
import { InvalidRequest, PreconditionFailed } from '../problems';
import { sql } from '../sql';
import { published } from './support/published';
import { sites, storedSites, storedSite } from './support/stored-sites';
import { create } from './create';
import { change, remove } from './change';

describe('The verbs of records', () => {
  const write = storedSites();

  it('publish a new record with its fields', async () => {
    await write(async (transaction) => {
      const id = await create(transaction, sites, { name: 'Yard', clientID: 1 });
      expect(await published(transaction)).toEqual([
        {
          ...{ type: 'Site', recordID: id, action: 'created', version: 1, events: [], concerned: {} },
          fields: {
            ...{ name: [null, 'Yard'], clientID: [null, 1] },
            ...{ createdByID: [null, SYSTEM_CALLER.userID], createdDate: [null, transaction.now.toISOString()] },
          },
        },
      ]);
      expect(await storedSite(transaction, id)).toEqual(['Yard', 1, 0]);
    });
  });

  it('publish each change of a record with what it was: updated, deleted, restored', async () => {
    await write(async (transaction) => {
      expect(await change(transaction, sites, 1, { name: 'Pier' })).toBe(true);
      expect(await remove(transaction, sites, 1)).toBe(true);
      expect(await change(transaction, sites, 1, { deleted: false, name: 'Wharf' })).toBe(true);
      const common = { type: 'Site', recordID: 1, events: [], concerned: {} };
      expect(await published(transaction)).toEqual([
        { ...common, action: 'updated', version: 5, fields: { name: ['Wharf', 'Pier'] } },
        { ...common, action: 'deleted', version: 6, fields: { deleted: [false, true] } },
        { ...common, action: 'restored', version: 7, fields: { name: ['Pier', 'Wharf'], deleted: [true, false] } },
      ]);
      expect(await storedSite(transaction, 1)).toEqual(['Wharf', 7, 0]);
    });
  });

  it('publish nothing where nothing changes', async () => {
    await write(async (transaction) => {
      await remove(transaction, sites, 2);
      await published(transaction);
      expect(await change(transaction, sites, 1, { name: 'Wharf' })).toBe(false);
      expect(await remove(transaction, sites, 2)).toBe(false);
      expect(await published(transaction)).toEqual([]);
      expect(await storedSite(transaction, 1)).toEqual(['Wharf', 4, 0]);
    });
  });

  it('leave a record alone whose version is not the expected one', async () => {
    const expecting = (version: number) => ({ expected: ExpectedVersion.parse(`"${version}-x"`) });
    await write(async (transaction) => {
      await expect(change(transaction, sites, 1, { name: 'Pier' }, expecting(3))).rejects.toBeInstanceOf(PreconditionFailed);
      expect(await storedSite(transaction, 1)).toEqual(['Wharf', 4, 0]);
      await change(transaction, sites, 1, { name: 'Pier' }, expecting(4));
      expect(await storedSite(transaction, 1)).toEqual(['Pier', 5, 0]);
    });
  });

  it('store the country that a body names by its code, and refuse one that there is not', async () => {
    await write(async (transaction) => {
      const id = await create(transaction, sites, { clientID: 1, countryName: 'New Zealand' });
      await change(transaction, sites, 1, { countryName: 'Australia' });
      await change(transaction, sites, 1, { name: 'Pier' });
      expect(await rows(transaction.em, sql`SELECT id, countryCode FROM site WHERE id IN (1, ${id}) ORDER BY id`)).toEqual([
        [1, 'AU'],
        [id, 'NZ'],
      ]);
      await expect(change(transaction, sites, 1, { countryName: 'Narnia' })).rejects.toBeInstanceOf(InvalidRequest);
    });
  });
});
