import type { View } from '../../database';
import { rows, type Row } from '../../database/rows';
import type { RecordType } from '../../fields/record-type';
import { ofOne, type Circumstances, type Sql, type Subject } from '../../query';
import type { Answer } from '../../records';

/** The record that is asked about. */
export interface Asked {
  readonly view: View;
  readonly record: RecordType;
  readonly circumstances: Circumstances;
  readonly id: number;
  /** As it is answered. */
  readonly answer: Answer;
}

/** What pieces of SQL are for the record. */
export async function cellsFor({ view, record, circumstances, id }: Asked, pieces: (record: Subject) => readonly Sql[]): Promise<Row> {
  const [row = []] = await rows(view.em, ofOne(record, circumstances, id, pieces));
  return row;
}

/** A count, or 1 or 0. */
export const numberFor = async (asked: Asked, piece: (record: Subject) => Sql): Promise<number> =>
  Number((await cellsFor(asked, (record) => [piece(record)]))[0]);
