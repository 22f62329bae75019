import type { EntityManager } from 'typeorm';
import { rows } from '../core/database/rows';
import type { RecordTypes } from '../core/fields/record-types';
import { Conflict } from '../core/problems';
import { updateJobsOfSite } from '../jobs';
import { identifier, list, sql } from '../core/sql';
import { requireFields, ruledBy } from '../core/records';
import type { Site } from './client.entity';
import { sites } from './clients.records';

export const siteRules = ruledBy(sites, {
  async prepare({ em, types }, before, after) {
    requireFields(before, after, 'clientID');
    if (before.clientID !== null && before.clientID !== after.clientID) await refuseIfUsed(em, types, before);
  },
  afterSave: updateJobsOfSite,
});

/** Moving a site in use would leave its jobs and contacts at another client's site. */
async function refuseIfUsed(em: EntityManager, types: RecordTypes, { id, clientID }: Site): Promise<void> {
  const users = ['Job', 'Contact'].map(
    (name) => sql`SELECT 1 FROM ${identifier(types.named(name).table)} WHERE siteID = ${id} AND deleted = 0`,
  );
  const uses = list(users, ' UNION ALL ');
  if ((await rows(em, sql`SELECT 1 FROM (${uses}) u LIMIT 1`)).length === 0) return;
  throw new Conflict(`Site ${id} has jobs or contacts and stays with client ${clientID}. Create a new site for the other client.`);
}
