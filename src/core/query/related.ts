import { and, exists, not, sql, type Sql } from '../sql/sql';
import type { QueryRecord } from './query-record';
import type { NamedRelation, Related } from './tree';
import { visible } from './visible';

/** FROM and WHERE of the related records for which something holds; those deleted or not visible to the caller never count. */
export function relatedRecords(subject: QueryRecord, relation: NamedRelation, holds: (record: QueryRecord) => Sql): Sql {
  const record = subject.related(relation);
  const { types, now } = subject.circumstances;
  const columns = { r: (name: string) => subject.column(name), x: (name: string) => record.column(name) };
  const on = types.bind(relation.on, now, columns);
  const where = and([sql`(${on})`, ...visible(record), holds(record)]);
  return sql`FROM ${record.from()} WHERE ${where}`;
}

/** Do as many related records match as the mode says? */
export function matches(subject: QueryRecord, { relation, mode, threshold }: Related, holds: (record: QueryRecord) => Sql): Sql {
  const those = (condition = holds): Sql => relatedRecords(subject, relation, condition);
  switch (mode) {
    case 'some':
      return exists(sql`SELECT 1 ${those()}`);
    case 'none':
      return not(exists(sql`SELECT 1 ${those()}`));
    case 'all':
      return not(exists(sql`SELECT 1 ${those((record) => not(holds(record)))}`));
    case 'atLeast':
      return sql`(SELECT COUNT(*) ${those()}) >= ${threshold}`;
    case 'atMost':
      return sql`(SELECT COUNT(*) ${those()}) <= ${threshold}`;
    case 'exactly':
      return sql`(SELECT COUNT(*) ${those()}) = ${threshold}`;
  }
}
