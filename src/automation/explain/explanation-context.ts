import type { View } from '../../core/database';
import { rows, type Row } from '../../core/database/rows';
import type { RecordType } from '../../core/fields/record-type';
import { selectOne, type QueryContext, type QueryRecord } from '../../core/query';
import { type Sql } from '../../core/sql';
import type { RecordResponse } from '../../core/records';

/** The record to explain. */
export interface ExplanationContext {
  readonly view: View;
  readonly record: RecordType;
  readonly circumstances: QueryContext;
  readonly id: number;
  /** As it is answered. */
  readonly answer: RecordResponse;
}

/** What pieces of SQL are for the record. */
export async function selectCells(
  { view, record, circumstances, id }: ExplanationContext,
  pieces: (record: QueryRecord) => readonly Sql[],
): Promise<Row> {
  const [row = []] = await rows(view.em, selectOne(record, circumstances, id, pieces));
  return row;
}

/** A count, or 1 or 0. */
export const selectNumber = async (context: ExplanationContext, piece: (record: QueryRecord) => Sql): Promise<number> =>
  Number((await selectCells(context, (record) => [piece(record)]))[0]);
