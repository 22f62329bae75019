import { onServer } from './support/kind';
import { openStore, type TestStore } from './support/store';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../callers/system-caller';
import { sql, Sql } from '../sql';
import { eachRow, execute, executeLater, insertOne, rows } from './rows';
import { tryInSavepoint } from './savepoint';
import type { Transaction } from './transactions';

describe('Statements that nobody waits for', () => {
  let own: TestStore;
  const write = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, work);
  const tag = (id: number, text = `tag ${id}`): Sql => sql`INSERT INTO tag (id, tag, folded, typeID) VALUES (${id}, ${text}, ${text}, 1)`;
  const tags = sql`SELECT id FROM tag ORDER BY id`;
  const stored = (): Promise<unknown[]> => own.transactions.read(SYSTEM_CALLER, ({ em }) => rows(em, tags));

  beforeAll(async () => {
    own = await openStore();
  });
  afterAll(() => own.close());
  beforeEach(() => write(({ em }) => execute(em, sql`DELETE FROM tag`)));

  const shown = async (em: EntityManager): Promise<unknown[]> => {
    const found: unknown[] = [];
    await eachRow(em, tags, (row) => found.push(row));
    return found;
  };

  it.each<[string, (em: EntityManager) => Promise<unknown>, unknown]>([
    ['a query', (em) => rows(em, tags), [[1], [2]]],
    ['a query whose rows are shown one by one', shown, [[1], [2]]],
    ['a query of TypeORM', (em) => em.query('SELECT id FROM tag ORDER BY id'), [{ id: 1 }, { id: 2 }]],
    ['an update, which counts only its own rows', (em) => execute(em, sql`UPDATE tag SET typeID = 2 WHERE id = 2`), 1],
    ['an insert, which returns its own id', (em) => insertOne(em, tag(7)), 7],
  ])('are executed in their order before %s', async (_, next, expected) => {
    await write(async ({ em }) => {
      await executeLater(em, tag(1, "it's a ?; -- tag"));
      await executeLater(em, tag(2));
      expect(await next(em)).toEqual(expected);
    });
    expect((await stored()).slice(0, 2)).toEqual([[1], [2]]);
  });

  it('are committed with their transaction', async () => {
    await write(({ em }) => executeLater(em, tag(1)));
    expect(await stored()).toEqual([[1]]);
  });

  it('are not executed when their transaction fails, nor in the next one of its connection', async () => {
    const failing = write(async ({ em }) => {
      await executeLater(em, tag(1));
      throw new Error('Something else fails.');
    });
    await expect(failing).rejects.toThrow('Something else fails.');
    await Promise.all([2, 3, 4].map((id) => write(({ em }) => execute(em, tag(id)))));
    expect(await stored()).toEqual([[2], [3], [4]]);
  });

  it('undo their transaction when they fail', async () => {
    const failing = write(async ({ em }) => {
      await execute(em, tag(1));
      await executeLater(em, tag(1));
    });
    await expect(failing).rejects.toThrow('Another record has the same unique value.');
    expect(await stored()).toEqual([]);
  });

  it('belong to the savepoint in which they are', async () => {
    await write(async (transaction) => {
      const { em } = transaction;
      await executeLater(em, tag(1));
      const failed = await tryInSavepoint(transaction, 'part', async () => {
        await executeLater(em, tag(2));
        throw new Error('This part fails.');
      });
      expect(failed).toEqual({ error: new Error('This part fails.') });
      const refused = await tryInSavepoint(transaction, 'part', () => executeLater(em, tag(1)));
      expect(refused).toMatchObject({ error: { message: 'Another record has the same unique value.' } });
      expect(await tryInSavepoint(transaction, 'part', () => executeLater(em, tag(3)))).toBeUndefined();
    });
    expect(await stored()).toEqual([[1], [3]]);
  });

  it('are as many as there are, whatever their size', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => index + 1);
    await write(async ({ em }) => {
      for (const id of ids)
        await executeLater(em, sql`INSERT INTO tag (id, tag, folded, typeID) SELECT ${id}, ${id}, ${id}, LENGTH(${'x'.repeat(9000)})`);
    });
    expect(await stored()).toEqual(ids.map((id) => [id]));
  });

  it('cannot be smuggled into what is only read', async () => {
    if (!onServer) return;
    const read = own.transactions.read(SYSTEM_CALLER, ({ em }) => rows(em, new Sql('SELECT 1; SELECT 2')));
    await expect(read).rejects.toThrow('You have an error in your SQL syntax');
  });
});
