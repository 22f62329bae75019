import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { THE_SERVICE } from '../../callers';
import { ChangeLog, type SequencedChange } from '../../changes';
import { Settings } from '../../config';
import { Transactions, type Unit } from '../../database';
import { FOR_UPDATE, INSERT_IF_ABSENT } from '../../database/dialect';
import { execute, numberOf } from '../../database/rows';
import { sql, Sql } from '../../query';
import { lock } from '../../records';
import { AutomationStatus, Trigger } from '../../terms/numbers';
import { Automation } from '../automation.entity';
import { automations } from '../automation.records';
import { eventOf } from '../catalogue/events';
import { checkDefinition } from '../definition/check-definition';
import { Runner } from '../running/runner.service';
import { entered } from './matches';
import { raised, type Listener } from './occurrence';
import { planEventRuns } from './plan-event-run';

/** Changes in one unit of work. */
const BATCH = 500;
/** What happens within this time after a look is planned together: a run of many records costs hardly more than one of a single record. */
const GATHER = 100;
/** So long it waits before it tries again what went wrong. */
const PAUSE = 1000;

/**
 * Reads the changes in their order and plans the runs that they set off. How far it has read is kept in the transaction of
 * the plans: no change is read twice or left out, whichever process does it and whenever it ends.
 */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Dispatcher.name);
  private working: Promise<void> | undefined;
  private awake = false;
  private closing = false;
  private unfollow: () => void = () => undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly changes: ChangeLog,
    private readonly runner: Runner,
  ) {}

  onApplicationBootstrap(): void {
    this.unfollow = this.changes.onSequenced(() => this.wake());
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    this.unfollow();
    await this.working;
  }

  /** There may be changes to read. Returns at once. */
  wake(): void {
    this.awake = true;
    this.working ??= this.work();
  }

  private async work(): Promise<void> {
    while (this.awake && !this.closing) {
      this.awake = false;
      try {
        while (!this.closing && (await this.transactions.write(THE_SERVICE, (unit) => this.batch(unit))));
        await pause(GATHER, undefined, { ref: false });
      } catch (error) {
        this.log.error(error);
        await pause(PAUSE, undefined, { ref: false });
        this.awake = true;
      }
    }
    this.working = undefined;
  }

  /** @returns whether there may be more */
  private async batch(unit: Unit): Promise<boolean> {
    const read = await positionIn(unit);
    const changes = await this.changes.after(unit, read, BATCH);
    const last = changes.at(-1);
    if (!last) return false;
    await this.dispatch(unit, changes);
    await execute(unit.em, sql`UPDATE counter SET value = ${last.sequence} WHERE name = ${POSITION}`);
    unit.afterCommit(() => this.runner.wake(['event']));
    return changes.length === BATCH;
  }

  private async dispatch(unit: Unit, changes: readonly SequencedChange[]): Promise<void> {
    for (const each of await unit.em.find(Automation, { where: LISTENING, order: { id: 'ASC' } })) {
      const automation = eventOf(each.eventID)?.kind === 'M' ? await heldFast(unit, each) : each;
      if (automation) await this.listen(unit, automation, changes);
    }
  }

  private async listen(unit: Unit, automation: Automation, changes: readonly SequencedChange[]): Promise<void> {
    const definition = checkDefinition(automation, { now: unit.now, timeZone: this.settings.timeZone });
    if (definition.errors.length > 0 || definition.event.kind === 'D') return;
    const listener: Listener = { automation, definition };
    const occurrences = definition.event.kind === 'C' ? raised(listener, changes) : await entered(unit, listener, changes);
    await planEventRuns(unit, listener, occurrences);
  }
}

/** Who matches is noted by the condition as it now is: nobody may change that, and note them anew, meanwhile. */
async function heldFast({ em }: Unit, { id }: Automation): Promise<Automation | null> {
  await lock(em, automations, id);
  return em.findOneBy(Automation, { id, ...LISTENING });
}

const LISTENING = { statusID: AutomationStatus.Active, triggerID: Trigger.Event, deleted: false } as const;

/** The counter that says how far the changes have been read. */
const POSITION = 'dispatched';

/** Locks the position: of two dispatchers the second waits, and goes on where the first has ended. */
async function positionIn({ em }: Unit): Promise<number> {
  const ask = sql`SELECT value FROM counter WHERE name = ${POSITION}${new Sql(FOR_UPDATE)}`;
  const known = await numberOf(em, ask);
  if (known > 0) return known;
  await execute(em, sql`${new Sql(INSERT_IF_ABSENT)} counter (name, value) VALUES (${POSITION}, 0)`);
  return numberOf(em, ask);
}
