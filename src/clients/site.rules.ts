import type { Transaction } from '../core/database';
import { rows } from '../core/database/rows';
import { Conflict } from '../core/problems';
import { updateJobsOfSite } from '../jobs';
import { identifier, list, sql } from '../core/sql';
import { refuseInUse, requireFields, ruledBy, type Uses } from '../core/records';
import type { Site } from './client.entity';
import { sites } from './clients.records';

const USES: Uses = {
  'open job': '{Job} j WHERE {Job.open j} AND j.siteID = :id',
  contact: '{Contact} c WHERE c.siteID = :id AND c.deleted = 0',
};

export const siteRules = ruledBy(sites, {
  async prepare(transaction, before, after) {
    requireFields(sites, before, after);
    if (before.clientID !== null && before.clientID !== after.clientID) await refuseMove(transaction, before);
    if (after.deleted && !before.deleted)
      await refuseInUse(transaction, `Site ${after.id}`, after.id, USES, 'move them to another site first');
  },
  afterSave: updateJobsOfSite,
});

/** Moving a site in use would leave its jobs and contacts at another client's site. */
async function refuseMove({ em, types }: Transaction, { id, clientID }: Site): Promise<void> {
  const users = ['Job', 'Contact'].map(
    (name) => sql`SELECT 1 FROM ${identifier(types.named(name).table)} WHERE siteID = ${id} AND deleted = 0`,
  );
  const uses = list(users, ' UNION ALL ');
  if ((await rows(em, sql`SELECT 1 FROM (${uses}) u LIMIT 1`)).length === 0) return;
  throw new Conflict(`Site ${id} has jobs or contacts and stays with client ${clientID}. Create a new site for the other client.`);
}
