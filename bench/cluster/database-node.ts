import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';

const START_TIMEOUT_MS = 120_000;

/** A database server of a cluster on this machine. Its state is in its folder, so that any process can stop it and start it again. */
export abstract class DatabaseNode {
  private launched = 0;

  /** @param folder a path that is absolute @param port the first of its ports @param peers the first ports of all nodes */
  constructor(
    protected readonly folder: string,
    readonly port: number,
    protected readonly peers: readonly number[],
  ) {}

  /** Makes an empty database server. */
  abstract create(): Promise<void>;

  /** Starts it and waits until it has all that the others have. @param isFirst nothing is running yet: it begins the cluster */
  abstract start(isFirst?: boolean): Promise<void>;

  /** Cuts it off from the other nodes. */
  abstract isolate(): Promise<void>;

  /** Ends the isolation and waits until it has what it has missed. */
  abstract rejoin(): Promise<void>;

  /** Is it a member that has all that the others have? */
  abstract isMember(): Promise<boolean>;

  /** Could a process work at it? */
  abstract takesWrites(): Promise<boolean>;

  /** Makes what a session reads follow what any node has acknowledged before. */
  protected abstract readonly seeAll: string;

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** The id of its process; undefined when there is none. */
  get processID(): number | undefined {
    // it writes its id some time after it has been launched
    const written = existsSync(this.pidFile) ? Number(readFileSync(this.pidFile, 'utf8')) : 0;
    return [written, this.launched].find((id) => id > 0 && isRunning(id));
  }

  /** As in a power failure. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** Sees what any node has acknowledged before, for which it waits. */
  async query<T = RowDataPacket>(statement: string, database?: string): Promise<T[]> {
    const connection = await this.connect(database);
    try {
      await connection.query(this.seeAll);
      const [rows] = await this.onceCaughtUp(() => connection.query<RowDataPacket[]>(statement));
      return rows as T[];
    } finally {
      connection.destroy();
    }
  }

  /** Holds what a query locks on this node, which no other node knows of. @returns what releases it */
  async hold(query: string, database: string): Promise<() => Promise<void>> {
    const connection = await this.connect(database);
    await connection.query(this.seeAll);
    await connection.beginTransaction();
    await connection.query(query);
    return async () => {
      // the commit of another node may have ended it
      await connection.rollback().catch(() => undefined);
      connection.destroy();
    };
  }

  /** How many transactions are waiting for a row. */
  async waitingForRows(): Promise<number> {
    const [row] = await this.query<{ amount: number }>(
      "SELECT COUNT(*) AS amount FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'",
    );
    return row?.amount ?? 0;
  }

  /** Waits until it has all that the others have. */
  async joined(): Promise<void> {
    await this.until(() => this.isMember(), 'did not join the others');
  }

  protected get data(): string {
    return join(this.folder, 'data');
  }

  protected get pidFile(): string {
    return join(this.folder, 'pid');
  }

  protected connect(database?: string): Promise<Connection> {
    return createConnection({ host: '127.0.0.1', port: this.port, user: 'root', database, connectTimeout: 2000 });
  }

  /** @returns rejects when it exits */
  protected launch(program: string, options: readonly string[]): Promise<never> {
    const log = openSync(join(this.folder, 'log'), 'a');
    // the signals of a terminal are for the program that stops the nodes one by one
    const child = spawn(program, options, { detached: true, stdio: ['ignore', log, log] });
    closeSync(log);
    child.unref();
    this.launched = child.pid ?? 0;
    const failed = new Promise<never>((_, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`The node exited with code ${code}:\n${this.lastLines()}`)));
    });
    failed.catch(() => undefined);
    return failed;
  }

  protected async until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
    for (const end = Date.now() + START_TIMEOUT_MS; !(await isSo()); await pause(100))
      if (Date.now() > end) throw new Error(`The node ${otherwise}:\n${this.lastLines()}`);
  }

  protected signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void {
    const id = this.processID;
    if (id !== undefined) process.kill(id, signal);
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const id = this.processID;
    if (id === undefined) return;
    this.signal(signal);
    while (isRunning(id)) await pause(50);
    // another process may get the same id
    rmSync(this.pidFile, { force: true });
  }

  /** A node refuses what must see all that is acknowledged when it has not caught up after some seconds. */
  private async onceCaughtUp<T>(query: () => Promise<T>): Promise<T> {
    for (const end = Date.now() + START_TIMEOUT_MS; ;)
      try {
        return await query();
      } catch (error) {
        if ((error as { code?: string }).code !== 'ER_LOCK_WAIT_TIMEOUT' || Date.now() > end) throw error;
      }
  }

  private lastLines(): string {
    return readFileSync(join(this.folder, 'log'), 'utf8').split('\n').slice(-30).join('\n');
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

export function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
