import { Injectable, Logger } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import type { Caller } from '../callers';
import type { RecordTypes } from '../fields/record-types';
import { Metrics, type CounterDeclaration } from '../metrics';
import { Clock } from '../time/clock';
import { inSpan } from '../tracing';
import { CurrentTransaction } from './current-transaction';
import type { RecordDataSource } from './data-source';
import { isConflict, isTransient, translateError } from './errors';
import { DatabaseTransaction } from './database-transaction';
import { writeHeldRows } from './held-rows';
import { QueryTimeout, Unavailable } from '../problems';
import type { Replica } from './replica';
import { SerialQueues } from './serial-queue';
import { Signals } from './signals';
import { Storage } from './storage';

/** The context of a read: the entity manager, the caller, and the time at which it started. */
export interface View {
  readonly em: EntityManager;
  readonly caller: Caller;
  readonly now: Date;
  /** The record types of the application. */
  readonly types: RecordTypes;
}

/** The context of a write: everything in it is committed or rolled back together. */
export interface Transaction extends View {
  /** Runs after the commit, outside the transaction; never after a rollback. Errors are logged. */
  afterCommit(effect: Effect): void;
  /** Notifies the listeners of this application after the commit. */
  signalAfterCommit(signal: string): void;
  /** Counts in the metrics of this application what has happened, once it is committed. */
  countAfterCommit<L extends string>(counter: CounterDeclaration<L>, labels: Readonly<Record<L, string>>, by?: number): void;
}

type Effect = () => void | Promise<void>;

interface OpenTransaction extends Transaction {
  open: boolean;
  readonly effects: Effect[];
}

const ATTEMPTS = 5;
/** Of many transactions that change one row, each loses many times to others, which end. */
const CONFLICTS_MS = 20_000;
const LONGEST_PAUSE_MS = 250;
/** A server that keeps whoever tries waiting is not tried again: callers learn within five seconds that they have to wait. */
const UNREACHABLE_MS = 2000;

/** Thrown to roll back a rehearsal. */
class RehearsalRollback extends Error {
  constructor(readonly result: unknown) {
    super('Rolled back after a rehearsal.');
  }
}

/** The only access to the database. */
@Injectable()
export class Transactions {
  /** Sent after commits. */
  readonly signals = new Signals();
  /** Whether anything can be stored. */
  readonly storage: Storage;
  private readonly current = new CurrentTransaction<OpenTransaction>();
  private readonly turns = new SerialQueues();
  private readonly log = new Logger(Transactions.name);
  private readonly isEmbedded: boolean;
  private readonly spanAttributes: { readonly 'db.system.name': string };

  /** @param reader sees committed data only; on the embedded database a separate read-only connection */
  constructor(
    private readonly store: RecordDataSource,
    private readonly reader: DataSource,
    private readonly clock: Clock,
    private readonly metrics = new Metrics(),
    private readonly replica?: Replica,
  ) {
    this.storage = new Storage(clock);
    store.hosts?.onMove(() => this.storage.forget());
    this.isEmbedded = store.options.type === 'better-sqlite3';
    this.spanAttributes = { 'db.system.name': this.isEmbedded ? 'sqlite' : store.options.type };
  }

  /** Do transactions of other processes, at other nodes, conflict with those of this one instead of waiting? */
  get isOnCluster(): boolean {
    return this.store.isOnCluster;
  }

  /** The record types of the application. */
  get types(): RecordTypes {
    return this.store.types;
  }

  /**
   * Runs work in a transaction. A nested call joins the outer transaction, with its caller and time. On the embedded
   * database transactions take turns; on a server they run concurrently. After temporary errors (deadlock, lost connection, another
   * process that writes) they are retried, so work may run several times.
   * @throws Problem for errors of the database
   */
  async write<T>(caller: Caller, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const outer = this.current.get();
    if (outer) return work(ensureOpen(outer));
    return this.withRetries(() => this.storage.write(() => this.traced(caller, work)));
  }

  /**
   * The same for work that changes one record. On a cluster, those that change the same one take turns in this process, so that only one of
   * them conflicts with those at other nodes.
   */
  writeRecord<T>(caller: Caller, record: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const write = () => this.write(caller, work);
    return this.isOnCluster && !this.current.get() ? this.turns.run(record, write) : write();
  }

