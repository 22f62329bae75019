import { settingOf } from '../configuration';
import type { Transaction } from '../core/database';
import { numberOf } from '../core/database/rows';
import { entryByIdOrName } from '../core/lookups';
import { refuseInUse, requireFields, replaceDivisions, ruledBy, type Uses } from '../core/records';
import { ClientStatus, INACTIVE_CLIENT } from '../core/terms/numbers';
import { clients } from './clients.records';

const USES: Uses = {
  'open job': '{Job} j WHERE {Job.open j} AND j.clientID = :id',
  'current placement': '{Placement} pl WHERE {Placement.current pl} AND pl.clientID = :id',
};

export const clientRules = ruledBy(clients, {
  async setDefaults(transaction, client) {
    client.statusID ??= await defaultStatus(transaction);
    client.ownerID ??= transaction.caller.userID;
  },
  async prepare(transaction, before, after) {
    requireFields(clients, before, after);
    if (after.deleted && !before.deleted)
      await refuseInUse(transaction, `Client ${after.id}`, after.id, USES, 'close the jobs and end the placements first');
    if (INACTIVE_CLIENT.includes(after.statusID ?? 0) && before.statusID !== after.statusID && before.id !== undefined)
      await refuseInUse(transaction, `Client ${after.id}`, after.id, USES, 'a client at work with us is not inactive');
    if (!after.deleted) after.mergedIntoID = null;
  },
  saveParts: (transaction, after, body) =>
    replaceDivisions(transaction, clients, after, (body as { divisionIDs?: number[] | null }).divisionIDs),
  merging: { fieldGroups: [['latitude', 'longitude']] },
});

/** The status in the setting defaultStatus, by id or name; active by default. */
async function defaultStatus({ em }: Transaction): Promise<number> {
  const setting = await settingOf(em, 'Clients', 'defaultStatus');
  if (setting === undefined) return ClientStatus.Active;
  return (await numberOf(em, entryByIdOrName('clientStatus', setting))) || ClientStatus.Active;
}
