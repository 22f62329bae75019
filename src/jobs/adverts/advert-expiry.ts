import { Injectable } from '@nestjs/common';
import type { Unit } from '../../database';
import { FOR_UPDATE } from '../../database/dialect';
import { rows } from '../../database/rows';
import { Housekeeping } from '../../housekeeping';
import { sql, Sql, sqlMoment } from '../../query';
import { change } from '../../records';
import { AdvertStatus } from '../../terms/numbers';
import { adverts } from '../jobs.records';

const AT_ONCE = 50;

/** Marks the posted adverts as expired whose time is over. */
@Injectable()
export class AdvertExpiry {
  constructor(housekeeping: Housekeeping) {
    housekeeping.add({ name: 'expire adverts', everySeconds: 60, work: expireAdverts });
  }
}

async function expireAdverts(unit: Unit): Promise<boolean> {
  const due = await rows(
    unit.em,
    sql`SELECT id FROM job_advert WHERE statusID = ${AdvertStatus.Posted} AND expiryDate <= ${sqlMoment(unit.now)} AND deleted = 0 ORDER BY expiryDate, id LIMIT ${AT_ONCE}${new Sql(FOR_UPDATE)}`,
  );
  for (const [id] of due) await change(unit, adverts, id as number, { statusID: AdvertStatus.Expired });
  return due.length === AT_ONCE;
}
