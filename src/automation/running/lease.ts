import type { Unit } from '../../database';
import { execute } from '../../database/rows';
import { sql, sqlMoment } from '../../query';

/** Somebody who works off one run. */
export interface Worker {
  readonly owner: string;
  /** So long it is believed to be at work without a word from it: then another goes on with its run. */
  readonly leaseSeconds: number;
}

/** Takes a run, or keeps it. @returns false when it has ended or is another worker's */
export async function lease({ em, now }: Unit, runID: number, { owner, leaseSeconds }: Worker): Promise<boolean> {
  const until = sqlMoment(new Date(now.getTime() + leaseSeconds * 1000));
  const taken = await execute(
    em,
    sql`UPDATE automation_run SET status = 'running', reason = NULL, leaseOwner = ${owner}, leaseUntil = ${until} WHERE id = ${runID} AND
      (status = 'queued' OR (status = 'running' AND (leaseOwner = ${owner} OR leaseUntil IS NULL OR leaseUntil < ${sqlMoment(now)})))`,
  );
  return taken > 0;
}

/** Gives a run back that has not come to its end. */
export async function release({ em }: Unit, runID: number, { owner }: Worker): Promise<void> {
  await execute(em, sql`UPDATE automation_run SET leaseUntil = NULL WHERE id = ${runID} AND leaseOwner = ${owner}`);
}

/** Where no other process can be at work, whatever was left running is free. */
export async function releaseAll({ em }: Unit): Promise<void> {
  await execute(em, sql`UPDATE automation_run SET leaseUntil = NULL WHERE status = 'running'`);
}
