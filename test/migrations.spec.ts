import { onServer } from '../src/core/database/support/kind';
import { makeDatabase, type TestDatabase, schema } from '../src/core/database/support/store';
import { Liquid } from 'liquidjs';
import type { PoolConnection } from 'mysql2';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { connect, dataSourceFor, type RecordDataSource } from '../src/core/database/data-source';
import { connectionOf } from '../src/core/database/connection';
import { limitStatements } from '../src/core/database/deadline';
import { migrate } from '../src/core/database/migrate';
import { execute, numberOf, rows } from '../src/core/database/rows';
import { describeMissing, describeTables } from '../src/core/database/generate-migration';
import { identifier, list, sql, type SqlValue } from '../src/core/sql';
import { insertRecord, load, recompute, storedFields } from '../src/core/records';
import { Transactions } from '../src/core/database';
import { Clock } from '../src/core/time/clock';
import declared from './releases/declared-table-changes.json';
import { allRecordTypes } from './support/record-types';

/** What to do about statements that no migration makes; none: "". @param missing the tables and columns, in the words of migrations */
const missingMigration = (statements: readonly string[], missing: readonly string[]): string =>
  statements.length === 0
    ? ''
    : [
        'The entities declare what no migration creates. Write a migration in src/core/database/migrations that does the following, in the',
        'words of tables.ts (`npm run migration:words` prints all tables in them), and add it to index.ts there:',
        // for one column TypeORM rebuilds all tables of SQLite
        ...(missing.length > 0 ? missing : statements),
      ].join('\n');

const unused: readonly string[] = declared.unused;
/**
 * Whether a statement of TypeORM removes what only the last release uses. For one column it rebuilds tables of SQLite, so that there only
 * servers can tell.
 */
const isLeftForLater = (statement: string): boolean =>
  unused.some((name) => {
    const [table, column] = name.split('.');
    return !onServer || (column ? statement.includes(`DROP COLUMN \`${column}\``) : statement.startsWith(`DROP TABLE \`${table}\``));
  });

