import { rows } from '../../core/database/rows';
import { sql } from '../../core/sql';
import { isoOf } from '../../core/records';
import { processedCutoff, type AudienceQuery } from '../audience';
import type { ExplanationContext } from './explanation-context';
import type { ExplainedExclusionDto, ExplainedRunDto } from './explain.dto';

/** Maximum number of runs shown. */
const MAX_RUNS = 10;

/** When it was processed, if that is why it is left out. */
export async function exclusionOf({ view, id }: ExplanationContext, rule: AudienceQuery): Promise<ExplainedExclusionDto | undefined> {
  const since = processedCutoff(view, rule);
  if (since === undefined || !rule.excludeProcessed) return undefined;
  const { automationID, days } = rule.excludeProcessed;
  const [found] = await rows(
    view.em,
    sql`SELECT finishedAt, runID FROM automation_run_record WHERE automationID = ${automationID} AND recordID = ${id} AND outcome = 'processed' AND finishedAt >= ${since} ORDER BY finishedAt DESC LIMIT 1`,
  );
  return found && { processedDate: isoOf(found[0] as string), runId: found[1] as number, days };
}

/** What became of the record in the last runs of an automation, the newest first. */
export async function lastRuns({ view, id }: ExplanationContext, automationID: number): Promise<ExplainedRunDto[]> {
  const found = await rows(
    view.em,
    sql`SELECT e.runID, run.\`trigger\`, e.outcome, e.reason, e.finishedAt FROM automation_run_record e JOIN automation_run run ON run.id = e.runID
      WHERE e.automationID = ${automationID} AND e.recordID = ${id} ORDER BY e.runID DESC LIMIT ${MAX_RUNS}`,
  );
  return found.map(([runId, trigger, outcome, reason, finishedAt]) => ({
    runId: runId as number,
    trigger: trigger as string,
    outcome: outcome as string,
    ...(reason === null ? {} : { reason: reason as string }),
    ...(finishedAt === null ? {} : { finishedAt: isoOf(finishedAt as string) }),
  }));
}
