import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { execute, rows } from '../../database/rows';
import { list, sql, values } from '../../sql';
import { refreshDivisionNames } from './divisions';
import { insertRecords } from './writer';

describe('A division with a new name', () => {
  let own: TestStore;
  const contacts = recordTypeNamed('Contact');
  const clients = recordTypeNamed('Client');
  const write = <T>(work: (em: EntityManager) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, ({ em }) => work(em));
  const link = async (em: EntityManager, ...links: readonly (readonly [record: number, division: number])[]): Promise<void> => {
    await execute(em, sql`DELETE FROM contact_division`);
    const pairs = links.map(([record, division]) => sql`(${record}, ${division})`);
    await execute(em, sql`INSERT INTO contact_division (recordID, divisionID) VALUES ${list(pairs)}`);
  };

  beforeAll(async () => {
    own = await openStore();
    await write(async (em) => {
      await insertRecords(em, recordTypeNamed('Division'), [
        { id: 1, name: 'South' },
        { id: 2, name: 'Élan' },
        { id: 5, name: null },
      ]);
      await insertRecords(
        em,
        contacts,
        Array.from({ length: 1003 }, (_, index) => ({ id: index + 1, divisions: 'old' })),
      );
      await insertRecords(em, clients, [{ id: 1, name: 'Harbour' }]);
    });
  });
  afterAll(() => own.close());

  it('is shown under it in every record, and found by it', async () => {
    await write(async (em) => {
      const many = Array.from({ length: 1001 }, (_, index): [number, number] => [index + 1, 2]);
      await link(em, ...many, [2, 1], [1001, 1], [1003, 1]);
      await execute(em, sql`INSERT INTO client_division (recordID, divisionID) VALUES (1, 2)`);
      await refreshDivisionNames(em, 2);
      const shown = async (ids: readonly number[]) =>
        rows(
          em,
          sql`SELECT c.id, c.divisions, t.divisions FROM contact c JOIN contact_text t ON t.id = c.id WHERE c.id IN (${values(ids)}) ORDER BY c.id`,
        );
      expect(await shown([1, 2, 500, 501, 1000, 1001, 1002, 1003])).toEqual([
        [1, 'Élan', 'elan'],
        [2, 'South; Élan', 'south; elan'],
        [500, 'Élan', 'elan'],
        [501, 'Élan', 'elan'],
        [1000, 'Élan', 'elan'],
        [1001, 'South; Élan', 'south; elan'],
        [1002, 'old', 'old'],
        [1003, 'old', 'old'],
      ]);
      expect(await rows(em, sql`SELECT divisions FROM client WHERE id = 1`)).toEqual([['Élan']]);
    });
  });

  it('is shown no longer when it has lost its name', async () => {
    await write(async (em) => {
      await link(em, [1, 5]);
      await refreshDivisionNames(em, 5);
      expect(await rows(em, sql`SELECT c.divisions, t.divisions FROM contact c JOIN contact_text t ON t.id = c.id WHERE c.id = 1`)).toEqual(
        [[null, null]],
      );
    });
  });
});