describe('The migrations', () => {
  let database: TestDatabase;
  let store: RecordDataSource;
  const open = async (): Promise<RecordDataSource> => connect(await dataSourceFor(database.address, schema));
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

  it('create every table, revert completely, and create them again', async () => {
    const expected = store.entityMetadatas.map(({ tableName }) => tableName).sort();
    await migrate(store);
    expect((await tableNames()).sort()).toEqual(expected);
    for (const _ of store.migrations) await store.undoLastMigration();
    expect(await tableNames()).toEqual([]);
    await migrate(store);
    expect((await tableNames()).sort()).toEqual(expected);
  });

  it('do nothing when they run again', async () => {
    expect(await store.showMigrations()).toBe(false);
    await migrate(store);
    expect(await rows(store.manager, sql`SELECT COUNT(*) FROM migrations`)).toEqual([[store.migrations.length]]);
  });

  it('create what the entities declare', async () => {
    await migrate(store);
    const { upQueries } = await store.driver.createSchemaBuilder().log();
    const statements = upQueries.map(({ query }) => query).filter((statement) => !isLeftForLater(statement));
    expect(missingMigration(statements, await describeMissing(store))).toBe('');
  });

  it('create every lookup list that a field refers to', async () => {
    await migrate(store);
    const lists = (await rows(store.manager, sql`SELECT DISTINCT list FROM lookup`)).map(([name]) => name);
    const unknown = allRecordTypes().flatMap((type) =>
      type.fields.flatMap(({ name, source }) =>
        (source.in === 'lookup' || source.in === 'code') && !lists.includes(source.list) ? [`${type.name}.${name}: ${source.list}`] : [],
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('can be generated from the entities', () => {
    expect(describeTables(store)).toContain("await createTable(runner, 'job', {");
  });

  describe('create tables that store', () => {
    const fillings: [string, Filling][] = [
      [
        'everything at its widest',
        {
          id: 2147483647,
          text: (width) => '😀'.repeat(width),
          number: 1.7976931348623157e308,
          amount: 99_999_999_999.9999,
          moment: '9999-12-31 23:59:59.999',
          flag: 1,
        },
      ],
      [
        'everything short',
        {
          id: 40,
          text: (width) => '😀'.repeat(Math.min(width, 10)),
          number: 5e-324,
          amount: 0.0001,
          moment: '1000-01-01 00:00:00.000',
          flag: 0,
        },
      ],
      [
        'texts of 40 letters',
        {
          id: -2147483648,
          text: (width) => 'x'.repeat(Math.min(width, 40)),
          number: -0.1,
          amount: -12_345_678_901.2345,
          moment: '2024-02-29 12:34:56.789',
          flag: 1,
        },
      ],
    ];
    const tables = (): EntityMetadata[] =>
      referredFirst(store.entityMetadatas).filter(({ tableName }) => !/_(text|figure|response|index|word|key)$/.test(tableName));

    it.each(fillings)(
      '%s, and return it unchanged',
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

  it('fill the index rows and words of records that are there already', async () => {
    while ((await tableNames()).includes('job_index')) await store.undoLastMigration();
    await migrate(store);
    const transactions = new Transactions(store, store, new Clock());
    expect((await recompute(transactions, { fix: false })).filter(({ what }) => what === 'index' || what === 'words')).toEqual([]);
    const count = (table: string): Promise<number> => numberOf(store.manager, sql`SELECT COUNT(*) FROM ${identifier(table)}`);
    expect([await count('job_index'), await count('contact_index')]).toEqual([await count('job'), await count('contact')]);
    expect(await count('contact')).toBeGreaterThan(0);
    expect(await count('job_title_word')).toBeGreaterThan(0);
    const { upQueries } = await store.driver.createSchemaBuilder().log();
    expect(upQueries).toEqual([]);
  });

  it('make administrators of the users that are there already', async () => {
    while ((await tableNames()).includes('role')) await store.undoLastMigration();
    const users = await numberOf(store.manager, sql`SELECT COUNT(*) FROM user`);
    await migrate(store);
    expect(users).toBeGreaterThan(0);
    expect(await numberOf(store.manager, sql`SELECT COUNT(*) FROM user JOIN role ON role.id = roleID WHERE code = 'administrator'`)).toBe(
      users,
    );
  });

  it('show the fields that require a scope to those who have seen them', async () => {
    const later = await numberOf(store.manager, sql`SELECT COUNT(*) FROM migrations WHERE timestamp >= 1764400000100`);
    for (let run = 0; run < later; run++) await store.undoLastMigration();
    await execute(store.manager, sql`INSERT INTO role (id, name, scopeText, deleted, version) VALUES (77, 'Own', 'jobs:read', 0, 1)`);
    await migrate(store);
    expect(await rows(store.manager, sql`SELECT scopeText FROM role WHERE id = 77`)).toEqual([['jobs:read personal-data pay']]);
    await execute(store.manager, sql`DELETE FROM role WHERE id = 77`);
  });

  it('make checklists of the entries of the lookup list, with their ids and names, and entries of them again', async () => {
    const before = await numberOf(store.manager, sql`SELECT COUNT(*) FROM migrations WHERE timestamp >= 1765005000100`);
    for (let run = 0; run < before; run++) await store.undoLastMigration();
    const entries = sql`SELECT id, name, folded FROM lookup WHERE list = 'complianceChecklist' AND id BETWEEN 1 AND 5 ORDER BY id`;
    const listed = await rows(store.manager, entries);
    expect(listed.map(([id, name]) => [id, name])).toEqual([
      [1, 'Standard'],
      [2, 'Healthcare'],
      [3, 'Construction'],
      [4, 'Education'],
      [5, 'Government'],
    ]);
    await migrate(store);
    expect(await rows(store.manager, entries)).toEqual([]);
    expect(
      await rows(
        store.manager,
        sql`SELECT c.id, c.name, t.name FROM checklist c JOIN checklist_text t ON t.id = c.id WHERE c.id BETWEEN 1 AND 5 ORDER BY c.id`,
      ),
    ).toEqual(listed);
    expect(
      await numberOf(
        store.manager,
        sql`SELECT COUNT(*) FROM checklist_item i JOIN checklist c ON c.id = i.checklistID WHERE c.id BETWEEN 1 AND 5`,
      ),
    ).toBe(0);
  });

  it('tell the periods of pay frequencies by their names, and make no timesheets of the past', async () => {
    const later = await numberOf(store.manager, sql`SELECT COUNT(*) FROM migrations WHERE timestamp >= 1765001000000`);
    for (let run = 0; run < later; run++) await store.undoLastMigration();
    const names = ['Fortnightly', 'MONTHLY', 'Contractors'];
    for (const [index, name] of names.entries())
      await execute(
        store.manager,
        sql`INSERT INTO pay_frequency (id, customerId, name, isEnabled, version) VALUES (${index + 70}, 0, ${name}, 1, 0)`,
      );
    await execute(
      store.manager,
      sql`INSERT INTO placement (id, statusID, startDate, deleted, version) VALUES (7001, 3, '2020-01-06', 0, 1)`,
    );
    await migrate(store);
    expect(await rows(store.manager, sql`SELECT periodID, anchorDate FROM pay_frequency WHERE id BETWEEN 70 AND 72 ORDER BY id`)).toEqual([
      [2, expect.stringContaining('2024-01-01')],
      [5, null],
      [1, null],
    ]);
    expect(await numberOf(store.manager, sql`SELECT COUNT(*) FROM placement WHERE id = 7001 AND timesheetsTo > '2026-01-01'`)).toBe(1);
    await execute(store.manager, sql`DELETE FROM placement WHERE id = 7001`);
    await execute(store.manager, sql`DELETE FROM pay_frequency WHERE id BETWEEN 70 AND 72`);
  });

  it('keep the texts of automations as they were meant before they were Liquid', async () => {
    const later = await numberOf(store.manager, sql`SELECT COUNT(*) FROM migrations WHERE timestamp >= 1764800000000`);
    for (let run = 0; run < later; run++) await store.undoLastMigration();
    const notes = '{{{firstName}}} {% {{ firstName }} {{ one {{{{ %} }}';
    const stored = [
      [
        77,
        JSON.stringify([
          { type: 'createNote', params: { notes } },
          { type: 'sendSms', params: { text: 'Hi {{firstName}}' } },
        ]),
      ],
      [78, ' [{"type": "sendSms", "params": {"text": "Hi {{firstName}}"}}]'],
      [79, 'no JSON {%'],
    ] as const;
    for (const [id, actions] of stored) {
      await execute(store.manager, sql`INSERT INTO automation (id, actionsJSON, deleted) VALUES (${id}, ${actions}, 0)`);
      await execute(store.manager, sql`INSERT INTO automation_text (id, actionsJSON) VALUES (${id}, ${actions})`);
    }
    await migrate(store);
    const found = await rows(store.manager, sql`SELECT actionsJSON FROM automation WHERE id IN (77, 78, 79) ORDER BY id`);
    const [first, ...others] = found.map(([actions]) => String(actions));
    const [{ params: kept }, sms] = JSON.parse(first!) as [{ params: { notes: string } }, object];
    expect(kept.notes).toBe('{{ "{" }}{{firstName}}} {{ "{%" }} {{ firstName }} {{ "{{" }} one {{ "{{{{" }} %} }}');
    expect(sms).toEqual({ type: 'sendSms', params: { text: 'Hi {{firstName}}' } });
    expect(others).toEqual([stored[1][1], stored[2][1]]);
    expect(await new Liquid().parseAndRender(kept.notes, { firstName: 'Ann' })).toBe('{Ann} {% Ann {{ one {{{{ %} }}');
    await execute(store.manager, sql`DELETE FROM automation_text WHERE id IN (77, 78, 79)`);
    await execute(store.manager, sql`DELETE FROM automation WHERE id IN (77, 78, 79)`);
  });

  it('make amounts exact, rounding those that have more decimals, and credit consultants with what is approved', async () => {
    const later = await numberOf(store.manager, sql`SELECT COUNT(*) FROM migrations WHERE timestamp >= 1765000000000`);
    for (let run = 0; run < later; run++) await store.undoLastMigration();
    await execute(
      store.manager,
      sql`INSERT INTO job (id, rateFrom, rateTo, chargeRateFrom, salaryFrom, dealAmount, deleted, version, videoLink,
        consultantID1, consultantPercentage1, consultantID2, consultantPercentage2, consultantID3, consultantPercentage3, consultantPercentage4)
        VALUES (77, 65.12345, ${-0.00005}, 0.1, 1e300, ${-1e300}, 0, 3, '', 40, 2.2, ${2147483647}, 0, 40, 85.9, 5)`,
    );
    await execute(store.manager, sql`INSERT INTO job_index (id, salaryFrom) VALUES (77, 1e300)`);
    for (const [id, statusID] of [
      [77, 3],
      [78, 1],
    ] as const)
      await execute(
        store.manager,
        sql`INSERT INTO placement (id, jobID, statusID, chargeRate, payRate, onCosts, rateUnits, hoursPerDay, dailyMargin, deleted)
          VALUES (${id}, 77, ${statusID}, 10000, 8000, 900, 4, 7.6, 50.57, 0)`,
      );
    await migrate(store);
    const job = sql`SELECT rateFrom, rateTo, chargeRateFrom, salaryFrom, dealAmount, version FROM job WHERE id = 77`;
    expect(await rows(store.manager, job)).toEqual([[65.1235, -0.0001, 0.1, 99999999999.9999, -99999999999.9999, 7]]);
    expect(await rows(store.manager, sql`SELECT salaryFrom FROM job_index WHERE id = 77`)).toEqual([[99999999999.9999]]);
    const figures = sql`SELECT dailyCharge, dailyPay, dailyOnCosts, dailyMargin, marginPercentage, feePercentage FROM placement WHERE id = 77`;
    expect(await rows(store.manager, figures)).toEqual([[459.77, 367.82, 41.38, 50.57, 11, 0]]);
    const credits = sql`SELECT placementID, consultantID, percentage FROM placement_credit WHERE placementID IN (77, 78)`;
    expect(await rows(store.manager, credits)).toEqual([[77, 40, 88.1]]);
    await execute(store.manager, sql`DELETE FROM placement_credit WHERE placementID = 77`);
    await execute(store.manager, sql`DELETE FROM placement WHERE id IN (77, 78)`);
    for (const table of ['job_index', 'job']) await execute(store.manager, sql`DELETE FROM ${identifier(table)} WHERE id = 77`);
  });

  it('give placements, and what is not charged yet, the purchase orders of their jobs, and runs their currencies', async () => {
    const later = await numberOf(store.manager, sql`SELECT COUNT(*) FROM migrations WHERE timestamp >= 1766070000000`);
    for (let run = 0; run < later; run++) await store.undoLastMigration();
    const [own, ofJob, none] = [77, 78, 79] as const;
    const insertRow = (table: string, cells: Readonly<Record<string, SqlValue | null>>): Promise<unknown> =>
      execute(
        store.manager,
        sql`INSERT INTO ${identifier(table)} (${list(Object.keys(cells).map((name) => identifier(name)))})
          VALUES (${list(Object.values(cells).map((value) => (value === null ? sql`NULL` : sql`${value}`)))})`,
      );
    const [charged, open, due, adjustment] = [77, 78, 79, 80] as const;
    const made: [string, Readonly<Record<string, SqlValue | null>>][] = [
      ...(
        [
          [ofJob, 'PO Ä', 2],
          [none, null, null],
        ] as const
      ).map(([id, clientReference, currencyID]): [string, Readonly<Record<string, SqlValue | null>>] => [
        'job',
        { id, clientReference, currencyID, deleted: 0, videoLink: '' },
      ]),
      ['job_text', { id: ofJob, clientReference: 'po a' }],
      ...(
        [
          [own, ofJob, 'PO-1'],
          [ofJob, ofJob, null],
          [none, none, null],
        ] as const
      ).flatMap(([id, jobID, purchaseOrder]): [string, Readonly<Record<string, SqlValue | null>>][] => [
        ['placement', { id, jobID, purchaseOrder, deleted: 0, version: 1 }],
        ['placement_text', { id, purchaseOrder: purchaseOrder && 'po-1' }],
      ]),
      ...(
        [
          [charged, 5, null],
          [open, 1, null],
          [due, 3, null],
          [adjustment, 3, due],
        ] as const
      ).flatMap(([id, statusID, adjustsID]): [string, Readonly<Record<string, SqlValue | null>>][] => [
        ['timesheet', { id, placementID: ofJob, statusID, adjustsID, deleted: 0, version: 1 }],
        ['timesheet_text', { id }],
      ]),
      ['charge_run', { id: 77, statusID: 1 }],
      ['charge_run', { id: 78, statusID: 1 }],
      ['charge_run_line', { id: 77, chargeRunID: 77, timesheetID: charged, placementID: ofJob, claim: 'timesheet 77 kind 1' }],
      ['charge_run_line', { id: 78, chargeRunID: 78, placementID: ofJob, claim: 'placement 78' }],
      ['charge_run_line', { id: 79, chargeRunID: 78, placementID: none, claim: 'placement 79' }],
    ];
    for (const [table, cells] of made) await insertRow(table, cells);
    await migrate(store);
    const found = (table: string, columns: string) =>
      rows(
        store.manager,
        sql`SELECT ${list(columns.split(' ').map((name) => identifier(name)))} FROM ${identifier(table)} WHERE id BETWEEN 77 AND 80 ORDER BY id`,
      );
    expect(await found('placement', 'purchaseOrder version')).toEqual([
      ['PO-1', 1],
      ['PO Ä', 2],
      [null, 1],
    ]);
    expect(await found('placement_text', 'purchaseOrder')).toEqual([['po-1'], ['po a'], [null]]);
    expect(await found('timesheet', 'purchaseOrder currencyID')).toEqual([
      [null, 2],
      [null, null],
      ['PO Ä', 2],
      ['PO Ä', 2],
    ]);
    expect(await found('timesheet_text', 'purchaseOrder')).toEqual([[null], [null], ['po a'], ['po a']]);
    expect(await found('charge_run_line', 'currencyID')).toEqual([[2], [2], [null]]);
    expect(await found('charge_run', 'currencyID')).toEqual([[2], [null]]);
    for (const table of [...new Set(made.map(([name]) => name))].toReversed())
      await execute(store.manager, sql`DELETE FROM ${identifier(table)} WHERE id BETWEEN 77 AND 80`);
  });

  /** Inserts and reads a record through src/core/records, with its side tables; any other row directly. */
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
    it('store every text as utf8mb4, compared byte by byte, whatever the default of the database', async () => {
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
        const created = await connect(await dataSourceFor(empty.address, schema));
        opened.push(created);
        return created;
      };
      beforeEach(async () => {
        empty = await makeDatabase();
        opened = [];
      });
      afterEach(async () => {
        await Promise.all(opened.map((each) => each.destroy()));
        await empty.drop();
      });

      it('run once when two processes start together, although one waits longer than a statement may take', async () => {
        const both = await Promise.all([openEmpty(), openEmpty()]);
        for (const each of both) await limitStatementsOf(each, 1000);
        await Promise.all(both.map(migrate));
        expect(await rows(both[0].manager, sql`SELECT COUNT(*) FROM migrations`)).toEqual([[store.migrations.length]]);
      });

      it('resume where they were interrupted', async () => {
        const interrupted = await migrate(await openEmpty());
        for (const undone of [sql`DROP TABLE user_text`, sql`DELETE FROM lookup`, sql`DELETE FROM migrations`])
          await execute(interrupted.manager, undone);
        await migrate(interrupted);
        expect(await interrupted.showMigrations()).toBe(false);
        expect((await interrupted.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
      });

      it('restore the statement timeout of the connection', async () => {
        const migrated = await migrate(await openEmpty());
        const [[limit] = []] = await rows(
          migrated.manager,
          migrated.options.type === 'mysql' ? sql`SELECT @@max_execution_time / 1000` : sql`SELECT @@max_statement_time`,
        );
        expect(Number(limit)).toBe(30);
      });
    });
  }
});

interface Filling {
  /** Covers every row and every reference. */
  id: number;
  text: (width: number) => string;
  number: number;
  amount: number;
  moment: string;
  flag: 0 | 1;
}

const LONG = 60_000;

function valueFor({ type, length }: ColumnMetadata, { id, text, number, amount, moment, flag }: Filling): SqlValue {
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
    case 'decimal':
      return amount;
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

/** Of the connection that is idle. */
async function limitStatementsOf(source: DataSource, milliseconds: number): Promise<void> {
  const runner = source.createQueryRunner();
  const connection = (await connectionOf(runner)) as PoolConnection;
  limitStatements(connection, { limits: { statement: milliseconds, ending: milliseconds } });
  await runner.release();
}
