import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/callers';
import { audit } from '../../core/changes';
import { Transactions, type Transaction } from '../../core/database';
import { FOR_UPDATE } from '../../core/sql/dialect';
import { holdRows } from '../../core/database/held-rows';
import { execute, rows } from '../../core/database/rows';
import { Conflict, Forbidden, NotFound } from '../../core/problems';
import { sql, Sql } from '../../core/sql';
import { AutomationStatus } from '../../core/terms/numbers';
import { cancelDeliveriesOfRun } from '../../deliveries';
import { users } from '../../users';
import { Automation, AutomationRun } from '../automation.entity';
import { requireOwnersDivisions } from '../owner';
import { initiatorsOf } from '../running/approval';
import { endRun, OPEN_STATUSES } from '../running/end-run';
import { RunWorker } from '../running/run-worker.service';

/** Approves, cancels and retries runs. They are locked first: of two who steer one, or of one and the worker, one goes before the other. */
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
        throw new Conflict(`The run ${runID} is ${run.status}: only one that has not ended can be cancelled.`);
      await endRun(transaction, runID, { status: 'cancelled', reason: `by ${await callerName(transaction)}` });
      await audit(transaction, { type: 'AutomationRun', recordID: runID, action: 'cancelled' });
    });
  }

  /**
   * Approves a run that waits for it; one that has been approved stays as it is.
   * @param version the version of its automation that is meant
   * @throws NotFound, Forbidden for who has a part in it already, Conflict
   */
  approve(caller: Caller, runID: number, version?: number): Promise<void> {
    return this.transactions.write(caller, async (transaction) => {
      const run = await lockRun(transaction, runID);
      if (run.approvedVersion !== null && run.approvedVersion === (version ?? run.approvedVersion)) return;
      if (run.status !== 'awaitingApproval') throw new Conflict(`The run ${runID} is ${run.status}: it does not wait for approval.`);
      const automation = await mustBeActive(transaction, run);
      if (version !== undefined && version !== automation.version)
        throw new Conflict(`The automation ${automation.id} has version ${automation.version} now: its run can be approved with that.`);
      if ((await initiatorsOf(transaction, run, automation)).has(caller.userID))
        throw new Forbidden(`You have a part in run ${runID} already: somebody else must approve it.`);
      const approval = { approvedByID: caller.userID, approvedAt: transaction.now, approvedVersion: automation.version };
      await transaction.em.update(
        AutomationRun,
        { id: runID },
        { ...approval, status: 'queued', reason: null, automationVersion: automation.version },
      );
      await audit(transaction, { type: 'AutomationRun', recordID: runID, action: 'approved' });
      transaction.afterCommit(() => this.runner.wake());
    });
  }

  /** Cancels what a run has queued and has not been sent. @returns how many deliveries were cancelled @throws NotFound */
  cancelDeliveries(caller: Caller, runID: number): Promise<number> {
    return this.transactions.write(caller, async (transaction) => {
      await lockRun(transaction, runID);
      const cancelled = await cancelDeliveriesOfRun(transaction, runID, `Cancelled with its run, by ${await callerName(transaction)}.`);
      if (cancelled > 0)
        await audit(transaction, { type: 'AutomationRun', recordID: runID, action: 'cancelled', fields: { deliveries: [cancelled, 0] } });
      return cancelled;
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
      await audit(transaction, { type: 'AutomationRun', recordID: runID, action: 'retried' });
      transaction.afterCommit(() => this.runner.wake());
    });
  }
}

async function lockRun({ em }: Transaction, id: number): Promise<AutomationRun> {
  const found = await rows(em, sql`SELECT id FROM automation_run WHERE id = ${id}${new Sql(FOR_UPDATE)}`);
  if (found.length === 0) throw new NotFound(`Run ${id} not found.`);
  holdRows(em, 'automation_run', [id], 'processed');
  return em.findOneByOrFail(AutomationRun, { id });
}

/** What the service would end at once need not be queued. */
async function mustBeActive(transaction: Transaction, { automationID }: AutomationRun): Promise<Automation> {
  const automation = await transaction.em.findOneByOrFail(Automation, { id: automationID });
  await requireOwnersDivisions(transaction, automation);
  const { statusID, deleted } = automation;
  if (deleted) throw new Conflict(`The automation ${automationID} is deleted: its runs cannot go on.`);
  if (statusID === AutomationStatus.Paused) throw new Conflict(`The automation ${automationID} is paused: activate it first.`);
  return automation;
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
