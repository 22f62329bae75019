import type { EntityManager } from 'typeorm';
import { rows } from '../core/database/rows';
import { sql } from '../core/sql';

const MONDAY = 1;

/** On which day the weeks of a division begin, from 1, Monday, to 7; Monday without a division. */
export async function firstDayOfWeek(em: EntityManager, divisionID: number | null): Promise<number> {
  if (divisionID === null) return MONDAY;
  const [row] = await rows(em, sql`SELECT firstDayOfWeek FROM division WHERE id = ${divisionID}`);
  return Number(row?.[0] ?? MONDAY);
}
