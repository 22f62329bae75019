import type { RecordType } from '../fields/record-type';
import { list, sql, type Sql } from '../sql/sql';
import { QueryRecord, type QueryContext } from './query-record';

/** A query for what pieces of SQL are for one record, whether or not it is deleted or in scope. */
export function selectOne(type: RecordType, circumstances: QueryContext, id: number, pieces: (record: QueryRecord) => readonly Sql[]): Sql {
  const record = QueryRecord.of(type, circumstances);
  const selected = list(pieces(record));
  return sql`SELECT ${selected} FROM ${record.from()} WHERE ${record.column('id')} = ${id}`;
}
