import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../core/config';
import type { Transaction } from '../core/database';
import { daysBetween } from '../core/sql/dialect';
import { execute, rows } from '../core/database/rows';
import { Housekeeping } from '../core/housekeeping';
import { list, sql, Sql, sqlMoment } from '../core/sql';
import { DAY_MS } from '../core/time/moments';

const HOUR = 3600;
const BATCH = 500;

/** Deletes runs that finished long ago, with their records. */
@Injectable()
export class RunRetention implements OnModuleInit {
  constructor(
    private readonly housekeeping: Housekeeping,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    const { runsKeptDays: days } = this.settings;
    if (days > 0) this.housekeeping.add({ name: 'old runs', everySeconds: HOUR, work: (transaction) => removeBatch(transaction, days) });
  }
}

/** Deletes some records of the oldest expired run, and with the last of them the run itself. @returns whether there may be more */
async function removeBatch(transaction: Transaction, days: number): Promise<boolean> {
  const runID = await findExpiredRun(transaction, days);
  if (runID === undefined) return false;
  const records = await rows(transaction.em, sql`SELECT recordID FROM automation_run_record WHERE runID = ${runID} LIMIT ${BATCH}`);
  const ids = list(records.map(([id]) => sql`${id as number}`));
  if (records.length > 0)
    await execute(transaction.em, sql`DELETE FROM automation_run_record WHERE runID = ${runID} AND recordID IN (${ids})`);
  if (records.length < BATCH) await execute(transaction.em, sql`DELETE FROM automation_run WHERE id = ${runID}`);
  return true;
}

/** The oldest expired run, except where the automation still needs it in order to skip recently processed records. */
async function findExpiredRun({ em, now }: Transaction, days: number): Promise<number | undefined> {
  const before = sqlMoment(new Date(now.getTime() - days * DAY_MS));
  const isNeeded = sql`a.deleted = 0 AND COALESCE(a.excludeRecordsProcessedInDays, 0) >= ${new Sql(daysBetween('r.finishedAt', '?'), [sqlMoment(now)])}`;
  const [[id] = []] = await rows(
    em,
    sql`SELECT r.id FROM automation_run r JOIN automation a ON a.id = r.automationID WHERE r.finishedAt < ${before} AND NOT (${isNeeded}) ORDER BY r.id LIMIT 1`,
  );
  return id as number | undefined;
}
