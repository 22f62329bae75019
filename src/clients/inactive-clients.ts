import { Injectable } from '@nestjs/common';
import { settingOf } from '../configuration';
import type { Unit } from '../database';
import { rows } from '../database/rows';
import { Housekeeping } from '../housekeeping';
import { sql, sqlMoment } from '../query';
import { loadAll, save } from '../records';
import { ClientStatus } from '../terms/numbers';
import { DAY_MS } from '../time/moments';
import { clients } from './clients.records';

const HOUR = 3600;
const PIECE = 50;

/** Active clients without any activity for as many days as the firm has set become inactive. Without a setting none do. */
@Injectable()
export class InactiveClients {
  constructor(housekeeping: Housekeeping) {
    housekeeping.add({ name: 'inactive clients', everySeconds: HOUR, work: deactivateSome });
  }
}

async function deactivateSome(unit: Unit): Promise<boolean> {
  const days = Number(await settingOf(unit.em, 'Clients', 'inactiveAfterDays'));
  if (!days) return false;
  const ids = await quietSince(unit, new Date(unit.now.getTime() - days * DAY_MS));
  const found = await loadAll(unit.em, clients, ids);
  for (const client of found.filter(({ statusID }) => statusID === ClientStatus.Active)) {
    await save(unit, clients, client, Object.assign(new clients.entity(), client, { statusID: ClientStatus.Inactive }));
  }
  return ids.length === PIECE;
}

async function quietSince({ em }: Unit, moment: Date): Promise<number[]> {
  const found = await rows(
    em,
    sql`SELECT c.id FROM client c JOIN client_figure f ON f.id = c.id
      WHERE c.statusID = ${ClientStatus.Active} AND c.deleted = 0 AND COALESCE(f.lastActivityDate, c.createdDate) < ${sqlMoment(moment)} ORDER BY c.id LIMIT ${PIECE}`,
  );
  return found.map(([id]) => id as number);
}
