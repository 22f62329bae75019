import { settingOf } from '../configuration';
import type { Unit } from '../database';
import { rows } from '../database/rows';
import { sql } from '../query';
import { refuseUnset, replaceDivisions, ruledBy } from '../records';
import { Event } from '../terms/events';
import { ClientStatus } from '../terms/numbers';
import { fold } from '../text/fold';
import type { Client } from './client.entity';
import { clients } from './clients.records';

ruledBy<Client>(clients, {
  async start(unit, client) {
    client.statusID ??= await defaultStatus(unit);
    client.ownerID ??= unit.caller.userID;
  },
  prepare: (_, before, after) => refuseUnset(before, after, 'name'),
  parts: ({ em }, after, body) => replaceDivisions(em, clients, after, (body as { divisionIDs?: number[] | null }).divisionIDs),
  events: (_, before, after) => (before ? eventsOfChange(before, after) : [Event.ClientCreated]),
});

const eventsOfChange = (before: Client, after: Client): number[] => [
  ...(after.deleted ? [] : [Event.ClientUpdated]),
  ...(before.statusID === after.statusID ? [] : [Event.ClientStatusChanged]),
];

/** What the firm has set, by id or name; without a setting, active. */
async function defaultStatus({ em }: Unit): Promise<number> {
  const said = await settingOf(em, 'Clients', 'defaultStatus');
  if (said === undefined) return ClientStatus.Active;
  const id = /^\d{1,9}$/.test(said) ? Number(said) : 0;
  const [[found] = []] = await rows(
    em,
    sql`SELECT id FROM lookup WHERE list = 'clientStatus' AND (id = ${id} OR folded = ${fold(said)}) ORDER BY id LIMIT 1`,
  );
  return (found as number | undefined) ?? ClientStatus.Active;
}
