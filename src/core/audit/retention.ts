import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../config';
import type { Transaction } from '../database';
import { lockCounter, setCounter } from '../database/counters';
import { execute, rows } from '../database/rows';
import { Housekeeping } from '../housekeeping';
import { sql, sqlMoment } from '../sql';
import { DAY_MS } from '../time/moments';
import { REMOVED } from './removed';

const HOUR = 3600;
const BATCH = 500;

/** Deletes entries older than AUDIT_KEPT_DAYS. */
@Injectable()
export class AuditRetention implements OnModuleInit {
  constructor(
    private readonly housekeeping: Housekeeping,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    const { auditKeptDays: days } = this.settings;
    if (days > 0)
      this.housekeeping.add({ name: 'old audit entries', everySeconds: HOUR, work: (transaction) => removeEntries(transaction, days) });
  }
}

/** Oldest first, and none behind one that remains; how far they are removed is known, so that the others can be verified. */
async function removeEntries({ em, now }: Transaction, days: number): Promise<boolean> {
  const before = sqlMoment(new Date(now.getTime() - days * DAY_MS));
  await lockCounter(em, REMOVED);
  const oldest = await rows(em, sql`SELECT sequence, at FROM audit_entry ORDER BY sequence LIMIT ${BATCH}`);
  const remaining = oldest.findIndex(([, at]) => (at as string) >= before);
  const last = (remaining === -1 ? oldest : oldest.slice(0, remaining)).at(-1);
  if (!last) return false;
  await execute(em, sql`DELETE FROM audit_entry WHERE sequence <= ${Number(last[0])}`);
  await setCounter(em, REMOVED, Number(last[0]));
  return remaining === -1 && oldest.length === BATCH;
}
