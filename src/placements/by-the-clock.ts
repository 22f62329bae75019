import type { Unit } from '../database';
import { rows } from '../database/rows';
import { sql, sqlMoment, type Sql } from '../query';
import { change } from '../records';
import { PlacementStatus } from '../terms/numbers';
import { placements } from './placements.records';

const { Approved, Started, Ended } = PlacementStatus;
const PIECE = 20;

/** Starts the approved placements whose first day has come, and ends those whose last day is over. @returns whether there may be more */
export async function placementsOfTheDay(unit: Unit, today: Date): Promise<boolean> {
  const day = sqlMoment(today);
  const started = await move(unit, sql`statusID = ${Approved} AND startDate <= ${day}`, Started);
  const ended = await move(unit, sql`statusID IN (${Approved}, ${Started}) AND endDate < ${day}`, Ended);
  return started === PIECE || ended === PIECE;
}

async function move(unit: Unit, where: Sql, statusID: number): Promise<number> {
  const found = await rows(unit.em, sql`SELECT id FROM placement WHERE deleted = 0 AND ${where} ORDER BY id LIMIT ${PIECE}`);
  for (const [id] of found) await change(unit, placements, id as number, { statusID });
  return found.length;
}
