import { execFile, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';

/** Where Debian's package galera-4 has it. */
export const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
/** Of each node: of the database, of the group, of incremental and of complete transfers of state. */
export const PORTS_PER_NODE = 4;
const START_TIMEOUT_MS = 120_000;
const execute = promisify(execFile);

/** As for all nodes of a cluster. One that has been lost is given up within two seconds, and a read waits for three at most. */
const PROVIDER_OPTIONS = 'evs.keepalive_period=PT0.5S;evs.suspect_timeout=PT2S;evs.inactive_timeout=PT4S;repl.causal_read_timeout=PT3S';
const SERVER_OPTIONS = [
  '--innodb-log-file-size=32M',
  '--innodb-buffer-pool-size=128M',
  // a commit is on all nodes: one of them need not wait for its disk
  '--innodb-flush-log-at-trx-commit=2',
  '--binlog-format=ROW',
  '--innodb-autoinc-lock-mode=2',
  '--character-set-server=utf8mb4',
  '--skip-name-resolve',
  '--max-connections=300',
];

/** A node of a Galera cluster on this machine. Its state is in its folder, so that any process can stop a node and start it again. */
export class GaleraNode {
  /** @param folder a path that is absolute @param port the first of its ports @param peers the first ports of all nodes */
  constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly peers: readonly number[],
  ) {}

  /** Without a database. */
  get url(): string {
    return `mariadb://root@127.0.0.1:${this.port}`;
  }

  /** The id of its process; undefined when there is none. */
  get processID(): number | undefined {
    const pidFile = join(this.folder, 'pid');
    const id = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
    return id > 0 && isRunning(id) ? id : undefined;
  }

  /** Makes an empty database server. */
  async create(): Promise<void> {
    mkdirSync(this.folder);
    if (process.getuid?.() === 0) await execute('chown', ['mysql', this.folder]);
    await execute('mariadb-install-db', [
      '--no-defaults',
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      `--datadir=${this.data}`,
      // others may make one at the same time
      `--tmpdir=${this.folder}`,
      ...ownUser(),
      '--innodb-log-file-size=32M',
    ]);
  }

  /** Starts it and waits until it has all that the others have. @param isFirst nothing is running yet: it begins the cluster */
  async start(isFirst = false): Promise<void> {
    const log = openSync(join(this.folder, 'log'), 'a');
    const position = existsSync(join(this.data, 'grastate.dat')) ? await this.recoveredPosition() : undefined;
    const child = spawn(
      'mariadbd',
      [...this.options(), ...(isFirst ? ['--wsrep-new-cluster'] : []), ...(position ? [`--wsrep-start-position=${position}`] : [])],
      {
        // the signals of a terminal are for the program that stops the nodes one by one
        detached: true,
        stdio: ['ignore', log, log],
      },
    );
    closeSync(log);
    child.unref();
    const failed = new Promise<never>((_, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`The node exited with code ${code}:\n${this.lastLines()}`)));
    });
    failed.catch(() => undefined);
    await Promise.race([failed, this.synced()]);
  }

  /** As in a power failure. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** Cuts it off from the other nodes, not from its clients. */
  async isolate(): Promise<void> {
    await this.query("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=1'");
  }

  /** Ends the isolation and waits until it has what it has missed. */
  async rejoin(): Promise<void> {
    await this.query("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=0'");
    await this.synced();
  }

  /** Sees what any node has acknowledged before. */
  async query<T = RowDataPacket>(statement: string, database?: string): Promise<T[]> {
    const connection = await this.connect(database);
    try {
      await connection.query('SET SESSION wsrep_sync_wait = 7');
      const [rows] = await connection.query<RowDataPacket[]>(statement);
      return rows as T[];
    } finally {
      connection.destroy();
    }
  }

  /** Holds what a query locks on this node, which no other node knows of. @returns what releases it */
  async hold(query: string, database: string): Promise<() => Promise<void>> {
    const connection = await this.connect(database);
    await connection.query('SET SESSION wsrep_sync_wait = 7');
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
  async synced(): Promise<void> {
    for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await pause(100)) if ((await this.state()) === 'Synced') return;
    throw new Error(`The node did not join the others:\n${this.lastLines()}`);
  }

  /** What it says of itself: Synced, Donor/Desynced, Initialized; '' if it does not answer. */
  async state(): Promise<string> {
    try {
      const [row] = await this.query<{ Value: string }>("SHOW STATUS LIKE 'wsrep_local_state_comment'");
      return row?.Value ?? '';
    } catch {
      return '';
    }
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  private connect(database?: string): Promise<Connection> {
    return createConnection({ host: '127.0.0.1', port: this.port, user: 'root', database, connectTimeout: 2000 });
  }

  private options(): string[] {
    const [group, increments, complete] = [this.port + 1, this.port + 2, this.port + 3];
    const addresses = `gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${increments}`;
    return [
      '--no-defaults',
      ...ownUser(),
      ...SERVER_OPTIONS,
      `--datadir=${this.data}`,
      `--tmpdir=${this.folder}`,
      `--socket=${join(this.folder, 'socket')}`,
      `--pid-file=${join(this.folder, 'pid')}`,
      '--bind-address=127.0.0.1',
      `--port=${this.port}`,
      '--wsrep-on=ON',
      `--wsrep-provider=${PROVIDER}`,
      `--wsrep-provider-options=base_port=${group};${addresses};${PROVIDER_OPTIONS}`,
      `--wsrep-node-address=127.0.0.1:${group}`,
      `--wsrep-node-name=node-${this.port}`,
      '--wsrep-cluster-name=cluster-to-try',
      `--wsrep-cluster-address=gcomm://${this.peers.map((port) => `127.0.0.1:${port + 1}`).join(',')}`,
      '--wsrep-sst-method=rsync',
      `--wsrep-sst-receive-address=127.0.0.1:${complete}`,
      '--wsrep-slave-threads=4',
    ];
  }

  /** What was committed before it was killed, so that the others send only what it lacks. */
  private async recoveredPosition(): Promise<string | undefined> {
    const { stderr } = await execute('mariadbd', [...this.options(), '--wsrep-recover'], { maxBuffer: 2 ** 24 });
    return /Recovered position:\s*(\S+:\d+)/.exec(stderr)?.[1];
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const id = this.processID;
    if (id === undefined) return;
    process.kill(id, signal);
    while (isRunning(id)) await pause(50);
  }

  private lastLines(): string {
    return readFileSync(join(this.folder, 'log'), 'utf8').split('\n').slice(-30).join('\n');
  }
}

/** Started by root, a server becomes the user that Debian has for it: rsync could not write as root. */
const ownUser = (): string[] => (process.getuid?.() === 0 ? ['--user=mysql'] : []);

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
