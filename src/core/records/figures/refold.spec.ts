import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { execute, rows } from '../../database/rows';
import type { FoldedColumn } from '../../fields/folded-column';
import { sql, type SqlValue } from '../../sql';
import { fixFolded, foldedRowsAfter, isStale } from './refold';

/** The tag and its type; none for a question mark, and what it is for an equals sign. */
const TAG_KEYS: FoldedColumn = {
  ...{ name: 'Tag', table: 'tag', column: 'folded', id: ['id'], derivedFrom: ['tag', 'typeID'] },
  derive: ([tag, typeID], kept) => (tag === '?' ? null : tag === '=' ? kept : `${String(tag)}/${String(typeID)}`),
};
const ENTRY_KEYS: FoldedColumn = {
  ...{ name: 'Entry', table: 'lookup', column: 'folded', id: ['list', 'id'], derivedFrom: ['name'] },
  derive: ([name]) => String(name).toUpperCase(),
};

describe('A folded column', () => {
  let own: TestStore;
  const write = <T>(work: (em: EntityManager) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, ({ em }) => work(em));
  const tags = (em: EntityManager, ...found: readonly (readonly [number, string, string | null])[]): Promise<void> =>
    found.reduce(async (before, [id, tag, folded]) => {
      await before;
      await execute(em, sql`INSERT INTO tag (id, tag, typeID, folded) VALUES (${id}, ${tag}, 1, ${folded ?? sql`NULL`})`);
    }, Promise.resolve());
  const keys = async (em: EntityManager): Promise<unknown[]> => rows(em, sql`SELECT id, folded FROM tag ORDER BY id`);

  beforeAll(async () => {
    own = await openStore();
  });
  afterAll(() => own.close());
  beforeEach(() =>
    write(async (em) => {
      await execute(em, sql`DELETE FROM tag`);
      await execute(em, sql`DELETE FROM lookup`);
    }),
  );

  it('is read in the order of the ids, some rows at a time, with what it is and what it should be', async () => {
    await write(async (em) => {
      await tags(em, [3, 'c', 'c/1'], [1, 'a', 'old'], [2, '?', null], [4, '=', 'kept']);
      const first = await foldedRowsAfter(em, TAG_KEYS, undefined, 2);
      expect(first).toEqual([
        { id: [1], stored: 'old', recomputed: 'a/1' },
        { id: [2], stored: null, recomputed: null },
      ]);
      const next = await foldedRowsAfter(em, TAG_KEYS, first.at(-1)?.id, 2);
      expect(next).toEqual([
        { id: [3], stored: 'c/1', recomputed: 'c/1' },
        { id: [4], stored: 'kept', recomputed: 'kept' },
      ]);
      expect(await foldedRowsAfter(em, TAG_KEYS, [4], 2)).toEqual([]);
      expect([...first, ...next].map(isStale)).toEqual([true, false, false, false]);
    });
  });

  it('may be of rows that are named by several columns', async () => {
    await write(async (em) => {
      for (const [list, id] of [
        ['b', 1],
        ['a', 2],
        ['a', 10],
      ] as const)
        await execute(em, sql`INSERT INTO lookup (list, id, name, folded) VALUES (${list}, ${id}, ${`${list}${id}`}, 'old')`);
      const idsAfter = async (id: readonly SqlValue[] | undefined): Promise<unknown[]> =>
        (await foldedRowsAfter(em, ENTRY_KEYS, id, 2)).map((row) => row.id);
      expect([await idsAfter(undefined), await idsAfter(['a', 2]), await idsAfter(['a', 10])]).toEqual([
        [
          ['a', 2],
          ['a', 10],
        ],
        [
          ['a', 10],
          ['b', 1],
        ],
        [['b', 1]],
      ]);
      expect(await fixFolded(em, ENTRY_KEYS, [['a', 10]])).toEqual([]);
      expect(await rows(em, sql`SELECT list, id, folded FROM lookup ORDER BY list, id`)).toEqual([
        ['a', 2, 'old'],
        ['a', 10, 'A10'],
        ['b', 1, 'old'],
      ]);
    });
  });

  it('is stored as it should be, of the rows that are asked for', async () => {
    await write(async (em) => {
      await tags(em, [1, 'a', 'old'], [2, '?', 'old 2'], [3, 'c', 'old 3'], [4, 'd', null]);
      expect(await fixFolded(em, TAG_KEYS, [[1], [2], [4], [99]])).toEqual([]);
      expect(await keys(em)).toEqual([
        [1, 'a/1'],
        [2, null],
        [3, 'old 3'],
        [4, 'd/1'],
      ]);
    });
  });

  it('stays where another row has the value already, and those rows are named', async () => {
    await write(async (em) => {
      await tags(em, [1, 'a', 'a/1'], [2, 'a', 'old'], [3, 'c', 'old 3']);
      expect(await fixFolded(em, TAG_KEYS, [[2], [3]])).toEqual([[2]]);
      expect(await keys(em)).toEqual([
        [1, 'a/1'],
        [2, 'old'],
        [3, 'c/1'],
      ]);
    });
  });

  it('fails where it cannot be stored for another reason', async () => {
    const column = { ...ENTRY_KEYS, derive: () => null };
    await write((em) => execute(em, sql`INSERT INTO lookup (list, id, name, folded) VALUES ('a', 1, 'a1', 'old')`));
    await expect(write((em) => fixFolded(em, column, [['a', 1]]))).rejects.toThrow();
    expect(await write((em) => rows(em, sql`SELECT folded FROM lookup`))).toEqual([['old']]);
  });
});
