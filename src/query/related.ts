import { and, exists, not, saidOf, sql, type Sql } from './sql';
import type { Subject } from './subject';
import type { NamedRelation, Related } from './tree';
import { seen } from './seen';

/** FROM and WHERE of the related records for which something holds; those deleted or out of the caller's sight never count. */
export function relatedRecords(subject: Subject, relation: NamedRelation, holds: (record: Subject) => Sql): Sql {
  const record = subject.related(relation);
  const on = saidOf(relation.on, { r: subject.alias, x: record.alias }, subject.circumstances.now);
  const where = and([sql`(${on})`, ...seen(record), holds(record)]);
  return sql`FROM ${record.from()} WHERE ${where}`;
}

/** Do as many related records match as the mode says? */
export function matches(subject: Subject, { relation, mode, threshold }: Related, holds: (record: Subject) => Sql): Sql {
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
