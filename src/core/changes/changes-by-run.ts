import type { View } from '../database';
import { numberOf, rows } from '../database/rows';
import { sql } from '../sql';
import type { FieldChanges } from './publish';

/** What a run of an automation changed in a record. */
export interface RunChange {
  readonly type: string;
  readonly recordID: number;
  readonly fields: FieldChanges;
}

/** The id of the newest change, numbered or not. */
export const lastChangeID = ({ em }: View): Promise<number> => numberOf(em, sql`SELECT MAX(id) FROM record_change`);

/** The changes that a run has made after the one with that id, in the order in which it made them. */
export async function changesByRun({ em }: View, runID: number, after: number): Promise<RunChange[]> {
  const found = await rows(em, sql`SELECT type, recordID, fields FROM record_change WHERE id > ${after} AND runID = ${runID} ORDER BY id`);
  return found.map(([type, recordID, fields]) => ({
    type: type as string,
    recordID: recordID as number,
    fields: JSON.parse(fields as string) as FieldChanges,
  }));
}
