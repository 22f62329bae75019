import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { sql } from '../../core/sql';

/** The client of a job and the first of its contacts. */
export async function clientOfJob(
  { em }: Transaction,
  jobID: number | null,
): Promise<{ clientID: number | null; contactID: number | null }> {
  const [[clientID = null, contactID = null] = []] = await rows(em, sql`SELECT clientID, contact1ID FROM job WHERE id = ${jobID ?? 0}`);
  return { clientID: clientID as number | null, contactID: contactID as number | null };
}