  /**
   * Runs work and rolls it back, to find out what it would result in; effects after the commit never run.
   * @throws Error within a transaction, which would be rolled back as well
   */
  async rehearse<T>(caller: Caller, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (this.current.get()?.open) throw new Error('A rehearsal cannot run within a transaction, which would be rolled back with it.');
    try {
      return await this.write(caller, async (transaction) => {
        throw new RehearsalRollback(await work(transaction));
      });
    } catch (error) {
      if (error instanceof RehearsalRollback) return error.result as T;
      throw error;
    }
  }

  /** Reads committed data; within a transaction, its own changes as well. */
  async read<T>(caller: Caller, work: (view: View) => Promise<T>): Promise<T> {
    const transaction = this.current.get();
    if (transaction?.open) return work(transaction);
    // a database in memory has a single connection, which would show the changes of an open transaction
    if (this.isEmbedded && this.reader === this.store) return this.write(caller, work);
    try {
      // each statement uses a pooled connection: a read that held one while waiting for another could deadlock the pool
      return await work({ em: this.reader.manager, caller, now: this.clock.now(), types: this.types });
    } catch (error) {
      this.storage.note(error);
      throw translateError(error);
    }
  }

  /**
   * The same for lists, searches and exports: from a replica if there is one that is close enough, and has what the caller has written.
   * @throws InvalidRequest if that is said in another way than by a token
   */
  async readFromReplica<T>(caller: Caller, work: (view: View) => Promise<T>): Promise<T> {
    const em = this.current.get()?.open ? undefined : this.replica?.managerFor(caller.consistencyToken);
    if (!em) return this.read(caller, work);
    try {
      return await work({ em, caller, now: this.clock.now(), types: this.types });
    } catch (error) {
      const problem = translateError(error);
      if (!(problem instanceof Unavailable) || problem instanceof QueryTimeout) throw problem;
      this.replica?.fail();
      return this.read(caller, work);
    }
  }

  /** Transactions that belong to no trace are mostly those that look for work. */
  private traced<T>(caller: Caller, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { traceparent } = caller;
    if (traceparent === undefined) return this.attempt(caller, work);
    return inSpan({ name: 'transaction', traceparent, attributes: this.spanAttributes }, () => this.attempt(caller, work));
  }

  private async attempt<T>(caller: Caller, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const databaseTransaction = await DatabaseTransaction.begin(this.store);
    const transaction = this.openTransaction(databaseTransaction.em, caller);
    const result = await this.current.run(transaction, () => this.runAndCommit(databaseTransaction, transaction, work));
    transaction.effects.forEach((effect) => void this.runEffect(effect));
    return result;
  }

  private async runAndCommit<T>(
    databaseTransaction: DatabaseTransaction,
    transaction: OpenTransaction,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    try {
      const result = await work(transaction);
      if (this.isOnCluster) await writeHeldRows(transaction.em);
      transaction.open = false;
      await databaseTransaction.commit();
      return result;
    } catch (error) {
      transaction.open = false;
      await databaseTransaction.rollback(error);
      throw error;
    }
  }

  private openTransaction(em: EntityManager, caller: Caller): OpenTransaction {
    const effects: Effect[] = [];
    return {
      em,
      caller,
      now: this.clock.now(),
      types: this.types,
      open: true,
      effects,
      afterCommit: (effect) => void effects.push(effect),
      signalAfterCommit: (signal) => void effects.push(() => this.signals.send(signal)),
      countAfterCommit: (counter, labels, by) => void effects.push(() => this.metrics.count(counter, labels, by)),
    };
  }

  /** The work is committed, so a failing effect must not fail it. */
  private async runEffect(effect: Effect): Promise<void> {
    try {
      await effect();
    } catch (error) {
      this.log.error(error);
    }
  }

  private async withRetries<T>(attempt: () => Promise<T>): Promise<T> {
    const begin = performance.now();
    for (let tried = 1; ; tried++) {
      try {
        return await attempt();
      } catch (error) {
        const passed = performance.now() - begin;
        const isHopeful = isConflict(error) ? passed < CONFLICTS_MS : tried < ATTEMPTS && isTransient(error) && passed < UNREACHABLE_MS;
        if (!isHopeful) throw translateError(error);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(20 * 2 ** tried, LONGEST_PAUSE_MS)));
      }
    }
  }
}

function ensureOpen(transaction: OpenTransaction): OpenTransaction {
  if (!transaction.open) throw new Error('This transaction has ended: everything started in it must be awaited.');
  return transaction;
}
