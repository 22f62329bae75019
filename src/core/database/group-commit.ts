import { setImmediate as turnOfEventLoop, setTimeout as pause } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { SerialQueue } from './serial-queue';

/** The first transaction of a group waits for the last one, so their number is limited, and the time in which they join. */
const MOST_MEMBERS = 32;
const MOST_MS = 20;
/** How long a transaction waits for another process that writes, such as a command, and the pause before it tries again. */
const PATIENCE_MS = 4000;
const PAUSE_MS = 5;

const ofFiles = new Map<string, GroupCommit>();
const inMemory = new WeakMap<Database, GroupCommit>();

/**
 * Transactions of the embedded database take turns, and those that follow each other at once are committed together: each is a savepoint
 * in one transaction of SQLite, whose commit writes each page once and flushes the disk once. None has succeeded before.
 */
export class GroupCommit {
  private readonly queue = new SerialQueue();
  private group: Group | undefined;

  /** Connections of this process to the same file take turns, too: one that waited for another would keep it from going on. */
  static of(database: Database): GroupCommit {
    const known = (database.memory ? inMemory.get(database) : ofFiles.get(database.name)) ?? new GroupCommit();
    if (database.memory) inMemory.set(database, known);
    else ofFiles.set(database.name, known);
    return known;
  }

  /**
   * Waits for its turn, which lasts until it commits or rolls back.
   * @throws Error of the driver, with the code SQLITE_BUSY if another process has written all the time
   */
  begin(database: Database): Promise<Member> {
    const latest = performance.now() + PATIENCE_MS;
    return new Promise((resolve, reject) => {
      this.queue
        .run(async () => {
          const member = new Member(await this.openGroup(database, latest));
          resolve(member);
          return member.ended;
        })
        .catch(reject);
    });
  }

  private async openGroup(database: Database, latest: number): Promise<Group> {
    if (this.group && !this.group.takes(database)) this.group.commit();
    if (this.group?.isOpen) return this.group;
    await beginToWrite(database, latest);
    const group = new Group(database);
    void this.commitLater(group);
    return (this.group = group);
  }

  /** After all transactions that are queued by the end of this turn of the event loop. */
  private async commitLater(group: Group): Promise<void> {
    await turnOfEventLoop();
    await this.queue.run(() => Promise.resolve(group.commit()));
  }
}

/**
 * Begins a transaction and takes the write lock: one that has read before it writes fails at once if another process writes meanwhile.
 * SQLite would wait for the lock within a call, which blocks the event loop.
 * @param latest when it is tried for the last time, in the milliseconds of `performance.now()`
 */
async function beginToWrite(database: Database, latest: number): Promise<void> {
  while (!hasBegun(database, performance.now() >= latest)) await pause(PAUSE_MS);
}

function hasBegun(database: Database, isLast: boolean): boolean {
  const patience = Number(database.pragma('busy_timeout', { simple: true }));
  database.pragma('busy_timeout = 0');
  try {
    database.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (isLast || !isBusy(error)) throw error;
    return false;
  } finally {
    database.pragma(`busy_timeout = ${patience}`);
  }
}

const isBusy = (error: unknown): boolean => /^SQLITE_BUSY/.test(String((error as { code?: unknown }).code));

/** Transactions that are committed together, as one of SQLite that has begun already. */
class Group {
  isOpen = true;
  private members = 0;
  private readonly began = performance.now();
  private readonly outcome = withResolvers<void>();

  constructor(readonly database: Database) {
    // nobody waits for the outcome if all members have failed
    this.outcome.promise.catch(() => undefined);
  }

  /** Can another transaction on this connection join? */
  takes(database: Database): boolean {
    return database === this.database && this.members < MOST_MEMBERS && performance.now() - this.began < MOST_MS;
  }

  /** @throws whatever has kept the group from being committed */
  get committed(): Promise<void> {
    return this.outcome.promise;
  }

  join(): void {
    this.members += 1;
  }

  commit(): void {
    if (!this.isOpen) return;
    try {
      this.database.exec('COMMIT');
      this.isOpen = false;
      this.outcome.resolve();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Nothing of any member is stored. */
  fail(error: unknown): void {
    this.isOpen = false;
    this.outcome.reject(error);
    try {
      // after some errors SQLite has already rolled back
      if (this.database.inTransaction) this.database.exec('ROLLBACK');
    } catch {
      // the next one cannot begin
    }
  }
}

/** One transaction of a group. */
export class Member {
  private readonly turn = withResolvers<void>();
  private hasEnded = false;

  constructor(private readonly group: Group) {
    group.database.exec('SAVEPOINT member');
    group.join();
  }

  /** When it is the turn of the next one. */
  get ended(): Promise<void> {
    return this.turn.promise;
  }

  /** @throws whatever has kept the group from being committed */
  async commit(): Promise<void> {
    this.group.database.exec('RELEASE member');
    this.end();
    await this.group.committed;
  }

  /**
   * Leaves the others of the group as they are, unless SQLite has rolled them back, too.
   * @returns when they have been committed, or not: the reason for which this one failed may lie with them
   */
  async rollback(reason: unknown): Promise<void> {
    if (this.hasEnded) return;
    try {
      this.group.database.exec('ROLLBACK TO member');
      this.group.database.exec('RELEASE member');
    } catch {
      this.group.fail(reason);
    }
    this.end();
    await this.group.committed.catch(() => undefined);
  }

  private end(): void {
    this.hasEnded = true;
    this.turn.resolve();
  }
}

interface Resolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** As `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<T>(): Resolvers<T> {
  let [resolve, reject]: [(value: T) => void, (error: unknown) => void] = [() => undefined, () => undefined];
  const promise = new Promise<T>((...functions) => ([resolve, reject] = functions));
  return { promise, resolve, reject };
}
