import type { EntityManager } from 'typeorm';
import { rows } from '../database/rows';
import { Conflict } from '../http';
import { siteMoved } from '../jobs';
import { sql } from '../query';
import { refuseUnset, ruledBy } from '../records';
import type { Site } from './client.entity';
import { sites } from './clients.records';

ruledBy<Site>(sites, {
  async prepare({ em }, before, after) {
    refuseUnset(before, after, 'clientID');
    if (before.clientID !== null && before.clientID !== after.clientID) await refuseWhileUsed(em, before);
  },
  follow: siteMoved,
});

/** Jobs and contacts would be at a site of somebody else's. */
async function refuseWhileUsed(em: EntityManager, { id, clientID }: Site): Promise<void> {
  const users = sql`SELECT 1 FROM job WHERE siteID = ${id} AND deleted = 0 UNION ALL SELECT 1 FROM contact WHERE siteID = ${id} AND deleted = 0`;
  if ((await rows(em, sql`SELECT 1 FROM (${users}) u LIMIT 1`)).length === 0) return;
  throw new Conflict(`The site ${id} has jobs or contacts and stays with the client ${clientID}. Make a new site for the other client.`);
}
