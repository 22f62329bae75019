import { Injectable } from '@nestjs/common';
import { settingOf } from '../configuration';
import type { Transaction } from '../core/database';
import { rows } from '../core/database/rows';
import { Housekeeping } from '../core/housekeeping';
import { sql, Sql, sqlMoment } from '../core/sql';
import { loadAll, save } from '../core/records';
import { ClientStatus } from '../core/terms/numbers';
import { DAY_MS } from '../core/time/moments';
import { clients } from './clients.records';

const HOUR = 3600;
const BATCH_SIZE = 50;

/**
 * Deactivates clients without any activity for the number of days in the setting inactiveAfterDays; off by default. Clients with open
 * jobs, or placements that have not ended, stay active.
 */
@Injectable()
export class InactiveClients {
  constructor(housekeeping: Housekeeping) {
    housekeeping.add({ name: 'inactive clients', everySeconds: HOUR, work: deactivateBatch });
  }
}

async function deactivateBatch(transaction: Transaction): Promise<boolean> {
  const days = Number(await settingOf(transaction.em, 'Clients', 'inactiveAfterDays'));
  if (!days) return false;
  const ids = await withoutActivitySince(transaction, new Date(transaction.now.getTime() - days * DAY_MS));
  const found = await loadAll(transaction.em, clients, ids);
  for (const client of found.filter(({ statusID }) => statusID === ClientStatus.Active)) {
    await save(transaction, clients, client, Object.assign(new clients.entity(), client, { statusID: ClientStatus.Inactive }));
  }
  return ids.length === BATCH_SIZE;
}

async function withoutActivitySince({ em, types }: Transaction, moment: Date): Promise<number[]> {
  const current = new Sql(types.expand('{Placement} pl WHERE {Placement.current pl}'));
  const found = await rows(
    em,
    sql`SELECT c.id FROM client c JOIN client_figure f ON f.id = c.id
      WHERE c.statusID = ${ClientStatus.Active} AND c.deleted = 0 AND COALESCE(f.lastActivityDate, c.createdDate) < ${sqlMoment(moment)} AND f.openJobs = 0 AND NOT EXISTS (SELECT 1 FROM ${current} AND pl.clientID = c.id) ORDER BY c.id LIMIT ${BATCH_SIZE}`,
  );
  return found.map(([id]) => id as number);
}
