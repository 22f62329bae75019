import { exists, not, or, sql, type Sql } from '../sql/sql';
import type { QueryRecord } from './query-record';

/** The conditions under which the caller can see a record: not deleted (unless included) and in scope. */
export function visible(record: QueryRecord, includeDeleted = false): readonly Sql[] {
  const deleted = record.type.softDeleted && !includeDeleted ? [sql`${record.column('deleted')} = 0`] : [];
  return [...deleted, ...inScope(record)];
}

/** A record without a division is visible to everyone. */
function inScope(record: QueryRecord): Sql[] {
  const { divisions } = record.circumstances.scope;
  if (record.type.divisions === undefined || divisions === 'all') return [];
  const own = record.bind(record.type.divisions);
  return [or([not(exists(own)), ...divisions.map((division) => sql`${division} IN (${own})`)])];
}
