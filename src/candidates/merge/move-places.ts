import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import { addToList, takeOffList } from '../../lists';
import { sql } from '../../query';
import { values } from '../../records';
import { candidates } from '../candidates.records';

/** Puts a candidate on the saved lists that others are on, in their place. */
export async function movePlacesOnLists(unit: Unit, from: readonly number[], to: number): Promise<void> {
  const found = await rows(
    unit.em,
    sql`SELECT s.id, sr.recordID FROM saved_list s JOIN saved_list_record sr ON sr.listID = s.id
      WHERE s.type = ${candidates.name} AND s.deleted = 0 AND sr.recordID IN (${values(from)}) ORDER BY s.id, sr.recordID`,
  );
  for (const [listID, recordID] of found as [number, number][]) {
    await addToList(unit, listID, [to], candidates);
    await takeOffList(unit, listID, recordID);
  }
}
