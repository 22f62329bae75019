import { onServer } from '../src/database/support/kind';
import { makeDatabase, type TestDatabase } from '../src/database/support/store';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { connected, storeAt } from '../src/database/data-source';
import { migrate } from '../src/database/migrate';
import { execute, rows } from '../src/database/rows';
import { tablesInWords } from '../src/database/generate-migration';
import { entities } from '../src/entities';
import { allRecordTypes } from '../src/fields/record-type';
import { identifier, list, sql, type SqlValue } from '../src/query';
import { insertRecord, load, storedFields } from '../src/records';

describe('The migrations', () => {
  let database: TestDatabase;
  let store: DataSource;
  const open = async (): Promise<DataSource> => connected(await storeAt(database.address, entities));
  const tableNames = async (): Promise<string[]> => {
    const found = onServer
      ? await rows(store.manager, sql`SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()`)
      : await rows(store.manager, sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`);
    return found.map(([name]) => String(name)).filter((name) => name !== 'migrations');
  };

  beforeAll(async () => {
    database = await makeDatabase();
    store = await open();
  });
  afterAll(async () => {
    await store.destroy();
    await database.drop();
  });

  it('make every table, take all of them away again, and make them anew', async () => {
    const expected = store.entityMetadatas.map(({ tableName }) => tableName).sort();
    await migrate(store);
    expect((await tableNames()).sort()).toEqual(expected);
    for (const _ of store.migrations) await store.undoLastMigration();
    expect(await tableNames()).toEqual([]);
    await migrate(store);
    expect((await tableNames()).sort()).toEqual(expected);
  }, 300_000);

  it('leave nothing to do when they run again', async () => {
    expect(await store.showMigrations()).toBe(false);
    await migrate(store);
    expect(await rows(store.manager, sql`SELECT COUNT(*) FROM migrations`)).toEqual([[store.migrations.length]]);
  });

  it('make what the entities say', async () => {
    const { upQueries } = await store.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  }, 300_000);

  it('can be written in words from the entities', () => {
    expect(tablesInWords(store)).toContain("await createTable(runner, 'job', {");
  });

  describe('make tables that hold', () => {
    const fillings: [string, Filling][] = [
      [
        'everything at its widest',
        { id: 2147483647, text: (width) => '😀'.repeat(width), number: 1.7976931348623157e308, moment: '9999-12-31 23:59:59.999', flag: 1 },
      ],
      [
        'everything short',
        { id: 40, text: (width) => '😀'.repeat(Math.min(width, 10)), number: 5e-324, moment: '1000-01-01 00:00:00.000', flag: 0 },
      ],
      [
        'texts of 40 letters',
        { id: -2147483648, text: (width) => 'x'.repeat(Math.min(width, 40)), number: -0.1, moment: '2024-02-29 12:34:56.789', flag: 1 },
      ],
    ];
    const tables = (): EntityMetadata[] =>
      referredFirst(store.entityMetadatas).filter(({ tableName }) => !/_(text|figure)$/.test(tableName));

    it.each(fillings)(
      '%s, and give it back the same',
      async (_, filling) => {
        for (const table of tables()) {
          const row = table.columns.map((column) => [column.databaseName, valueFor(column, filling)] as const);
          await insert(store, table, row);
          const key = table.primaryColumns.map((column) => sql`${identifier(column.databaseName)} = ${valueFor(column, filling)}`);
          const found = await rows(
            store.manager,
            sql`SELECT ${list(row.map(([name]) => identifier(name)))} FROM ${identifier(table.tableName)} WHERE ${list(key, ' AND ')}`,
          );
          expect({ table: table.tableName, found }).toEqual({ table: table.tableName, found: [row.map(([, value]) => value)] });
        }
      },
      300_000,
    );
  });

  /** A record goes in by the records room, with its folded texts and figures, and comes back by it; any other row as it is. */
  async function insert({ manager }: DataSource, table: EntityMetadata, row: (readonly [string, SqlValue])[]): Promise<void> {
    const type = allRecordTypes().find((each) => each.table === table.tableName);
    if (!type) {
      await execute(
        manager,
        sql`INSERT INTO ${identifier(table.tableName)} (${list(row.map(([name]) => identifier(name)))}) VALUES (${list(row.map(([, value]) => sql`${value}`))})`,
      );
      return;
    }
    const cells = new Map(row);
    const record = Object.fromEntries(
      storedFields(type).map(({ name, type: kind }) => [
        name,
        kind === 'date'
          ? new Date(`${String(cells.get(name)).replace(' ', 'T')}Z`)
          : kind === 'boolean'
            ? cells.get(name) === 1
            : cells.get(name),
      ]),
    );
    expect(await insertRecord(manager, type, record)).toBe(record['id']);
    expect(await load(manager, type, Number(record['id']))).toEqual(record);
  }

  if (onServer) {
    it('keep every text in utf8mb4, compared byte by byte, whatever the database itself has', async () => {
      const others = await rows(
        store.manager,
        sql`SELECT table_name, column_name, collation_name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name <> 'migrations' AND collation_name IS NOT NULL AND collation_name <> 'utf8mb4_bin'`,
      );
      expect(others).toEqual([]);
    });

    describe('on an empty database', () => {
      let empty: TestDatabase;
      let opened: DataSource[];
      const openEmpty = async (): Promise<DataSource> => {
        const made = await connected(await storeAt(empty.address, entities));
        opened.push(made);
        return made;
      };
      beforeEach(async () => {
        empty = await makeDatabase();
        opened = [];
      });
      afterEach(async () => {
        await Promise.all(opened.map((each) => each.destroy()));
        await empty.drop();
      });

      it('run once when two processes start together', async () => {
        const both = await Promise.all([openEmpty(), openEmpty()]);
        await Promise.all(both.map(migrate));
        expect(await rows(both[0].manager, sql`SELECT COUNT(*) FROM migrations`)).toEqual([[store.migrations.length]]);
      }, 300_000);

      it('go on where they were interrupted', async () => {
        const interrupted = await migrate(await openEmpty());
        for (const undone of [sql`DROP TABLE user_text`, sql`DELETE FROM lookup`, sql`DELETE FROM migrations`])
          await execute(interrupted.manager, undone);
        await migrate(interrupted);
        expect(await interrupted.showMigrations()).toBe(false);
        expect((await interrupted.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
      }, 300_000);

      it('leave the connection as it was, with its limit of time', async () => {
        const migrated = await migrate(await openEmpty());
        const [[limit] = []] = await rows(
          migrated.manager,
          migrated.options.type === 'mysql' ? sql`SELECT @@max_execution_time / 1000` : sql`SELECT @@max_statement_time`,
        );
        expect(Number(limit)).toBe(30);
      }, 300_000);
    });
  }
});

interface Filling {
  /** Of every row and every reference. */
  id: number;
  text: (width: number) => string;
  number: number;
  moment: string;
  flag: 0 | 1;
}

const LONG = 60_000;

function valueFor({ type, length }: ColumnMetadata, { id, text, number, moment, flag }: Filling): SqlValue {
  switch (type) {
    case 'varchar':
      return text(Number(length));
    case 'text':
    case 'mediumtext':
      return text(LONG);
    case 'int':
    case 'integer':
    case 'bigint':
      return id;
    case 'double':
      return number;
    case 'datetime':
      return moment;
    case 'boolean':
      return flag;
    default:
      throw new Error(`Nothing is said of columns of the type ${String(type)}.`);
  }
}

function referredFirst(tables: EntityMetadata[]): EntityMetadata[] {
  const ordered = new Set<EntityMetadata>();
  const visit = (table: EntityMetadata, on: EntityMetadata[] = []): void => {
    if (ordered.has(table) || on.includes(table)) return;
    table.foreignKeys.forEach((key) => visit(key.referencedEntityMetadata, [...on, table]));
    ordered.add(table);
  };
  tables.forEach((table) => visit(table));
  return [...ordered];
}
