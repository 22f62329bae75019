import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { watched } from '../../database/support/watched';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { execute, rows } from '../../database/rows';
import { sql } from '../../sql';
import type { Cell } from './stored';
import { insertRows } from '../../database/insert-rows';
import { updateRows } from './statements';

/** Of a lookup list: its name, id, name of the entry, the same folded, and code. */
type Entry = readonly Cell[];

describe('Rows', () => {
  let own: TestStore;
  const write = <T>(work: (em: EntityManager) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, ({ em }) => work(em));
  /** Inserts them. @returns the number of statements that it takes */
  const inserted = (found: readonly Entry[]): Promise<number> =>
    write(async (em) => {
      await execute(em, sql`DELETE FROM lookup`);
      let statements = 0;
      await insertRows(
        watched(em, () => (statements += 1)),
        { table: 'lookup', columns: ['list', 'id', 'name', 'folded', 'code'], rows: found },
      );
      expect(await rows(em, sql`SELECT COUNT(*), COUNT(DISTINCT id), MAX(id) FROM lookup`)).toEqual([
        [found.length, found.length, found.length === 0 ? null : found.length],
      ]);
      return statements;
    });
  const entries = (amount: number, name: string): Entry[] =>
    Array.from({ length: amount }, (_, index) => ['l', index + 1, name, name, null]);

  beforeAll(async () => {
    own = await openStore();
  });
  afterAll(() => own.close());

  it('are inserted with what they have, unset where it is null', async () => {
    await inserted([
      ['a', 1, 'One', 'one', null],
      ['a', 2, "Two's", 'two', '?'],
    ]);
    expect(await write((em) => rows(em, sql`SELECT list, id, name, folded, code FROM lookup ORDER BY id`))).toEqual([
      ['a', 1, 'One', 'one', null],
      ['a', 2, "Two's", 'two', '?'],
    ]);
  });

  it.each<[string, number, number, string]>([
    ['none for no rows', 0, 0, 'x'],
    ['one for a row', 1, 1, 'x'],
    ['one for 30,000 cells', 1, 6_000, 'x'],
    ['two for a row more', 2, 6_001, 'x'],
    ['two for as many again', 2, 12_000, 'x'],
    ['three for more than that', 3, 12_001, 'x'],
  ])('are inserted in as few statements as a database takes: %s', async (_, statements, amount, name) => {
    expect(await inserted(entries(amount, name))).toBe(statements);
  });

  it('are updated by their id, unset where it is null, those of other tables too if they are there', async () => {
    await inserted(entries(2, 'x'));
    await write(async (em) => {
      await execute(em, sql`INSERT INTO job_title_word (word, id) VALUES ('old', 1), ('old', 2), ('old', 3)`);
      const columns: [string, Cell][] = [
        ['name', 'Two'],
        ['parentID', 7],
      ];
      await updateRows(em, [
        {
          id: 2,
          updates: [
            { table: 'lookup', columns },
            { table: 'job_text', columns: [['title', 'nothing is there']] },
            { table: 'job_title_word', columns: [['word', 'new']] },
            { table: 'no such table', columns: [] },
          ],
        },
      ]);
      await updateRows(em, [{ id: 1, updates: [{ table: 'lookup', columns: [['parentID', null]] }] }]);
      await updateRows(em, [{ id: 3, updates: [{ table: 'job_text', columns: [] }] }]);
      expect(await rows(em, sql`SELECT id, word FROM job_title_word ORDER BY id`)).toEqual([
        [1, 'old'],
        [2, 'new'],
        [3, 'old'],
      ]);
      expect(await rows(em, sql`SELECT COUNT(*) FROM job_text`)).toEqual([[0]]);
      expect(await rows(em, sql`SELECT id, name, parentID FROM lookup ORDER BY id`)).toEqual([
        [1, 'x', null],
        [2, 'Two', 7],
      ]);
    });
  });

  it('of many records are updated in one statement per table, each with its own values', async () => {
    await write(async (em) => execute(em, sql`DELETE FROM lookup`));
    await inserted(entries(4, 'x'));
    await write(async (em) => {
      let statements = 0;
      const entry = (id: number, ...columns: [string, Cell][]) => ({
        id,
        updates: [
          { table: 'lookup', columns },
          { table: 'job_text', columns: [] },
        ],
      });
      await updateRows(
        watched(em, () => (statements += 1)),
        [
          entry(1, ['name', 'One'], ['parentID', 7], ['closed', 1]),
          entry(2, ['name', 'Two'], ['closed', 1]),
          entry(3, ['name', 'Three'], ['parentID', null], ['closed', 1]),
        ],
      );
      expect(statements).toBe(1);
      expect(await rows(em, sql`SELECT id, name, parentID, closed FROM lookup ORDER BY id`)).toEqual([
        [1, 'One', 7, 1],
        [2, 'Two', null, 1],
        [3, 'Three', null, 1],
        [4, 'x', null, 0],
      ]);
    });
  });

  it('are inserted in more statements the longer they are', async () => {
    const long = (amount: number): Cell[][] => Array.from({ length: amount }, (_, index) => [index + 1, 'x'.repeat(999_999)]);
    const sent = (amount: number): Promise<number> =>
      write(async (em) => {
        await execute(em, sql`DELETE FROM activity`);
        let statements = 0;
        await insertRows(
          watched(em, () => (statements += 1)),
          { table: 'activity', columns: ['id', 'notes'], rows: long(amount) },
        );
        expect(await rows(em, sql`SELECT COUNT(*) FROM activity`)).toEqual([[amount]]);
        return statements;
      });
    expect([await sent(3), await sent(4), await sent(6), await sent(7)]).toEqual([1, 2, 2, 3]);
  });
});
