import type { EntityManager } from 'typeorm';

export type StoredRow = Record<string, unknown>;

/** All rows of all tables, by table. */
export async function allRows(em: EntityManager): Promise<ReadonlyMap<string, readonly StoredRow[]>> {
  const tables = em.connection.entityMetadatas.map(({ tableName }) => tableName).sort();
  const all = new Map<string, StoredRow[]>();
  for (const table of tables) all.set(table, await em.query<StoredRow[]>(`SELECT * FROM \`${table}\``));
  return all;
}

/**
 * Moments in a text, to the hour; those since this process began are all "just now", since two databases are not written at the same
 * time, and the hour may end between them.
 */
export function withoutExactTimes(text: string): string {
  const begun = Date.now() - process.uptime() * 1000;
  return text.replace(/(\d{4}-\d\d-\d\d)([ T]\d\d):(\d\d:\d\d\.\d{3})/g, (_, day: string, hour: string, rest: string) => {
    const time = Date.parse(`${day}T${hour.slice(1)}:${rest}Z`);
    return time >= begun && time <= Date.now() ? 'just now' : `${day}${hour} h`;
  });
}
