import type { Transaction } from '../../core/database';
import { execute, rows } from '../../core/database/rows';
import { sql, Sql, sqlMoment } from '../../core/sql';
import { FOR_SHARE } from '../../core/sql/dialect';

/** A worker that holds a run. */
export interface LeaseHolder {
  readonly owner: string;
  /** Lease duration; after it expires, another worker may continue the run. */
  readonly leaseSeconds: number;
}

/** Acquires or renews the lease of a run. @returns false when it has ended or is another worker's */
export async function lease({ em, now }: Transaction, runID: number, { owner, leaseSeconds }: LeaseHolder): Promise<boolean> {
  const until = sqlMoment(new Date(now.getTime() + leaseSeconds * 1000));
  const taken = await execute(
    em,
    sql`UPDATE automation_run SET status = 'running', reason = NULL, leaseOwner = ${owner}, leaseUntil = ${until} WHERE id = ${runID} AND
      (status = 'queued' OR (status = 'running' AND (leaseOwner = ${owner} OR leaseUntil IS NULL OR leaseUntil < ${sqlMoment(now)})))`,
  );
  return taken > 0;
}

/**
 * Keeps a run that is being worked on from ending, together with others.
 * @param holder of the lease; undefined: one who helps them
 * @returns false when it has ended, waits, or is another worker's
 */
export async function share({ em }: Transaction, runID: number, holder?: LeaseHolder): Promise<boolean> {
  const isMine = holder ? sql`leaseOwner = ${holder.owner}` : sql`leaseOwner IS NOT NULL AND startedAt IS NOT NULL`;
  const found = await rows(
    em,
    sql`SELECT id FROM automation_run WHERE id = ${runID} AND status = 'running' AND ${isMine}${new Sql(FOR_SHARE)}`,
  );
  return found.length > 0;
}

/** Releases the lease of a run that has not ended. */
export async function release({ em }: Transaction, runID: number, { owner }: LeaseHolder): Promise<void> {
  await execute(em, sql`UPDATE automation_run SET leaseUntil = NULL WHERE id = ${runID} AND leaseOwner = ${owner}`);
}

/** For single-process databases: releases all leases at startup. */
export async function releaseAll({ em }: Transaction): Promise<void> {
  await execute(em, sql`UPDATE automation_run SET leaseUntil = NULL WHERE status = 'running'`);
}
