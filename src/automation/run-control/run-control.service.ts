import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/callers';
import { Transactions, type Transaction } from '../../core/database';
import { FOR_UPDATE } from '../../core/sql/dialect';
import { execute, rows } from '../../core/database/rows';
import { Conflict, NotFound } from '../../core/problems';
import { sql, Sql } from '../../core/sql';
import { AutomationStatus } from '../../core/terms/numbers';
import { users } from '../../users';
import { Automation, AutomationRun } from '../automation.entity';
import { endRun, OPEN_STATUSES } from '../running/end-run';
import { RunWorker } from '../running/run-worker.service';

/** Cancels and retries runs. Its run is locked first: of two who steer it, or of one and the worker, one goes before the other. */
@Injectable()
export class RunControlService {
  constructor(
    private readonly transactions: Transactions,
    private readonly runner: RunWorker,
  ) {}

  /**
   * Cancels a run: the worker stops at its next chunk; completed actions are kept. @throws NotFound, Conflict for one
   * that has ended otherwise
   */
  cancel(caller: Caller, runID: number): Promise<void> {
    return this.transactions.write(caller, async (transaction) => {
      const run = await lockRun(transaction, runID);
      if (run.status === 'cancelled') return;
      if (!OPEN_STATUSES.includes(run.status))
        throw new Conflict(`The run ${runID} is ${run.status}: only one that is queued or running can be cancelled.`);
      await endRun(transaction, runID, { status: 'cancelled', reason: `by ${await callerName(transaction)}` });
    });
  }

  /**
   * Queues a run again for the records on which it failed. @throws NotFound, Conflict for one that has not ended or
   * failed on none, or whose automation cannot run
   */
  retry(caller: Caller, runID: number): Promise<void> {
    return this.transactions.write(caller, async (transaction) => {
      const run = await lockRun(transaction, runID);
      if (OPEN_STATUSES.includes(run.status))
        throw new Conflict(`The run ${runID} is ${run.status}: only one that has ended can be retried.`);
      await mustBeActive(transaction, run);
      if ((await replanFailed(transaction, runID)) === 0) throw new Conflict(`Run ${runID} has no failed records to retry.`);
      await transaction.em.update(
        AutomationRun,
        { id: runID },
        { status: 'queued', reason: null, finishedAt: null, leaseOwner: null, leaseUntil: null, failed: 0 },
      );
      transaction.afterCommit(() => this.runner.wake());
    });
  }
}

async function lockRun({ em }: Transaction, id: number): Promise<AutomationRun> {
  const found = await rows(em, sql`SELECT id FROM automation_run WHERE id = ${id}${new Sql(FOR_UPDATE)}`);
  if (found.length === 0) throw new NotFound(`Run ${id} not found.`);
  return em.findOneByOrFail(AutomationRun, { id });
}

/** What the service would end at once need not be queued. */
async function mustBeActive({ em }: Transaction, { automationID }: AutomationRun): Promise<void> {
  const { statusID, deleted } = await em.findOneByOrFail(Automation, { id: automationID });
  if (deleted) throw new Conflict(`The automation ${automationID} is deleted: its runs cannot be retried.`);
  if (statusID === AutomationStatus.Paused) throw new Conflict(`The automation ${automationID} is paused: activate it first.`);
}

/** @returns how many records there are to try again */
const replanFailed = ({ em }: Transaction, runID: number): Promise<number> =>
  execute(
    em,
    sql`UPDATE automation_run_record SET outcome = 'planned', reason = NULL, actions = NULL, attempts = 0, tryAt = NULL, finishedAt = NULL WHERE runID = ${runID} AND outcome = 'failed'`,
  );

async function callerName({ em, caller }: Transaction): Promise<string> {
  const [[name] = []] = await rows(
    em,
    sql`SELECT ${new Sql(users.display)} FROM ${new Sql(`\`${users.table}\``)} WHERE id = ${caller.userID}`,
  );
  return typeof name === 'string' && name !== '' ? name : `user ${caller.userID}`;
}
