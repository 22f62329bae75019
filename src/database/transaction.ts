import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { connectionOf, isFile, type Connection } from './connection';
import { CommitUnknown, isLost } from './errors';

/**
 * A transaction on a connection of its own. From the moment it is to end nothing more gets to the database through its
 * manager: a statement that nobody waited for is refused rather than done outside of the transaction.
 */
export class Transaction {
  private constructor(
    private readonly runner: QueryRunner,
    private readonly connection: Connection,
  ) {}

  static async begin(store: DataSource): Promise<Transaction> {
    const runner = ownRunner(store);
    const transaction = new Transaction(runner, await connectionOf(runner));
    try {
      await runner.startTransaction();
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
    return transaction;
  }

  get em(): EntityManager {
    return this.runner.manager;
  }

  /** @throws CommitUnknown when the connection goes meanwhile; any other error means that nothing was committed: roll back */
  async commit(): Promise<void> {
    this.close();
    try {
      await command(this.connection, 'COMMIT');
    } catch (error) {
      throw isLost(error) ? new CommitUnknown(error) : error;
    }
    await this.runner.release();
  }

  /** Never fails: a connection that cannot roll back is given up, and the transaction with it. */
  async rollback(): Promise<void> {
    this.close();
    try {
      await command(this.connection, 'ROLLBACK');
      await this.runner.release();
    } catch {
      if (!isFile(this.connection)) this.connection.destroy();
    }
  }

  private close(): void {
    Object.assign(this.runner, { isReleased: true });
  }
}

/** TypeORM shares one runner among all work on the embedded database; a transaction needs to know its own state alone. */
function ownRunner(store: DataSource): QueryRunner {
  const runner = store.createQueryRunner();
  if (store.options.type === 'better-sqlite3') Object.assign(store.driver, { queryRunner: undefined });
  return runner;
}

async function command(connection: Connection, statement: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  if (!isFile(connection)) {
    await connection.promise().query(statement);
    return;
  }
  // after some errors SQLite has rolled back of its own accord
  if (statement === 'COMMIT' || connection.inTransaction) connection.exec(statement);
}
