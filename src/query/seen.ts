import { exists, not, or, sql, type Sql } from './sql';
import type { Subject } from './subject';

/** The conditions under which a record is there at all for the caller: not deleted (unless those are asked for too), and in scope. */
export function seen(record: Subject, deletedToo = false): readonly Sql[] {
  const deleted = record.type.softDeleted && !deletedToo ? [sql`${record.column('deleted')} = 0`] : [];
  return [...deleted, ...inScope(record)];
}

/** A record without a division is seen by everyone. */
function inScope(record: Subject): Sql[] {
  const { divisions } = record.circumstances.scope;
  if (record.type.divisions === undefined || divisions === 'all') return [];
  const own = record.said(record.type.divisions);
  return [or([not(exists(own)), ...divisions.map((division) => sql`${division} IN (${own})`)])];
}
