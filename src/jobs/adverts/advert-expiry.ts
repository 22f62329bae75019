import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../core/database';
import { FOR_UPDATE } from '../../core/sql/dialect';
import { rows } from '../../core/database/rows';
import { Housekeeping } from '../../core/housekeeping';
import { sql, Sql, sqlMoment } from '../../core/sql';
import { change } from '../../core/records';
import { AdvertStatus } from '../../core/terms/numbers';
import { adverts } from '../jobs.records';

const BATCH_SIZE = 50;

/** Marks posted adverts as expired once their expiry date has passed. */
@Injectable()
export class AdvertExpiry {
  constructor(housekeeping: Housekeeping) {
    housekeeping.add({ name: 'expire adverts', everySeconds: 60, work: expireAdverts });
  }
}

async function expireAdverts(transaction: Transaction): Promise<boolean> {
  const due = await rows(
    transaction.em,
    sql`SELECT id FROM job_advert WHERE statusID = ${AdvertStatus.Posted} AND expiryDate <= ${sqlMoment(transaction.now)} AND deleted = 0 ORDER BY expiryDate, id LIMIT ${BATCH_SIZE}${new Sql(FOR_UPDATE)}`,
  );
  for (const [id] of due) await change(transaction, adverts, id as number, { statusID: AdvertStatus.Expired });
  return due.length === BATCH_SIZE;
}
