import { onServer } from './support/kind';
import { openStore, type TestStore } from './support/store';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../callers/system-caller';
import { identifier, sql, Sql, type SqlValue } from '../sql';
import { daysBetween, INSERT_IF_ABSENT } from '../sql/dialect';
import { eachRow, execute, numberOf, rows } from './rows';

describe('Statements', () => {
  let own: TestStore;
  const write = <T>(work: (em: EntityManager) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, ({ em }) => work(em));
  const read = <T>(work: (em: EntityManager) => Promise<T>): Promise<T> => own.transactions.read(SYSTEM_CALLER, ({ em }) => work(em));
  const tag = (id: number, text: string): Sql => sql`INSERT INTO tag (id, tag, folded, typeID) VALUES (${id}, ${text}, ${text}, 1)`;

  beforeAll(async () => {
    own = await openStore();
  });
  afterAll(() => own.close());
  beforeEach(() => write((em) => execute(em, sql`DELETE FROM tag`)));

  it('return rows as arrays, cells in the order of the columns, even with the same name', async () => {
    await write((em) => execute(em, tag(1, 'rust')));
    expect(await read((em) => rows(em, sql`SELECT tag, id, tag, typeID FROM tag`))).toEqual([['rust', 1, 'rust', 1]]);
    expect(await read((em) => rows(em, sql`SELECT id FROM tag WHERE id = 2`))).toEqual([]);
  });

  describe('that show each row', () => {
    const shown = async (em: EntityManager, query: Sql): Promise<unknown[]> => {
      const found: unknown[] = [];
      await eachRow(em, query, (row) => found.push(row));
      return found;
    };

    it('show those that would be returned, in their order', async () => {
      await write(async (em) => {
        for (const id of [1, 2, 3]) await execute(em, tag(id, `tag ${id}`));
      });
      const query = sql`SELECT id, tag, NULL FROM tag WHERE id <> ${2} ORDER BY id DESC`;
      expect(await read((em) => shown(em, query))).toEqual(await read((em) => rows(em, query)));
      expect(await read((em) => shown(em, sql`SELECT id FROM tag WHERE id = 9`))).toEqual([]);
    });

    it('fail as others do, and leave their connection usable', async () => {
      await write(async (em) => {
        await execute(em, tag(1, 'a'));
        await execute(em, tag(2, 'b'));
        await expect(shown(em, sql`SELECT nothing FROM tag`)).rejects.toMatchObject({ query: 'SELECT nothing FROM tag' });
        const refuse = (): never => {
          throw new Error('A row that cannot be used.');
        };
        await expect(eachRow(em, sql`SELECT id FROM tag`, refuse)).rejects.toThrow('A row that cannot be used.');
        expect(await shown(em, sql`SELECT id FROM tag ORDER BY id`)).toEqual([[1], [2]]);
      });
    });
  });

  it.each<[string, SqlValue]>([
    ['site.latitude', 0.1 + 0.2],
    ['site.latitude', 1e308],
    ['site.latitude', -1.7976931348623157e308],
    ['site.latitude', 5e-324],
    ['site.latitude', 123456789.12345679],
    ['site.latitude', 9007199254740991],
    ['user.isActive', 1],
    ['tag.typeID', 2147483647],
    ['tag.typeID', -2147483648],
    ['site.name', ''],
    ['site.name', ' blanks at both ends '],
    ['site.name', "quotes ' \" ` \\ and \\' and % and _ and ? and :now"],
    ['site.name', 'line\nfeed\r\n\ttab\b\u001a'],
    ['site.name', '😀👩‍👩‍👧 e\u0301 é ﷺ 中文 עברית'],
    ['site.createdDate', '1000-01-01 00:00:00.000'],
    ['site.createdDate', '2024-02-29 23:59:59.999'],
    ['site.createdDate', '2026-03-29 02:30:00.001'],
    ['site.createdDate', '9999-12-31 23:59:59.999'],
  ])('store %s %j unchanged', async (place, value) => {
    const [table = '', column = ''] = place.split('.');
    const found = await write(async (em) => {
      const more = table === 'tag' ? sql`tag` : table === 'user' ? sql`name` : sql`suburb`;
      await execute(em, sql`DELETE FROM ${identifier(table)}`);
      await execute(em, sql`INSERT INTO ${identifier(table)} (${more}, ${identifier(column)}) VALUES ('x', ${value})`);
      return rows(em, sql`SELECT ${identifier(column)} FROM ${identifier(table)} WHERE ${identifier(column)} = ${value}`);
    });
    expect(found).toEqual([[value]]);
  });

  it('store null as null', async () => expect(await read((em) => rows(em, sql`SELECT NULL`))).toEqual([[null]]));

  it('return the number of affected rows', async () => {
    const touched = await write(async (em) => [
      await execute(em, tag(1, 'a')),
      await execute(em, sql`INSERT INTO tag (id, tag) VALUES (2, 'b'), (3, 'c')`),
      await execute(em, sql`UPDATE tag SET tag = 'd' WHERE id > 1`),
      await execute(em, sql`UPDATE tag SET tag = 'd' WHERE id > 1`),
      await execute(em, sql`UPDATE tag SET tag = 'd' WHERE id > 99`),
      await execute(em, new Sql(`${INSERT_IF_ABSENT} tag (id, tag) VALUES (1, 'e'), (4, 'f')`)),
      await execute(em, new Sql(`${INSERT_IF_ABSENT} tag (id, tag) VALUES (1, 'e')`)),
      await execute(em, sql`DELETE FROM tag WHERE id IN (1, 2)`),
    ]);
    expect(touched).toEqual([1, 2, 2, 2, 0, 1, 0, 2]);
  });

  it('return that number separately when several run at once', async () => {
    const touched = await write(async (em) => {
      await execute(em, sql`INSERT INTO tag (id, tag) VALUES (1, 'a'), (2, 'b'), (3, 'c')`);
      return Promise.all([1, 2, 3, 4].map((id) => execute(em, sql`UPDATE tag SET tag = 'd' WHERE id < ${id}`)));
    });
    expect(touched).toEqual([0, 1, 2, 3]);
  });

  it.each<[string, Sql, number]>([
    ['a count', sql`SELECT COUNT(*) FROM tag`, 0],
    ['a sum', sql`SELECT SUM(id) FROM (SELECT 2 AS id UNION ALL SELECT 3) a`, 5],
    ['nothing', sql`SELECT id FROM tag`, 0],
    ['null', sql`SELECT MAX(id) FROM tag`, 0],
  ])('return %s as a number', async (_, query, expected) => expect(await read((em) => numberOf(em, query))).toBe(expected));

  it('name the statement that failed', async () => {
    await expect(read((em) => rows(em, sql`SELECT nothing FROM tag WHERE id = ${1}`))).rejects.toMatchObject({
      query: 'SELECT nothing FROM tag WHERE id = ?',
      parameters: [1],
    });
  });

  it.each<[string, string, number]>([
    ['2026-01-01 00:00:00.000', '2026-01-01 23:59:59.999', 0],
    ['2026-01-01 23:59:59.999', '2026-01-02 00:00:00.000', 1],
    ['2024-02-28 12:00:00.000', '2024-03-01 01:00:00.000', 2],
    ['2026-01-02 00:00:00.000', '2026-01-01 00:00:00.000', -1],
    ['1000-01-01 00:00:00.000', '9999-12-31 23:59:59.999', 3287181],
  ])('count the days from %s to %s: %d', async (from, to, days) => {
    expect(await read((em) => numberOf(em, new Sql(`SELECT ${daysBetween('?', '?')}`, [to, from])))).toBe(days);
  });

  if (onServer) {
    it('run on connections with the same settings, also on new and later ones', async () => {
      const settings = (em: EntityManager) => {
        const [isolation, limit] =
          own.store.options.type === 'mysql'
            ? ['transaction_isolation', 'max_execution_time / 1000']
            : ['tx_isolation', 'max_statement_time'];
        return rows(
          em,
          new Sql(
            `SELECT @@sql_mode LIKE '%ONLY_FULL_GROUP_BY%STRICT_TRANS_TABLES%', @@time_zone, @@${isolation}, @@${limit} + 0, @@character_set_connection, @@optimizer_search_depth + 0, @@eq_range_index_dive_limit + 0, CONNECTION_ID()`,
          ),
        );
      };
      const everyConnection = async () => {
        let waiting = 10;
        let open: () => void = () => undefined;
        const all = new Promise<void>((resolve) => (open = resolve));
        return Promise.all(
          Array.from({ length: 10 }, () =>
            write(async (em) => {
              const [row = []] = await settings(em);
              waiting -= 1;
              if (waiting === 0) open();
              await all;
              return row;
            }),
          ),
        );
      };
      const seen = new Set<unknown>();
      for (const round of [1, 2]) {
        for (const [mode, zone, isolation, limit, characters, depth, dives, id] of await everyConnection()) {
          expect({ round, mode, zone, isolation, limit: Number(limit), characters, depth: Number(depth), dives: Number(dives) }).toEqual({
            round,
            mode: 1,
            zone: '+00:00',
            isolation: 'READ-COMMITTED',
            limit: 30,
            characters: 'utf8mb4',
            depth: 4,
            dives: 0,
          });
          seen.add(id);
        }
        if (round === 1) for (const id of seen) await read((em) => execute(em, sql`KILL ${Number(id)}`).catch(() => undefined));
      }
      expect(seen.size).toBeGreaterThan(10);
    });

    // wide rows, because the server collects narrow ones before it sends them
    const ENDLESS = sql`SELECT CONNECTION_ID(), REPEAT('x', 20000) FROM lookup a, lookup b, lookup c, lookup d WHERE SLEEP(0.01) = 0`;
    const slowQueries = sql`SELECT id FROM information_schema.processlist
      WHERE db = DATABASE() AND info LIKE '%SLEEP%' AND id <> CONNECTION_ID()`;
    const kill = (id: number): Promise<unknown> => write((em) => execute(em, sql`KILL ${id}`));

    it('that show each row fail when their connection is lost after the first', async () => {
      let seen = 0;
      const lost = own.transactions.read(SYSTEM_CALLER, ({ em }) =>
        eachRow(em, ENDLESS, ([id]) => {
          if (seen++ === 0) void kill(Number(id));
        }),
      );
      await expect(lost).rejects.toMatchObject({ status: 503 });
      expect(seen).toBeGreaterThan(0);
      expect(await read((em) => numberOf(em, sql`SELECT COUNT(*) FROM tag`))).toBe(0);
    });

    it('that lose their connection are repeated on another one, three times at most', async () => {
      const lost = own.transactions.read(SYSTEM_CALLER, ({ em }) => rows(em, ENDLESS));
      let killed = 0;
      const settled = lost.then(
        () => true,
        () => true,
      );
      while (!(await Promise.race([settled, read((em) => rows(em, slowQueries)).then(() => false)]))) {
        for (const [id] of await read((em) => rows(em, slowQueries))) {
          await kill(Number(id)).catch(() => undefined);
          killed += 1;
        }
      }
      await expect(lost).rejects.toMatchObject({ status: 503 });
      expect(killed).toBeGreaterThanOrEqual(3);
    });

    it('work on connections that were closed a moment ago', async () => {
      const ask = (): Promise<number> => read((em) => numberOf(em, sql`SELECT CONNECTION_ID()`));
      for (const id of new Set(await Promise.all(Array.from({ length: 10 }, ask)))) await kill(id).catch(() => undefined);
      expect(await Promise.all(Array.from({ length: 10 }, ask))).toHaveLength(10);
    });

    it('time out, and say so', async () => {
      const type = own.store.options.type;
      const slow = write(async (em) => {
        await execute(em, new Sql(type === 'mysql' ? 'SET SESSION max_execution_time = 50' : 'SET SESSION max_statement_time = 0.05'));
        try {
          await rows(em, sql`SELECT COUNT(*) FROM lookup a, lookup b, lookup c, lookup d WHERE a.name <> CONCAT(b.name, c.name, d.name)`);
        } finally {
          await execute(em, new Sql(type === 'mysql' ? 'SET SESSION max_execution_time = 30000' : 'SET SESSION max_statement_time = 30'));
        }
      });
      await expect(slow).rejects.toMatchObject({ status: 503, detail: expect.stringContaining('too long') });
    });
  } else {
    it('are durable and checked on the embedded database', async () => {
      const pragma = async (em: EntityManager, name: string) => (await rows(em, new Sql(`PRAGMA ${name}`)))[0]?.[0];
      for (const request of [write, read]) {
        expect(await request((em) => pragma(em, 'journal_mode'))).toBe('wal');
        expect(await request((em) => pragma(em, 'synchronous'))).toBe(2);
        expect(await request((em) => pragma(em, 'foreign_keys'))).toBe(1);
      }
    });
  }
});
