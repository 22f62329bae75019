import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { In } from 'typeorm';
import { THE_SERVICE } from '../../callers';
import { Settings } from '../../config';
import { Transactions, type Unit } from '../../database';
import { rows } from '../../database/rows';
import { list, sql, sqlMoment } from '../../query';
import { lock } from '../../records';
import { AutomationStatus, Trigger } from '../../terms/numbers';
import { DAY_MS } from '../../time/moments';
import { Automation } from '../automation.entity';
import { automations } from '../automation.records';
import { EVENTS } from '../catalogue/events';
import { checkDefinition } from '../definition/check-definition';
import type { CheckedDefinition } from '../definition/definition';
import { excludedDays } from '../excluded-days';
import { queueRun } from '../running/queue';
import { Runner } from '../running/runner.service';
import { dateText, dayOf, wallTimeOf } from '../schedule/local-time';
import { madeUpAt, nextRun } from '../schedule/next-run';
import { scheduleOf } from '../saving/next-run-of';
import { dated } from './dates';
import { planEventRuns } from './plan-event-run';

const TICK = 1000;
/** Dates are looked at so often: whoever waits for one waits no longer. */
const DATES_EVERY = 30_000;
/** After such a time out of service older dates are let be. */
const LONGEST_LOOK_BACK = 31 * DAY_MS;
/** A scheduled run that comes so late was missed. */
const LATE = 300_000;

const DATE_EVENTS = EVENTS.filter(({ kind }) => kind === 'D').map(({ id }) => id);

/**
 * Sets automations off whose time has come: by their schedule, or by a date of a record. What has been set off is noted in
 * the same transaction, under the lock of the automation: of several processes one does it, and once.
 */
@Injectable()
export class Timekeeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Timekeeper.name);
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private closing = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly runner: Runner,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.tick(), TICK).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    clearInterval(this.timer);
    await this.working;
  }

  /** Sets off all that is due now; joins a round under way. */
  tick(): Promise<void> {
    this.working ??= this.round().finally(() => (this.working = undefined));
    return this.working;
  }

  private async round(): Promise<void> {
    try {
      for (const id of await this.transactions.read(THE_SERVICE, ({ em, now }) => dueAutomations({ em, now }))) {
        if (this.closing) return;
        // one that cannot be set off keeps no other one from its time
        await this.transactions.write(THE_SERVICE, (unit) => this.setOff(unit, id)).catch((error: unknown) => this.log.error(error));
      }
    } catch (error) {
      this.log.error(error);
    }
  }

  private async setOff(unit: Unit, id: number): Promise<void> {
    await lock(unit.em, automations, id);
    const automation = await unit.em.findOneBy(Automation, {
      id,
      statusID: AutomationStatus.Active,
      deleted: false,
      triggerID: In([Trigger.Event, Trigger.Schedule]),
    });
    if (!automation) return;
    const excludedDates = await excludedDays(unit.em, automation.excludedDateGroupID);
    const definition = checkDefinition(automation, { now: unit.now, timeZone: this.settings.timeZone, excludedDates });
    if (automation.triggerID === Trigger.Schedule) await bySchedule(unit, automation, definition, excludedDates);
    else await byDates(unit, automation, definition, excludedDates);
    unit.afterCommit(() => this.runner.wake());
  }
}

async function dueAutomations({ em, now }: Pick<Unit, 'em' | 'now'>): Promise<number[]> {
  const looked = sqlMoment(new Date(now.getTime() - DATES_EVERY));
  const found = await rows(
    em,
    sql`SELECT id FROM automation WHERE statusID = ${AutomationStatus.Active} AND deleted = 0 AND (
      (triggerID = ${Trigger.Schedule} AND nextRunDateUtc <= ${sqlMoment(now)}) OR
      (triggerID = ${Trigger.Event} AND eventID IN (${list(DATE_EVENTS.map((id) => sql`${id}`))}) AND (datesCheckedUntil IS NULL OR datesCheckedUntil <= ${looked}))) ORDER BY id`,
  );
  return found.map(([id]) => id as number);
}

/** Queues the run of the slot, unless it was missed and cannot be made up for now, and says when the next one is. */
async function bySchedule(unit: Unit, automation: Automation, definition: CheckedDefinition, excluded: ReadonlySet<string>): Promise<void> {
  const { now } = unit;
  const slot = automation.nextRunDateUtc;
  const schedule = scheduleOf(automation, definition);
  // another process was quicker
  if (!slot || !schedule || slot > now) return;
  const isMissed = now.getTime() - slot.getTime() > LATE;
  const due = isMissed ? madeUpAt(schedule, now, excluded) : slot;
  if (due && due <= now) await queueRun(unit, automation, 'schedule', slot);
  await unit.em.update(
    Automation,
    { id: automation.id },
    { nextRunDateUtc: earliest(due && due > now ? due : null, nextRun(schedule, now, excluded)) },
  );
}

/** A regular run that comes sooner makes up for what was missed, too. */
const earliest = (one: Date | null, other: Date | null): Date | null => (one && other ? (one < other ? one : other) : (one ?? other));

/** Plans the runs for the dates that have come since it last looked, or became active. On an excluded date it does not look: the next allowed one catches up. */
async function byDates(unit: Unit, automation: Automation, definition: CheckedDefinition, excluded: ReadonlySet<string>): Promise<void> {
  const { offset } = definition;
  if (offset && excluded.has(dateText(dayOf(wallTimeOf(unit.now.getTime(), offset.timeZone))))) return;
  const since = automation.datesCheckedUntil ?? automation.activatedDate;
  if (since && definition.errors.length === 0) {
    const from = new Date(Math.max(since.getTime(), unit.now.getTime() - LONGEST_LOOK_BACK));
    const listener = { automation, definition };
    await planEventRuns(unit, listener, await dated(unit, listener, { from, to: unit.now }));
  }
  await unit.em.update(Automation, { id: automation.id }, { datesCheckedUntil: unit.now });
}
