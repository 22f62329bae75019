import type { EntityManager } from 'typeorm';

export type StoredRow = Record<string, unknown>;

/** All rows of all tables, by table. */
export async function allRows(em: EntityManager): Promise<ReadonlyMap<string, readonly StoredRow[]>> {
  const tables = em.connection.entityMetadatas.map(({ tableName }) => tableName).sort();
  const all = new Map<string, StoredRow[]>();
  for (const table of tables) all.set(table, await em.query<StoredRow[]>(`SELECT * FROM \`${table}\``));
  return all;
}

/** Moments in a text, to the hour: two databases are not written in the same millisecond. */
export const toTheHour = (text: string): string => text.replace(/(?<= |T)(\d\d):\d\d:\d\d\.\d{3}/g, '$1 h');
