import { Injectable } from '@nestjs/common';
import type { Caller } from '../../callers';
import { Transactions, type Unit } from '../../database';
import { FOR_UPDATE } from '../../database/dialect';
import { execute, rows } from '../../database/rows';
import { Conflict, NotFound } from '../../http';
import { sql, Sql } from '../../query';
import { AutomationStatus } from '../../terms/numbers';
import { users } from '../../users';
import { Automation, AutomationRun } from '../automation.entity';
import { endRun, OPEN } from '../running/end-run';
import { Runner } from '../running/runner.service';

/** What is done to runs from outside: stopped, tried again. Its run is locked first: of two who steer it, or of one and the worker, one goes before the other. */
@Injectable()
export class Steering {
  constructor(
    private readonly transactions: Transactions,
    private readonly runner: Runner,
  ) {}

  /** Ends a run before its time: the worker stops at its next step, what it has done stays done. @throws NotFound, Conflict for one that has ended otherwise */
  cancel(caller: Caller, runID: number): Promise<void> {
    return this.transactions.write(caller, async (unit) => {
      const run = await locked(unit, runID);
      if (run.status === 'cancelled') return;
      if (!OPEN.includes(run.status))
        throw new Conflict(`The run ${runID} is ${run.status}: only one that is queued or running can be cancelled.`);
      await endRun(unit, runID, { status: 'cancelled', reason: `by ${await nameOf(unit)}` });
    });
  }

  /** Queues a run again for the records on which it failed. @throws NotFound, Conflict for one that has not ended or failed on none, or whose automation cannot run */
  retry(caller: Caller, runID: number): Promise<void> {
    return this.transactions.write(caller, async (unit) => {
      const run = await locked(unit, runID);
      if (OPEN.includes(run.status)) throw new Conflict(`The run ${runID} is ${run.status}: only one that has ended can be tried again.`);
      await mustBeActive(unit, run);
      if ((await planAgain(unit, runID)) === 0) throw new Conflict(`The run ${runID} has no record on which it failed.`);
      await unit.em.update(
        AutomationRun,
        { id: runID },
        { status: 'queued', reason: null, finishedAt: null, leaseOwner: null, leaseUntil: null, failed: 0 },
      );
      unit.afterCommit(() => this.runner.wake());
    });
  }
}

async function locked({ em }: Unit, id: number): Promise<AutomationRun> {
  const found = await rows(em, sql`SELECT id FROM automation_run WHERE id = ${id}${new Sql(FOR_UPDATE)}`);
  if (found.length === 0) throw new NotFound(`No run has the id ${id}.`);
  return em.findOneByOrFail(AutomationRun, { id });
}

/** What the service would end at once need not be queued. */
async function mustBeActive({ em }: Unit, { automationID }: AutomationRun): Promise<void> {
  const { statusID, deleted } = await em.findOneByOrFail(Automation, { id: automationID });
  if (deleted) throw new Conflict(`The automation ${automationID} is deleted: its runs cannot be tried again.`);
  if (statusID === AutomationStatus.Paused) throw new Conflict(`The automation ${automationID} is paused: activate it first.`);
}

/** @returns how many records there are to try again */
const planAgain = ({ em }: Unit, runID: number): Promise<number> =>
  execute(
    em,
    sql`UPDATE automation_run_record SET outcome = 'planned', reason = NULL, actions = NULL, attempts = 0, tryAt = NULL, finishedAt = NULL WHERE runID = ${runID} AND outcome = 'failed'`,
  );

async function nameOf({ em, caller }: Unit): Promise<string> {
  const [[name] = []] = await rows(
    em,
    sql`SELECT ${new Sql(users.display)} FROM ${new Sql(`\`${users.table}\``)} WHERE id = ${caller.userID}`,
  );
  return typeof name === 'string' && name !== '' ? name : `user ${caller.userID}`;
}
