import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../config';
import type { Unit } from '../database';
import { daysBetween } from '../database/dialect';
import { execute, rows } from '../database/rows';
import { Housekeeping } from '../housekeeping';
import { list, sql, Sql, sqlMoment } from '../query';
import { DAY_MS } from '../time/moments';

const HOUR = 3600;
const PIECE = 500;

/** Removes runs that finished long ago with their records. */
@Injectable()
export class RunRetention implements OnModuleInit {
  constructor(
    private readonly housekeeping: Housekeeping,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'old runs', everySeconds: HOUR, work: (unit) => removeSome(unit, this.settings.runsKeptDays) });
  }
}

/** Some records of the oldest such run, or with the last of them the run itself. @returns whether there may be more */
async function removeSome(unit: Unit, days: number): Promise<boolean> {
  const runID = await oldRun(unit, days);
  if (runID === undefined) return false;
  const records = await rows(unit.em, sql`SELECT recordID FROM automation_run_record WHERE runID = ${runID} LIMIT ${PIECE}`);
  const ids = list(records.map(([id]) => sql`${id as number}`));
  if (records.length > 0) await execute(unit.em, sql`DELETE FROM automation_run_record WHERE runID = ${runID} AND recordID IN (${ids})`);
  if (records.length < PIECE) await execute(unit.em, sql`DELETE FROM automation_run WHERE id = ${runID}`);
  return true;
}

/** Not one whose automation may still run and leaves out whom it processed in the days of the run. */
async function oldRun({ em, now }: Unit, days: number): Promise<number | undefined> {
  const before = sqlMoment(new Date(now.getTime() - days * DAY_MS));
  const isNeeded = sql`a.deleted = 0 AND COALESCE(a.excludeRecordsProcessedInDays, 0) >= ${new Sql(daysBetween('r.finishedAt', '?'), [sqlMoment(now)])}`;
  const [[id] = []] = await rows(
    em,
    sql`SELECT r.id FROM automation_run r JOIN automation a ON a.id = r.automationID WHERE r.finishedAt < ${before} AND r.status NOT IN ('queued', 'running') AND NOT (${isNeeded}) ORDER BY r.id LIMIT 1`,
  );
  return id as number | undefined;
}
