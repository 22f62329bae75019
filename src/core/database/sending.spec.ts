import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../callers/system-caller';
import { list, sql, Sql } from '../sql';
import { eachRow, execute, executeLater, rows } from './rows';
import { onServer } from './support/kind';
import { openStore, type TestStore } from './support/store';

describe('Queries that a transaction starts at the same time', () => {
  let own: TestStore;
  const write = <T>(work: (em: EntityManager) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, ({ em }) => work(em));
  const tag = (id: number): Sql => sql`INSERT INTO tag (id, tag, folded, typeID) VALUES (${id}, ${`tag ${id}`}, ${`tag ${id}`}, 1)`;
  const named = (em: EntityManager, id: number) => rows(em, sql`SELECT tag FROM tag WHERE id = ${id}`);

  beforeAll(async () => {
    own = await openStore();
  });
  afterAll(() => own.close());
  beforeEach(() =>
    write(async (em) => {
      await execute(em, sql`DELETE FROM tag`);
      for (const id of [1, 2, 3]) await execute(em, tag(id));
    }),
  );

  it('have their own rows each', async () => {
    const found = await write((em) => Promise.all([named(em, 2), named(em, 9), rows(em, sql`SELECT id, 'a;b' FROM tag ORDER BY id`)]));
    expect(found).toEqual([
      [['tag 2']],
      [],
      [
        [1, 'a;b'],
        [2, 'a;b'],
        [3, 'a;b'],
      ],
    ]);
  });

  it('fail together on a server', async () => {
    const outcomes = await write((em) =>
      Promise.allSettled([named(em, 1), rows(em, sql`SELECT nothing FROM tag`), named(em, 2)]).then((all) =>
        all.map(({ status }) => status),
      ),
    );
    // the driver reports one error for all statements of a packet
    expect(outcomes).toEqual(onServer ? ['rejected', 'rejected', 'rejected'] : ['fulfilled', 'rejected', 'fulfilled']);
  });

  it('keep their bytes while rows of another one are shown', async () => {
    if (!onServer) return;
    const bytes = (letter: string, amount: number): Sql =>
      list(
        Array.from({ length: amount }, (_, index) => sql`SELECT ${index}, CAST(REPEAT(${letter}, 3000) AS BINARY)`),
        ' UNION ALL ',
      );
    const [kept, shown] = await write(async (em) => {
      const texts = new Set<string>();
      const [found] = await Promise.all([
        rows(em, bytes('k', 100)),
        eachRow(em, bytes('s', 100), ([, cell]) => void texts.add(String(cell as Buffer))),
      ]);
      return [found.map(([, cell]) => String(cell as Buffer)), texts] as const;
    });
    expect(kept).toEqual(Array.from({ length: 100 }, () => 'k'.repeat(3000)));
    expect(shown).toEqual(new Set(['s'.repeat(3000)]));
  });

  it('take one round trip, with what was to be done before', async () => {
    if (!onServer) return;
    await write(async (em) => {
      await executeLater(em, sql`UPDATE tag SET tag = 'other' WHERE id = 1`);
      const query = jest.spyOn((await em.queryRunner!.connect()) as { query: () => void }, 'query');
      expect(await Promise.all([named(em, 1), named(em, 2), named(em, 3)])).toEqual([[['other']], [['tag 2']], [['tag 3']]]);
      expect(query).toHaveBeenCalledTimes(1);
      query.mockRestore();
    });
  });

  it('are as many as there are, whatever their size', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => index);
    const long = 'x'.repeat(9000);
    const found = await write((em) => Promise.all(ids.map((id) => rows(em, sql`SELECT ${id}, LENGTH(${long})`))));
    expect(found.map(([row]) => [Number(row?.[0]), row?.[1]])).toEqual(ids.map((id) => [id, 9000]));
  });

  it('are sent before their transaction ends, though nobody awaits them', async () => {
    let found: Promise<unknown> | undefined;
    await write((em) => {
      found = named(em, 1);
      return Promise.resolve();
    });
    await expect(found).resolves.toEqual([['tag 1']]);
    expect(await write((em) => named(em, 2))).toEqual([['tag 2']]);
  });
});
