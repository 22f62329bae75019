import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { Caller } from '../callers';
import { Clock } from '../time/clock';
import { CommitUnknown, isTransient, translated } from './errors';
import { Turns } from './turns';

/** What a read works with: the store, who asks, and the time at which the asking began. */
export interface View {
  readonly em: EntityManager;
  readonly caller: Caller;
  readonly now: Date;
}

/** A piece of work that is done whole or not at all. */
export interface Unit extends View {
  /** Runs once the work has been committed, outside of it; never when it was rolled back. */
  afterCommit(effect: () => void): void;
}

interface OpenUnit extends Unit {
  open: boolean;
  readonly effects: (() => void)[];
}

const ATTEMPTS = 5;

/** The only door to the store. */
@Injectable()
export class Transactions {
  private readonly current = new AsyncLocalStorage<OpenUnit>();
  private readonly turns = new Turns();

  /** @param reader sees committed data only; on the embedded database a connection of its own, which cannot write */
  constructor(
    private readonly store: DataSource,
    private readonly reader: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * One unit of work: all or nothing. A call within one joins it. On the embedded database units take turns; on a
   * server they run at once, and one that the server refuses for the moment (deadlock, lost connection) is done again.
   * @throws Problem what the database's own errors mean to a caller
   */
  async write<T>(caller: Caller, work: (unit: Unit) => Promise<T>): Promise<T> {
    const outer = this.current.getStore();
    if (outer?.open) return work(outer);
    if (outer) throw new Error('This unit of work has ended: everything started in it must be awaited.');
    const attempt = () => this.attempt(caller, work);
    return this.isEmbedded ? this.turns.take(() => this.retried(attempt)) : this.retried(attempt);
  }

  /** Committed data; within a unit of work, what that unit wrote as well. */
  async read<T>(caller: Caller, work: (view: View) => Promise<T>): Promise<T> {
    const unit = this.current.getStore();
    if (unit?.open) return work(unit);
    const runner = this.reader.createQueryRunner();
    try {
      return await work({ em: runner.manager, caller, now: this.clock.now() });
    } catch (error) {
      throw translated(error);
    } finally {
      await runner.release();
    }
  }

  private get isEmbedded(): boolean {
    return this.store.options.type === 'better-sqlite3';
  }

  private async attempt<T>(caller: Caller, work: (unit: Unit) => Promise<T>): Promise<T> {
    const runner = this.store.createQueryRunner();
    const unit = this.unit(runner, caller);
    try {
      await runner.startTransaction();
      const result = await this.current.run(unit, () => work(unit));
      unit.open = false;
      await commit(runner);
      this.current.exit(() => unit.effects.forEach((effect) => effect()));
      return result;
    } catch (error) {
      unit.open = false;
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  private unit(runner: QueryRunner, caller: Caller): OpenUnit {
    const effects: (() => void)[] = [];
    return { em: runner.manager, caller, now: this.clock.now(), open: true, effects, afterCommit: (effect) => void effects.push(effect) };
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

/** When the connection goes at the commit itself, nobody knows whether it happened: never done again by itself. */
async function commit(runner: QueryRunner): Promise<void> {
  try {
    await runner.commitTransaction();
  } catch (error) {
    throw new CommitUnknown(error);
  }
}
