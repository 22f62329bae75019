import type { EntityManager } from 'typeorm';
import { lockedRows } from '../../core/records';
import { sql } from '../../core/sql';
import { divisions } from '../divisions.records';

/** Serializes writes to the settings of one division, even before they exist. */
export const lockDivision = (em: EntityManager, id: number): Promise<unknown> =>
  lockedRows(em, divisions, sql`SELECT id FROM division WHERE id = ${id}`);
