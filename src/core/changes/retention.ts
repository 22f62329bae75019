import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../config';
import type { Transaction } from '../database';
import { counterText } from '../database/counters';
import { execute, rows } from '../database/rows';
import { Housekeeping } from '../housekeeping';
import { sql, Sql, sqlMoment } from '../sql';
import { DAY_MS } from '../time/moments';
import { AUDITED } from './audited';

const HOUR = 3600;
const BATCH = 500;

/** Deletes changes older than CHANGES_KEPT_DAYS. */
@Injectable()
export class ChangeRetention implements OnModuleInit {
  constructor(
    private readonly housekeeping: Housekeeping,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    const { changesKeptDays: days } = this.settings;
    if (days > 0)
      this.housekeeping.add({ name: 'old changes', everySeconds: HOUR, work: (transaction) => removeChanges(transaction, days) });
  }
}

/** Oldest first, so that the remaining ones have no gaps; only those that are in the audit. */
async function removeChanges({ em, now }: Transaction, days: number): Promise<boolean> {
  const before = sqlMoment(new Date(now.getTime() - days * DAY_MS));
  const oldest = await rows(
    em,
    sql`SELECT sequence, at FROM record_change WHERE sequence > 0 AND sequence <= ${new Sql(counterText(AUDITED))} ORDER BY sequence LIMIT ${BATCH}`,
  );
  const remaining = oldest.findIndex(([, at]) => (at as string) >= before);
  const old = remaining === -1 ? oldest : oldest.slice(0, remaining);
  if (old.length > 0) await execute(em, sql`DELETE FROM record_change WHERE sequence <= ${Number(old.at(-1)?.[0])}`);
  return old.length === BATCH;
}
