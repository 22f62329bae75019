import type { BenchDatabase, Value } from '../database';

export type Row = Readonly<Record<string, unknown>>;

/** What has become of the rows of one table; a changed row has both sides. */
export interface RowChange {
  readonly before?: Row;
  readonly after?: Row;
}

/** The rows of every table, by their primary keys. */
export type Snapshot = ReadonlyMap<string, ReadonlyMap<string, Row>>;
export type Difference = ReadonlyMap<string, readonly RowChange[]>;

export async function snapshot(store: BenchDatabase): Promise<Snapshot> {
  const tables = new Map<string, ReadonlyMap<string, Row>>();
  for (const table of (await store.tables()).filter((name) => !name.startsWith('sqlite_')).toSorted()) {
    const key = await store.primaryKey(table);
    const rows = await store.records(`SELECT * FROM \`${table}\``);
    tables.set(table, new Map(rows.map((row) => [JSON.stringify(key.map((name) => row[name])), row])));
  }
  return tables;
}

/** The rows that are new, gone or different, table by table, in the order of their keys. */
export function difference(before: Snapshot, after: Snapshot): Difference {
  const changed = [...after.keys()].map(
    (table) => [table, changesOf(before.get(table) ?? new Map(), after.get(table) ?? new Map())] as const,
  );
  return new Map(changed.filter(([, rows]) => rows.length > 0));
}

function changesOf(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): RowChange[] {
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, row]) => ({ before: row }));
  const others = [...after].flatMap(([key, row]): RowChange[] => {
    const old = before.get(key);
    if (!old) return [{ after: row }];
    return JSON.stringify(old) === JSON.stringify(row) ? [] : [{ before: old, after: row }];
  });
  return [...gone, ...others];
}

/** Brings the rows of these changes back to what they were before. */
export async function undo(store: BenchDatabase, changes: Difference): Promise<void> {
  await store.checkReferences(false);
  await store.run('BEGIN');
  for (const [table, rows] of changes) {
    const key = await store.primaryKey(table);
    for (const { before, after } of rows) {
      const where = key.map((name) => `\`${name}\` = ?`).join(' AND ');
      if (after)
        await store.run(
          `DELETE FROM \`${table}\` WHERE ${where}`,
          key.map((name) => after[name] as Value),
        );
      if (before)
        await store.run(`INSERT INTO \`${table}\` (${columnsOf(before)}) VALUES (${marksOf(before)})`, Object.values(before) as Value[]);
    }
  }
  await store.run('COMMIT');
  await store.checkReferences(true);
}

const columnsOf = (row: Row): string =>
  Object.keys(row)
    .map((name) => `\`${name}\``)
    .join(', ');
const marksOf = (row: Row): string =>
  Object.keys(row)
    .map(() => '?')
    .join(', ');
