import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { In } from 'typeorm';
import { SYSTEM_CALLER } from '../../core/callers';
import { Settings } from '../../core/config';
import { Transactions, type Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { list, sql, sqlMoment } from '../../core/sql';
import { lock } from '../../core/records';
import { AutomationStatus, Trigger } from '../../core/terms/numbers';
import { DAY_MS } from '../../core/time/moments';
import { Automation } from '../automation.entity';
import { automations } from '../automation.records';
import { EVENTS } from '../catalogue/events';
import { checkDefinition } from '../definition/check-definition';
import type { CheckedDefinition } from '../definition/definition';
import { excludedDays } from '../excluded-days';
import { queueRun, recordMissedRun } from '../running/queue-run';
import { RunWorker } from '../running/run-worker.service';
import { dateText, dayOf, wallTimeOf } from '../../core/time/local-time';
import { catchUpTime, earliest, nextRun } from '../schedule/next-run';
import { scheduleOf } from '../saving/next-run-of';
import { findDueRecords } from './due-records';
import { planEventRuns } from './plan-event-runs';

const TICK_MS = 1000;
/** How often dates of records are checked, in ms. */
const DATE_CHECK_INTERVAL = 30_000;
/** After a longer downtime, older dates are ignored. */
const MAX_LOOK_BACK = 31 * DAY_MS;
/** A scheduled run that is later than this, in ms, was missed. */
const MISSED_AFTER = 300_000;

const DATE_EVENTS = EVENTS.filter(({ kind }) => kind === 'D').map(({ id }) => id);

/**
 * Triggers automations that are due by their schedule or by a date of a record. The trigger is recorded in the same
 * transaction, with the automation locked: even with several processes it happens once.
 */
@Injectable()
export class AutomationScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(AutomationScheduler.name);
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private closing = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly runner: RunWorker,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.settings.roles.includes('worker')) return;
    this.timer = setInterval(() => void this.tick(), TICK_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    clearInterval(this.timer);
    await this.working;
  }

  /** Triggers everything that is due now; if it is running already, waits for that. */
  tick(): Promise<void> {
    this.working ??= this.triggerDue().finally(() => (this.working = undefined));
    return this.working;
  }

  private async triggerDue(): Promise<void> {
    try {
      for (const id of await this.transactions.read(SYSTEM_CALLER, ({ em, now }) => findDueAutomations({ em, now }))) {
        if (this.closing) return;
        // an automation that fails must not hold up the others
        await this.transactions
          .write(SYSTEM_CALLER, (transaction) => this.trigger(transaction, id))
          .catch((error: unknown) => this.log.error(error));
      }
    } catch (error) {
      this.log.error(error);
    }
  }

  private async trigger(transaction: Transaction, id: number): Promise<void> {
    await lock(transaction.em, automations, id);
    const automation = await transaction.em.findOneBy(Automation, {
      id,
      statusID: AutomationStatus.Active,
      deleted: false,
      triggerID: In([Trigger.Event, Trigger.Schedule]),
    });
    if (!automation) return;
    const excludedDates = await excludedDays(transaction.em, automation.excludedDateGroupID);
    const definition = checkDefinition(automation, {
      types: transaction.types,
      now: transaction.now,
      timeZone: this.settings.timeZone,
      excludedDates,
    });
    if (automation.triggerID === Trigger.Schedule) await triggerBySchedule(transaction, automation, definition, excludedDates);
    else await triggerByDates(transaction, automation, definition, excludedDates);
    transaction.afterCommit(() => this.runner.wake());
  }
}

async function findDueAutomations({ em, now }: Pick<Transaction, 'em' | 'now'>): Promise<number[]> {
  const checkedBefore = sqlMoment(new Date(now.getTime() - DATE_CHECK_INTERVAL));
  const found = await rows(
    em,
    sql`SELECT id FROM automation WHERE statusID = ${AutomationStatus.Active} AND deleted = 0 AND (
      (triggerID = ${Trigger.Schedule} AND nextRunDateUtc <= ${sqlMoment(now)}) OR
      (triggerID = ${Trigger.Event} AND eventID IN (${list(DATE_EVENTS.map((id) => sql`${id}`))}) AND (datesCheckedUntil IS NULL OR datesCheckedUntil <= ${checkedBefore}))) ORDER BY id`,
  );
  return found.map(([id]) => id as number);
}

/** Queues the scheduled run, unless it was missed and cannot be caught up now, and stores the time of the next one. */
async function triggerBySchedule(
  transaction: Transaction,
  automation: Automation,
  definition: CheckedDefinition,
  excluded: ReadonlySet<string>,
): Promise<void> {
  const { now } = transaction;
  const slot = automation.nextRunDateUtc;
  const schedule = scheduleOf(automation, definition);
  // another process was faster
  if (!slot || !schedule || slot > now) return;
  const isMissed = now.getTime() - slot.getTime() > MISSED_AFTER;
  const due = isMissed ? catchUpTime(schedule, now, excluded) : slot;
  if (due && due <= now) await queueRun(transaction, automation, 'schedule', { slot });
  if (isMissed && !due) await recordMissedRun(transaction, automation, slot, schedule.missedRun);
  await transaction.em.update(
    Automation,
    { id: automation.id },
    { nextRunDateUtc: earliest(due && due > now ? due : null, nextRun(schedule, now, excluded)) },
  );
}

/** Plans the runs for dates reached since the last check or the activation. No check on excluded dates: the next allowed one catches up. */
async function triggerByDates(
  transaction: Transaction,
  automation: Automation,
  definition: CheckedDefinition,
  excluded: ReadonlySet<string>,
): Promise<void> {
  const { offset } = definition;
  if (offset && excluded.has(dateText(dayOf(wallTimeOf(transaction.now.getTime(), offset.timeZone))))) return;
  const since = automation.datesCheckedUntil ?? automation.activatedDate;
  // another process was faster, by a clock that is ahead perhaps: what it has checked must not be checked again
  if (since && since >= transaction.now) return;
  if (since && definition.errors.length === 0) {
    const from = new Date(Math.max(since.getTime(), transaction.now.getTime() - MAX_LOOK_BACK));
    const listener = { automation, definition };
    await planEventRuns(transaction, listener, await findDueRecords(transaction, listener, { from, to: transaction.now }));
  }
  await transaction.em.update(Automation, { id: automation.id }, { datesCheckedUntil: transaction.now });
}
