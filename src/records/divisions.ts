import type { EntityManager } from 'typeorm';
import { rows } from '../database/rows';
import type { RecordType } from '../fields/record-type';
import { identifier, sql } from '../query';

/** The country of the first division of a record that has one: phone numbers without a country code are read as of it. */
export async function countryOfDivision(em: EntityManager, type: RecordType, id: number): Promise<string | null> {
  const links = identifier(`${type.table}_division`);
  const [[country] = []] = await rows(
    em,
    sql`SELECT d.countryCode FROM ${links} l JOIN division d ON d.id = l.divisionID WHERE l.recordID = ${id} AND d.countryCode IS NOT NULL ORDER BY d.id LIMIT 1`,
  );
  return (country as string | undefined) ?? null;
}
