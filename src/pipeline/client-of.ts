import type { Unit } from '../database';
import { rows } from '../database/rows';
import { sql } from '../query';

/** For whom a job is to be filled: its client, and the first of its contacts. */
export async function clientOf({ em }: Unit, jobID: number | null): Promise<{ clientID: number | null; contactID: number | null }> {
  const [[clientID = null, contactID = null] = []] = await rows(em, sql`SELECT clientID, contact1ID FROM job WHERE id = ${jobID ?? 0}`);
  return { clientID: clientID as number | null, contactID: contactID as number | null };
}
