import type { View } from '../database';
import { numberOf } from '../database/rows';
import { sql } from '../sql';
import { ChangesGone } from './changes-gone';

/** The oldest change stored; if there is none, the next one to come. */
export const oldestStored = async ({ em }: View, last: number): Promise<number> =>
  (await numberOf(em, sql`SELECT MIN(sequence) FROM record_change WHERE sequence > 0`)) || last + 1;

/** @throws ChangesGone if some changes after this one are no longer stored, or it is none of this database */
export async function checkStored(view: View, after: number, last: number): Promise<void> {
  const first = await oldestStored(view, last);
  if (after + 1 < first)
    throw new ChangesGone(
      `The changes up to ${first - 1} are no longer stored. Read the records again, then continue with after=${last}.`,
      {
        oldest: first,
        last,
      },
    );
  if (after > last)
    throw new ChangesGone(
      `The newest change is ${last}, so ${after} comes from another database. Read the records again, then continue with after=${last}.`,
      { oldest: first, last },
    );
}
