import { settingOf } from '../configuration';
import type { Transaction } from '../core/database';
import { numberOf } from '../core/database/rows';
import { entryByIdOrName } from '../core/lookups';
import { requireFields, replaceDivisions, ruledBy } from '../core/records';
import { ClientStatus } from '../core/terms/numbers';
import { clients } from './clients.records';

export const clientRules = ruledBy(clients, {
  async setDefaults(transaction, client) {
    client.statusID ??= await defaultStatus(transaction);
    client.ownerID ??= transaction.caller.userID;
  },
  prepare(_, before, after) {
    requireFields(before, after, 'name');
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
