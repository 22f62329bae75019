import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../core/database';
import { FOR_UPDATE } from '../../core/sql/dialect';
import { rows } from '../../core/database/rows';
import { Housekeeping } from '../../core/housekeeping';
import { sql, Sql, sqlMoment } from '../../core/sql';
import { change, load, save } from '../../core/records';
import { AdvertStatus } from '../../core/terms/numbers';
import { JobAdvert } from '../job-parts.entity';
import { adverts } from '../jobs.records';

const BATCH_SIZE = 50;

/** Adverts that are posted with a date in the future become live on that date, and all of them expire. */
@Injectable()
export class AdvertsByTheClock {
  constructor(housekeeping: Housekeeping) {
    housekeeping.add({ name: 'adverts become live', everySeconds: 60, work: startAdverts });
    housekeeping.add({ name: 'expire adverts', everySeconds: 60, work: expireAdverts });
  }
}

async function startAdverts(transaction: Transaction): Promise<boolean> {
  const due = await dueAdverts(transaction, sql`isLive = 0 AND postedDate <= ${sqlMoment(transaction.now)} ORDER BY postedDate`);
  for (const id of due) {
    const before = await load<JobAdvert>(transaction.em, adverts, id);
    await save(transaction, adverts, before, Object.assign(new JobAdvert(), before, { isLive: true }));
  }
  return due.length === BATCH_SIZE;
}

async function expireAdverts(transaction: Transaction): Promise<boolean> {
  const due = await dueAdverts(transaction, sql`expiryDate <= ${sqlMoment(transaction.now)} ORDER BY expiryDate`);
  for (const id of due) await change(transaction, adverts, id, { statusID: AdvertStatus.Expired });
  return due.length === BATCH_SIZE;
}

/** In the order of the key that finds them, so that no other rows are locked. */
async function dueAdverts({ em }: Transaction, which: Sql): Promise<number[]> {
  const found = await rows(
    em,
    sql`SELECT id FROM job_advert WHERE statusID = ${AdvertStatus.Posted} AND deleted = 0 AND ${which}, id LIMIT ${BATCH_SIZE}${new Sql(FOR_UPDATE)}`,
  );
  return found.map(([id]) => id as number);
}
