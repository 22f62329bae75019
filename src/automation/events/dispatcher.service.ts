import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { In, type EntityManager } from 'typeorm';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SYSTEM_CALLER } from '../../core/callers';
import { ChangeLog, type SequencedChange } from '../../core/changes';
import { Settings } from '../../core/config';
import { Transactions, type Transaction } from '../../core/database';
import { lockCounter, setCounter } from '../../core/database/counters';
import { OthersFirst } from '../../core/database/others-first';
import { lockAll } from '../../core/records';
import { AutomationStatus, Trigger } from '../../core/terms/numbers';
import { Automation } from '../automation.entity';
import { automations } from '../automation.records';
import { EVENTS } from '../catalogue/events';
import { checkDefinition } from '../definition/check-definition';
import type { CheckedDefinition } from '../definition/definition';
import { RunWorker } from '../running/run-worker.service';
import { canMatter } from './condition-inputs';
import { POSITION } from './dispatched';
import { findNewMatches, matchInputs } from './matches';
import { occurrencesOfEvent, type Listener } from './occurrence';
import { planEventRuns } from './plan-event-runs';

/** Changes per transaction. */
const BATCH = 500;
/** Pause between reads, in ms, so that changes are planned together: a run of many records costs little more than one of one. */
const GATHER_MS = 100;
/** Reading a rule takes longer than finding out that it is not concerned. */
const KEPT_DEFINITIONS = 2000;
/** Wait after an error before the next attempt, in ms. */
const RETRY_DELAY_MS = 1000;

/**
 * Reads the changes in order and plans the runs that they trigger. Its position is stored in the same transaction as the
 * plans, so no change is processed twice or skipped, whichever process does it and whenever it stops.
 */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Dispatcher.name);
  /** By id and version of the automation. */
  private readonly definitions = new LRUCache<string, CheckedDefinition>({ max: KEPT_DEFINITIONS });
  private working: Promise<void> | undefined;
  private hasWork = false;
  private closing = false;
  private readonly others: OthersFirst;
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly changes: ChangeLog,
    private readonly runner: RunWorker,
  ) {
    this.others = new OthersFirst(transactions, 2 * GATHER_MS, (view) => changes.stateOf(view, POSITION));
  }

  onApplicationBootstrap(): void {
    if (!this.settings.roles.includes('worker')) return;
    this.unsubscribe = this.changes.onSequenced(() => this.wake());
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    this.unsubscribe();
    await this.working;
  }

  /** Starts processing changes, if it is not running. Returns immediately. */
  wake(): void {
    this.hasWork = true;
    this.working ??= this.work();
  }

  private async work(): Promise<void> {
    while (this.hasWork && !this.closing) {
      this.hasWork = false;
      try {
        while (!this.closing && (await this.dispatchBatch()));
        await pause(GATHER_MS, undefined, { ref: false });
      } catch (error) {
        this.log.error(error);
        await pause(RETRY_DELAY_MS, undefined, { ref: false });
        this.hasWork = true;
      }
    }
    this.working = undefined;
  }

  /** @returns whether there may be more */
  private async dispatchBatch(): Promise<boolean> {
    return (await this.others.done()) === undefined && this.transactions.write(SYSTEM_CALLER, (transaction) => this.batch(transaction));
  }

  private async batch(transaction: Transaction): Promise<boolean> {
    const read = await lockCounter(transaction.em, POSITION);
    const changes = await this.changes.after(transaction, read, BATCH);
    const last = changes.at(-1);
    if (!last) return false;
    await this.dispatch(transaction, changes);
    await setCounter(transaction.em, POSITION, last.sequence);
    transaction.afterCommit(() => this.others.moved(last.sequence));
    transaction.afterCommit(() => this.runner.wake(['event']));
    return changes.length === BATCH;
  }

  private async dispatch(transaction: Transaction, changes: readonly SequencedChange[]): Promise<void> {
    for (const each of await listening(transaction, changes)) {
      const listener = this.listenerOf(transaction, each);
      if (listener?.definition.event.kind === 'M') await this.planMatches(transaction, listener, changes);
      else if (listener?.definition.event.kind === 'C') await planEventRuns(transaction, listener, occurrencesOfEvent(listener, changes));
    }
  }

  /** Of a rule that waits for a match, changes of anything that its condition does not depend on cost nothing. */
  private async planMatches(transaction: Transaction, listener: Listener, changes: readonly SequencedChange[]): Promise<void> {
    const inputs = matchInputs(transaction.types, listener);
    if (!changes.some((change) => canMatter(inputs, change))) return;
    await planEventRuns(transaction, listener, await findNewMatches(transaction, listener, changes));
  }

  /** @returns undefined if the rule has become invalid */
  private listenerOf({ types, now }: Transaction, automation: Automation): Listener | undefined {
    const key = `${automation.id}/${automation.version}`;
    const known = this.definitions.get(key);
    const definition = known ?? checkDefinition(automation, { types, now, timeZone: this.settings.timeZone });
    if (!known) this.definitions.set(key, definition);
    return definition.errors.length > 0 ? undefined : { automation, definition };
  }
}

const MATCH_EVENTS = EVENTS.filter(({ kind }) => kind === 'M').map(({ id }) => id);

/** The active automations that wait for one of the events of the changes, or for a match. */
async function listening({ em }: Transaction, changes: readonly SequencedChange[]): Promise<Automation[]> {
  await lockMatching(em);
  const events = new Set([...changes.flatMap((change) => change.events), ...MATCH_EVENTS]);
  return em.find(Automation, { where: { ...LISTENING, eventID: In([...events]) }, order: { id: 'ASC' } });
}

/**
 * Locks the automations that wait for a match, so that their conditions cannot change, and their matches be stored again, while changes are
 * held against them. An edit that is not committed yet is waited for: its condition may be the one that a change concerns.
 */
async function lockMatching(em: EntityManager): Promise<void> {
  const waiting = await em.find(Automation, { select: { id: true }, where: { ...LISTENING, eventID: In(MATCH_EVENTS) } });
  if (waiting.length > 0)
    await lockAll(
      em,
      automations,
      waiting.map(({ id }) => id),
    );
}

const LISTENING = { statusID: AutomationStatus.Active, triggerID: Trigger.Event, deleted: false } as const;
