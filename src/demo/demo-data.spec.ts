import '../core/database/support/kind';
import { openStore, type TestStore } from '../core/database/support/store';
import { SYSTEM_CALLER } from '../core/callers';
import { readSettings } from '../core/config';
import { execute, numberOf } from '../core/database/rows';
import { Conflict } from '../core/problems';
import { recompute } from '../core/records';
import { and, identifier, sql } from '../core/sql';
import { Clock } from '../core/time/clock';
import { DemoData } from './demo-data';
import { WRITERS } from './insert-stream';

const SIZES = { jobs: 130, contacts: 40, candidates: 60, activities: 900 };

describe('A firm that several connections insert', () => {
  let own: TestStore;
  let reported = 0;

  beforeAll(async () => {
    own = await openStore();
    const demoData = new DemoData(
      own.transactions,
      readSettings({ DATABASE_URL: process.env['DATABASE_URL'], SECRET_KEY: '0'.repeat(64) }),
      new Clock(),
    );
    await demoData.load(SIZES, { writers: WRITERS, report: (count) => (reported += count) });
  });
  afterAll(() => own.close());

  it('has every record that others refer to', async () => {
    const absent: Record<string, number> = {};
    for (const { tableName, foreignKeys } of own.store.entityMetadatas)
      for (const { columnNames, referencedColumnNames, referencedTablePath } of foreignKeys) {
        const isLinked = and(
          columnNames.map((name, index) => sql`${identifier('x', referencedColumnNames[index] ?? '')} = ${identifier('r', name)}`),
        );
        const isGiven = and(columnNames.map((name) => sql`${identifier('r', name)} IS NOT NULL`));
        const query = sql`SELECT COUNT(*) FROM ${identifier(tableName)} r WHERE ${isGiven} AND NOT EXISTS (SELECT 1 FROM ${identifier(referencedTablePath)} x WHERE ${isLinked})`;
        const found = await own.transactions.read(SYSTEM_CALLER, ({ em }) => numberOf(em, query));
        if (found > 0) absent[`${tableName}.${columnNames.join()}`] = found;
      }
    expect(absent).toEqual({});
  });

  it('has as many as requested, and reports each of them, and each again when its figures are ready', async () => {
    const count = (table: string): Promise<number> =>
      own.transactions.read(SYSTEM_CALLER, ({ em }) => numberOf(em, sql`SELECT COUNT(*) FROM ${identifier(table)}`));
    expect(await Promise.all(['job', 'contact', 'candidate'].map(count))).toEqual([130, 40, 60]);
    expect(reported).toBe(2 * (130 + 40 + 60) + (await count('activity')) + (await count('client')));
  });

  it('has all derived data right', async () => {
    expect(await recompute(own.transactions, { fix: false })).toEqual([]);
  });

  it('leaves the checks of foreign keys on, on each connection', async () => {
    const orphans = Array.from({ length: WRITERS }, () =>
      own.transactions.write(SYSTEM_CALLER, ({ em }) => execute(em, sql`INSERT INTO site (clientID, deleted) VALUES (999999, 0)`)),
    );
    for (const orphan of await Promise.allSettled(orphans))
      expect(orphan).toMatchObject({ status: 'rejected', reason: expect.any(Conflict) as unknown });
  });
});
