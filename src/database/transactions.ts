import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import type { Caller } from '../callers';
import { Clock } from '../time/clock';
import { isTransient, translated } from './errors';
import { Transaction } from './transaction';
import { Turns } from './turns';

/** What a read works with: the store, who asks, and the time at which the asking began. */
export interface View {
  readonly em: EntityManager;
  readonly caller: Caller;
  readonly now: Date;
}

/** A piece of work that is done whole or not at all. */
export interface Unit extends View {
  /** Runs once the work has been committed, outside of it; never when it was rolled back. What it throws is logged. */
  afterCommit(effect: Effect): void;
}

type Effect = () => void | Promise<void>;

interface OpenUnit extends Unit {
  open: boolean;
  readonly effects: Effect[];
}

const ATTEMPTS = 5;

/** Ends a rehearsal. */
class TakenBack extends Error {
  constructor(readonly result: unknown) {
    super('The work was a rehearsal.');
  }
}

/** The only door to the store. */
@Injectable()
export class Transactions {
  private readonly current = new AsyncLocalStorage<OpenUnit>();
  private readonly turns = new Turns();
  private readonly log = new Logger(Transactions.name);
  private readonly isEmbedded: boolean;

  /** @param reader sees committed data only; on the embedded database a connection of its own, which cannot write */
  constructor(
    private readonly store: DataSource,
    private readonly reader: DataSource,
    private readonly clock: Clock,
  ) {
    this.isEmbedded = store.options.type === 'better-sqlite3';
  }

  /**
   * One unit of work: all or nothing. A call within one joins it, with its caller and time. On the embedded database
   * units take turns; on a server they run at once, and one that the server refuses for the moment (deadlock, lost
   * connection) is done again.
   * @throws Problem what the database's own errors mean to a caller
   */
  async write<T>(caller: Caller, work: (unit: Unit) => Promise<T>): Promise<T> {
    const outer = this.current.getStore();
    if (outer) return work(stillOpen(outer));
    const attempt = () => this.attempt(caller, work);
    return this.isEmbedded ? this.turns.take(() => this.retried(attempt)) : this.retried(attempt);
  }

  /**
   * Does the work and takes all of it back, for those who ask what it would come to; what waits for a commit never happens.
   * @throws Error within a unit of work, which would be taken back as well
   */
  async rehearse<T>(caller: Caller, work: (unit: Unit) => Promise<T>): Promise<T> {
    if (this.current.getStore()?.open) throw new Error('A unit of work cannot hold a rehearsal: it would be taken back with it.');
    try {
      return await this.write(caller, async (unit) => {
        throw new TakenBack(await work(unit));
      });
    } catch (error) {
      if (error instanceof TakenBack) return error.result as T;
      throw error;
    }
  }

  /** Committed data; within a unit of work, what that unit wrote as well. */
  async read<T>(caller: Caller, work: (view: View) => Promise<T>): Promise<T> {
    const unit = this.current.getStore();
    if (unit?.open) return work(unit);
    // a database in memory has one connection only, on which a unit that is open would be seen
    if (this.isEmbedded && this.reader === this.store) return this.write(caller, work);
    try {
      // each statement takes a connection and gives it back: a read that holds one while it asks for another could starve
      return await work({ em: this.reader.manager, caller, now: this.clock.now() });
    } catch (error) {
      throw translated(error);
    }
  }

  private async attempt<T>(caller: Caller, work: (unit: Unit) => Promise<T>): Promise<T> {
    const transaction = await Transaction.begin(this.store);
    const unit = this.unit(transaction.em, caller);
    const result = await this.whole(transaction, unit, () => work(unit));
    this.current.exit(() => unit.effects.forEach((effect) => void this.done(effect)));
    return result;
  }

  /** Does the work and commits it, or leaves nothing of it. */
  private async whole<T>(transaction: Transaction, unit: OpenUnit, work: () => Promise<T>): Promise<T> {
    try {
      const result = await this.current.run(unit, work);
      unit.open = false;
      await transaction.commit();
      return result;
    } catch (error) {
      unit.open = false;
      await transaction.rollback();
      throw error;
    }
  }

  private unit(em: EntityManager, caller: Caller): OpenUnit {
    const effects: Effect[] = [];
    return { em, caller, now: this.clock.now(), open: true, effects, afterCommit: (effect) => void effects.push(effect) };
  }

  /** The work is committed: an effect that fails can neither undo it nor make it fail. */
  private async done(effect: Effect): Promise<void> {
    try {
      await effect();
    } catch (error) {
      this.log.error(error);
    }
  }

  private async retried<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await attempt();
      } catch (error) {
        if (tried === ATTEMPTS || !isTransient(error)) throw translated(error);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** tried));
      }
    }
  }
}

function stillOpen(unit: OpenUnit): OpenUnit {
  if (!unit.open) throw new Error('This unit of work has ended: everything started in it must be awaited.');
  return unit;
}
