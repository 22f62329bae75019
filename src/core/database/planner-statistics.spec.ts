import { openStore } from './support/store';
import { onServer } from './support/kind';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordTypes } from '../fields/record-types';
import { Sql } from '../sql';
import { connect, connectReader, dataSourceFor, type RecordDataSource } from './data-source';
import { migrate } from './migrate';
import { refreshPlannerStatistics, updatePlannerStatistics } from './planner-statistics';
import { execute, numberOf, rows } from './rows';
import { searching } from './searching';

const TABLE = `CREATE TABLE entry (id INTEGER PRIMARY KEY, recordID INTEGER, statusID INTEGER, startDate TEXT, deleted INTEGER)`;
const INDEXES = ['recordID', 'statusID, startDate', 'statusID, deleted'];
/** Entries from an id on, every second of them deleted. */
const entries = (from: number, amount: number, { record, status }: { record: string; status: string }): string =>
  `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + amount - 1})
  INSERT INTO entry SELECT i, ${record}, ${status}, '2026-01-01', i % 2 FROM n`;

const OF_RECORD = `SELECT COUNT(*) FROM entry WHERE recordID = 5 AND statusID IN (0, 1) AND startDate <= '2026-11-01'`;
const FIRST = `SELECT id FROM entry WHERE deleted = 0 ORDER BY id LIMIT 10`;

describe('Statistics of the embedded database', () => {
  let store: RecordDataSource;
  let reader: RecordDataSource;
  let asked = 0;

  beforeAll(async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'statistics-')), 'test.sqlite');
    store = await connect(
      await dataSourceFor({ kind: 'sqlite', path }, { entities: [], types: new RecordTypes({ types: [], tables: [] }) }),
    );
    const statements = [TABLE, ...INDEXES.map((columns, index) => `CREATE INDEX i${index} ON entry (${columns})`)];
    for (const statement of statements) await run(statement);
    reader = await connectReader(store);
  });
  afterAll(async () => {
    await reader.destroy();
    await store.destroy();
  });

  const run = (statement: string): Promise<number> => execute(store.manager, new Sql(statement));

  /** How the store, whoever reads and whoever searches would find the rows of a query. */
  async function plansOf(query: string): Promise<unknown[]> {
    const managers = [store.manager, reader.manager, searching({ em: reader.manager }).em];
    const plans: unknown[] = [];
    for (const em of managers) {
      // what has changed is noticed by a statement that is run
      await rows(em, new Sql('SELECT COUNT(*) FROM entry'));
      // prepared anew: a plan that has been prepared is not made again when it is only shown
      plans.push((await rows(em, new Sql(`EXPLAIN QUERY PLAN ${query} -- ${++asked}`))).map((row) => row.at(-1)));
    }
    return plans;
  }

  it('let everybody begin at the record instead of the status, and go through records that are not deleted in their order', async () => {
    await run(entries(1, 1000, { record: 'i', status: 'i / 2 % 2' }));
    const [before] = await plansOf(OF_RECORD);
    expect(before).toEqual([expect.stringContaining('(statusID=? AND startDate<?)')]);
    await refreshPlannerStatistics(store.manager);
    expect(await plansOf(OF_RECORD)).toEqual(Array(3).fill([expect.stringContaining('(recordID=?)')]));
    expect(await plansOf(FIRST)).toEqual(Array(3).fill(['SCAN entry']));
  });

  it('are those of the rows that have been added since', async () => {
    await run(entries(1001, 20_000, { record: '5', status: 'i' }));
    await refreshPlannerStatistics(store.manager);
    expect(await plansOf(OF_RECORD)).toEqual(Array(3).fill([expect.stringContaining('(statusID=? AND startDate<?)')]));
  });

  if (!onServer)
    it('are there from the start, which is not prevented where they cannot be written', async () => {
      const { store: own, close } = await openStore();
      expect(await numberOf(own.manager, new Sql(`SELECT COUNT(*) FROM sqlite_stat1 WHERE tbl = 'lookup'`))).toBeGreaterThan(0);
      await own.query('PRAGMA query_only = ON');
      await expect(updatePlannerStatistics(own.manager)).rejects.toThrow('readonly');
      expect(await migrate(own)).toBe(own);
      await own.query('PRAGMA query_only = OFF');
      await close();
    });
});
