import type { PoolConnection } from 'mysql2';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { Sql } from '../sql';
import { connectionOf, isFile, type Connection } from './connection';
import { CommitUnknown, leavesCommitOpen } from './errors';
import { GroupCommit, type Member } from './group-commit';
import { executeWaiting } from './rows';
import { send } from './sending';
import { takeWaiting } from './waiting';

/** Connections of a server without autocommit: their next statement begins a transaction, which saves a round trip. */
const WITHOUT_AUTOCOMMIT = new WeakSet<PoolConnection>();

/**
 * A database transaction on its own connection; those of the embedded database share one and take turns. Once it is ending, its manager
 * rejects statements: one that was not awaited must not run outside the transaction.
 */
export class DatabaseTransaction {
  private member: Member | undefined;

  private constructor(
    private readonly runner: QueryRunner,
    private readonly connection: Connection,
  ) {}

  /** @param store its connections to a server are used for transactions only */
  static async begin(store: DataSource): Promise<DatabaseTransaction> {
    const runner = ownRunner(store);
    const transaction = new DatabaseTransaction(runner, await connectionOf(runner));
    try {
      await transaction.begin();
    } catch (error) {
      await transaction.rollback(error);
      throw error;
    }
    return transaction;
  }

  get em(): EntityManager {
    return this.runner.manager;
  }

  /** @throws CommitUnknown if the connection or its node is lost meanwhile; after any other error nothing was committed: roll back */
  async commit(): Promise<void> {
    this.close();
    try {
      await (isFile(this.connection) ? this.member?.commit() : command(this.connection, 'COMMIT'));
    } catch (error) {
      throw leavesCommitOpen(error) ? new CommitUnknown(error) : error;
    }
    await this.runner.release();
  }

  /** Never fails: a connection that cannot roll back is destroyed, which ends the transaction. @param reason for which it failed */
  async rollback(reason: unknown): Promise<void> {
    this.close();
    if (isFile(this.connection)) return this.member?.rollback(reason);
    takeWaiting(this.connection);
    try {
      await command(this.connection, 'ROLLBACK');
      await this.runner.release();
    } catch {
      this.connection.destroy();
    }
  }

  private async begin(): Promise<void> {
    if (isFile(this.connection)) this.member = await GroupCommit.of(this.connection).begin(this.connection);
    else if (!WITHOUT_AUTOCOMMIT.has(this.connection)) {
      await command(this.connection, 'SET autocommit = 0');
      WITHOUT_AUTOCOMMIT.add(this.connection);
    }
    Object.assign(this.runner, { isTransactionActive: true });
    if (!isFile(this.connection)) this.sendWaitingFirst();
  }

  /** Statements of TypeORM come after those that wait, too. */
  private sendWaitingFirst(): void {
    const query = this.runner.query.bind(this.runner);
    const inOrder = async (...args: Parameters<typeof query>): Promise<unknown> => {
      await executeWaiting(this.em);
      return query(...args);
    };
    Object.assign(this.runner, { query: inOrder });
  }

  private close(): void {
    Object.assign(this.runner, { isReleased: true });
  }
}

/** TypeORM shares one runner for the embedded database; a transaction needs its own state. */
function ownRunner(store: DataSource): QueryRunner {
  const runner = store.createQueryRunner();
  if (store.options.type === 'better-sqlite3') Object.assign(store.driver, { queryRunner: undefined });
  return runner;
}

async function command(connection: PoolConnection, statement: 'COMMIT' | 'ROLLBACK' | 'SET autocommit = 0'): Promise<void> {
  await send(connection, new Sql(statement));
}
