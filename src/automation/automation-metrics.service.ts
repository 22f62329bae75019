import { Injectable } from '@nestjs/common';
import { ChangeLog } from '../core/changes';
import { backlog, DatabaseMetrics, readingsOf, type Reading, type View } from '../core/database';
import { Metrics } from '../core/metrics';
import { sql } from '../core/sql';
import { dispatchedUpTo } from './events/dispatched';
import { OPEN_STATUSES } from './running/end-run';
import { ACTIONS, RUNS_ENDED } from './running/run-counters';

const RUNS = { name: 'automation_runs', help: 'Runs of automations that have not ended.', labels: ['status'] };
const RUN_AGE = {
  name: 'automation_runs_oldest_age_seconds',
  help: 'How long ago the oldest run that has not ended was queued.',
  labels: ['status'],
};
const CHANGES = { name: 'changes_undispatched', help: 'Changes that have not triggered automations yet.' };
const CHANGE_AGE = { name: 'changes_undispatched_oldest_age_seconds', help: 'How old the first change is that has not triggered any yet.' };

/** What automations have to do, and have done. */
@Injectable()
export class AutomationMetrics {
  constructor(
    database: DatabaseMetrics,
    metrics: Metrics,
    private readonly changes: ChangeLog,
  ) {
    metrics.declare(RUNS_ENDED);
    metrics.declare(ACTIONS);
    database.add(runs);
    database.add((view) => this.undispatched(view));
  }

  private async undispatched(view: View): Promise<Reading[]> {
    return readingsOf(await this.changes.backlogAfter(view, await dispatchedUpTo(view.em)), [CHANGES, CHANGE_AGE]);
  }
}

async function runs(view: View): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const status of OPEN_STATUSES) {
    const open = await backlog(view, sql`FROM automation_run WHERE status = ${status}`, sql`queuedAt`, sql`id`);
    readings.push(...readingsOf(open, [RUNS, RUN_AGE], { status }));
  }
  return readings;
}
