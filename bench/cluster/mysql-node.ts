import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { DatabaseNode } from './database-node';

/** Of each node: of the database, and of the group. */
export const PORTS_PER_NODE = 2;
const execute = promisify(execFile);

/** The server of MySQL, not that of MariaDB, which may have the same name. */
export const MYSQLD = process.env['MYSQLD'] ?? 'mysqld';

const SERVER_OPTIONS = [
  '--mysqlx=OFF',
  '--secure-file-priv=NULL',
  '--innodb-redo-log-capacity=64M',
  '--innodb-buffer-pool-size=128M',
  // a commit is on all nodes: one of them need not wait for its disk
  '--innodb-flush-log-at-trx-commit=2',
  '--sync-binlog=0',
  '--skip-name-resolve',
  '--max-connections=300',
  '--gtid-mode=ON',
  '--enforce-gtid-consistency=ON',
  '--plugin-load-add=group_replication.so',
  '--plugin-load-add=mysql_clone.so',
  // until it is a member of the group that takes writes
  '--super-read-only=ON',
];

/** A node of a MySQL group replication, one of which takes writes. */
export class MySqlNode extends DatabaseNode {
  protected readonly seeAll = "SET SESSION group_replication_consistency = 'BEFORE'";

  /** @returns its version and that it is MySQL's; undefined when there is none */
  static get version(): string | undefined {
    try {
      const version = execFileSync(MYSQLD, ['--no-defaults', '--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      return /mariadb/i.test(version) ? undefined : version;
    } catch {
      return undefined;
    }
  }

  async create(): Promise<void> {
    mkdirSync(this.folder);
    const users = join(this.folder, 'users.sql');
    writeFileSync(users, "CREATE USER root@'127.0.0.1';\nGRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;\n");
    const how = ['--initialize-insecure', `--datadir=${this.data}`, `--init-file=${users}`, '--secure-file-priv=NULL'];
    await execute(MYSQLD, ['--no-defaults', ...ownUser(), ...how]);
  }

  async start(isFirst = false): Promise<void> {
    const failed = this.launch(MYSQLD, this.options());
    await Promise.race([failed, this.until(() => this.answers(), 'does not answer').then(() => this.join(isFirst))]);
  }

  /** From its clients, too. */
  isolate(): Promise<void> {
    this.signal('SIGSTOP');
    return Promise.resolve();
  }

  async rejoin(): Promise<void> {
    this.signal('SIGCONT');
    await this.joined();
  }

  async isMember(): Promise<boolean> {
    const views = await Promise.all(this.peers.map(async (port) => ({ port, members: await membersSeenAt(port) })));
    // one that has been cut off may not know yet that the others go on without it
    const working = views.filter(({ port, members }) => members.get(port)?.state === 'ONLINE');
    return working.some(({ port }) => port === this.port) && working.every(({ members }) => members.get(this.port)?.state === 'ONLINE');
  }

  async takesWrites(): Promise<boolean> {
    return (await membersSeenAt(this.port)).get(this.port)?.role === 'PRIMARY';
  }

  private async answers(): Promise<boolean> {
    return this.connect().then(
      (connection) => (connection.destroy(), true),
      () => false,
    );
  }

  private async join(isFirst: boolean): Promise<void> {
    const connection = await this.connect();
    try {
      if (isFirst) await connection.query('SET GLOBAL group_replication_bootstrap_group = ON');
      await connection.query("START GROUP_REPLICATION USER = 'root'");
      if (isFirst) await connection.query('SET GLOBAL group_replication_bootstrap_group = OFF');
    } finally {
      connection.destroy();
    }
    await this.joined();
  }

  private options(): string[] {
    const group = (port: number): string => `127.0.0.1:${port + 1}`;
    return [
      '--no-defaults',
      ...ownUser(),
      ...SERVER_OPTIONS,
      `--datadir=${this.data}`,
      `--tmpdir=${this.folder}`,
      `--socket=${join(this.folder, 'socket')}`,
      `--pid-file=${this.pidFile}`,
      '--bind-address=127.0.0.1',
      '--report-host=127.0.0.1',
      `--port=${this.port}`,
      `--server-id=${this.port}`,
      '--group-replication-group-name=6b0c1f0e-1d6e-4a43-9f0e-3c4a3b8f2d11',
      '--group-replication-start-on-boot=OFF',
      `--group-replication-local-address=${group(this.port)}`,
      `--group-replication-group-seeds=${this.peers.map(group).join(',')}`,
      '--group-replication-member-expel-timeout=0',
    ];
  }
}

interface Member {
  readonly state: string;
  readonly role: string;
}

/** The members of the group that a node sees, by their ports; none if it does not answer. */
async function membersSeenAt(port: number): Promise<Map<number, Member>> {
  const connection = await createConnection({ host: '127.0.0.1', port, user: 'root', connectTimeout: 2000 }).catch(() => undefined);
  try {
    const members =
      'SELECT MEMBER_PORT AS port, MEMBER_STATE AS state, MEMBER_ROLE AS role FROM performance_schema.replication_group_members';
    const [found] = (await connection?.query<(RowDataPacket & Member & { port: number })[]>(members)) ?? [[]];
    return new Map(found.map(({ port: of, state, role }) => [of, { state, role }]));
  } catch {
    return new Map();
  } finally {
    connection?.destroy();
  }
}

/** Started by root, it stays root: everything is in its folder. */
const ownUser = (): string[] => (process.getuid?.() === 0 ? ['--user=root'] : []);
