import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { execute, rows } from '../../database/rows';
import type { Transaction } from '../../database/transactions';
import { InvalidRequest } from '../../problems/problem';
import { list, sql } from '../../sql';
import { countryOfDivision, divisionsOf, divisionsText, replaceDivisions } from './divisions';
import { insertRecords } from './writer';

describe('The divisions of a record', () => {
  let own: TestStore;
  const contacts = recordTypeNamed('Contact');
  const write = <T>(work: (em: EntityManager, transaction: Transaction) => Promise<T>): Promise<T> =>
    own.transactions.write(SYSTEM_CALLER, (transaction) => work(transaction.em, transaction));
  const link = async (em: EntityManager, ...links: readonly (readonly [record: number, division: number])[]): Promise<void> => {
    await execute(em, sql`DELETE FROM contact_division`);
    const pairs = links.map(([record, division]) => sql`(${record}, ${division})`);
    if (pairs.length > 0) await execute(em, sql`INSERT INTO contact_division (recordID, divisionID) VALUES ${list(pairs)}`);
  };

  beforeAll(async () => {
    own = await openStore();
    await write(async (em) => {
      await insertRecords(em, recordTypeNamed('Division'), [
        { id: 1, name: 'South' },
        { id: 2, name: 'Élan', countryCode: 'NZ' },
        { id: 3, name: 'East', countryCode: 'AU' },
        { id: 4, name: 'Closed', deleted: true },
        { id: 5, name: null },
        { id: 10, name: 'North' },
      ]);
      await insertRecords(em, contacts, [{ id: 1 }, { id: 2 }, { id: 3 }]);
    });
  });
  afterAll(() => own.close());

  it('are those of the record, in ascending order', async () => {
    await write(async (em) => {
      await link(em, [1, 10], [1, 2], [2, 3]);
      expect(await divisionsOf(em, contacts, 1)).toEqual([2, 10]);
      expect(await divisionsOf(em, contacts, 3)).toEqual([]);
    });
  });

  it.each<[readonly number[], string | null]>([
    [[], null],
    [[1], 'South'],
    [[1, 3, 10], 'East; North; South'],
    [[5, 1], 'South'],
    [[5], null],
  ])('%j are shown as %j', async (ids, text) => expect(await write((em) => divisionsText(em, ids))).toBe(text));

  describe('when a body has some', () => {
    const replaced = async (sent: readonly number[] | null | undefined): Promise<unknown> =>
      write(async (em, transaction) => {
        await link(em, [1, 10], [1, 2], [2, 3]);
        const record = { id: 1, divisions: 'as before' };
        const changes = await replaceDivisions(transaction, contacts, record, sent);
        const links = await rows(em, sql`SELECT recordID, divisionID FROM contact_division ORDER BY recordID, divisionID`);
        return { changes, divisions: record.divisions, links };
      });

    it.each([
      ['says nothing of them', undefined],
      ['has the same ones', [2, 10]],
      ['has the same ones in another order, one twice', [10, 2, 10]],
    ])('stay when it %s', async (_, sent) => {
      const links = [
        [1, 2],
        [1, 10],
        [2, 3],
      ];
      expect(await replaced(sent)).toEqual({ changes: {}, divisions: 'as before', links });
    });

    it.each<[readonly number[] | null, readonly number[], string | null]>([
      [[10, 3, 1, 3], [1, 3, 10], 'East; North; South'],
      [[2], [2], 'Élan'],
      [[], [], null],
      [null, [], null],
    ])('are replaced by %j', async (sent, after, divisions) => {
      const links = [...after.map((division) => [1, division]), [2, 3]];
      expect(await replaced(sent)).toEqual({ changes: { divisionIDs: [[2, 10], after] }, divisions, links });
    });

    it('are refused where they do not exist or are deleted, each at its place', async () => {
      const refused = replaced([99, 1, 4]);
      await expect(refused).rejects.toBeInstanceOf(InvalidRequest);
      const detail = 'must be the id of an existing division';
      await expect(refused).rejects.toMatchObject({
        members: {
          errors: [
            { pointer: '/divisionIDs/0', detail },
            { pointer: '/divisionIDs/2', detail },
          ],
        },
      });
    });

    it('may have a deleted one that the record has already', async () => {
      await write(async (em, transaction) => {
        await link(em, [1, 4]);
        expect(await replaceDivisions(transaction, contacts, { id: 1, divisions: null }, [4, 1])).toEqual({ divisionIDs: [[4], [1, 4]] });
      });
    });
  });

  describe('give the country of the record:', () => {
    it.each<[string, readonly [number, number][], string | null]>([
      [
        'that of the first that has one',
        [
          [1, 3],
          [1, 2],
          [1, 1],
        ],
        'NZ',
      ],
      [
        'that of the only one',
        [
          [1, 3],
          [2, 2],
        ],
        'AU',
      ],
      [
        'none where none has one',
        [
          [1, 1],
          [2, 2],
        ],
        null,
      ],
      ['none without any', [[2, 2]], null],
    ])('%s', async (_, links, country) => {
      await write(async (em) => {
        await link(em, ...links);
        expect(await countryOfDivision(em, contacts, 1)).toBe(country);
      });
    });
  });
});
