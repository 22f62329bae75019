import type { RecordType } from '../fields/record-type';
import { list, sql, type Sql } from './sql';
import { Subject, type Circumstances } from './subject';

/** A query for what pieces of SQL are for one record, whether or not it is deleted or in scope. */
export function ofOne(type: RecordType, circumstances: Circumstances, id: number, pieces: (record: Subject) => readonly Sql[]): Sql {
  const record = Subject.of(type, circumstances);
  const asked = list(pieces(record));
  return sql`SELECT ${asked} FROM ${record.from()} WHERE ${record.column('id')} = ${id}`;
}
