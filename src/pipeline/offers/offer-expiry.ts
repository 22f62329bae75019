import { Injectable } from '@nestjs/common';
import { Settings } from '../../core/config';
import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { Housekeeping } from '../../core/housekeeping';
import { change } from '../../core/records';
import { sql, Sql, sqlMoment } from '../../core/sql';
import { FOR_UPDATE } from '../../core/sql/dialect';
import { OfferStatus } from '../../core/terms/numbers';
import { dayIn } from '../../core/time/day';
import { offers } from './offers.records';

const BATCH_SIZE = 50;

/** Marks offers that nobody has answered as expired once the day of their expiry date is over in the time zone of the firm. */
@Injectable()
export class OfferExpiry {
  constructor(housekeeping: Housekeeping, settings: Settings) {
    housekeeping.add({ name: 'expire offers', everySeconds: 60, work: (transaction) => expireOffers(transaction, settings.timeZone) });
  }
}

async function expireOffers(transaction: Transaction, timeZone: string): Promise<boolean> {
  const today = dayIn(transaction.now, timeZone);
  const due = await rows(
    transaction.em,
    sql`SELECT id FROM offer WHERE statusID = ${OfferStatus.Made} AND expiryDate < ${sqlMoment(today)} AND deleted = 0 ORDER BY expiryDate, id LIMIT ${BATCH_SIZE}${new Sql(FOR_UPDATE)}`,
  );
  for (const [id] of due) await change(transaction, offers, id as number, { statusID: OfferStatus.Expired });
  return due.length === BATCH_SIZE;
}
