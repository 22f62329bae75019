import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseNode } from './database-node';

/** Where Debian's package galera-4 has it. */
export const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
/** Of each node: of the database, of the group, of incremental and of complete transfers of state. */
export const PORTS_PER_NODE = 4;
const execute = promisify(execFile);

/**
 * As for all nodes of a cluster. One that has been lost is suspected after two seconds, and a read waits for three at most. The others
 * notice that, and agree, sooner than by default, which makes nobody suspect a node earlier. One that comes back may be slow: if the others
 * gave it up in the middle, none of them would have most of the others.
 */
export const PROVIDER_OPTIONS = [
  'evs.keepalive_period=PT0.5S',
  'evs.suspect_timeout=PT2S',
  'evs.inactive_check_period=PT0.1S',
  'evs.join_retrans_period=PT0.3S',
  'evs.inactive_timeout=PT10S',
  'evs.install_timeout=PT7.5S',
  'repl.causal_read_timeout=PT3S',
].join(';');
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

/** A node of a Galera cluster. */
export class GaleraNode extends DatabaseNode {
  protected readonly seeAll = 'SET SESSION wsrep_sync_wait = 7';

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

  async start(isFirst = false): Promise<void> {
    const position = existsSync(join(this.data, 'grastate.dat')) ? await this.recoveredPosition() : undefined;
    const failed = this.launch('mariadbd', [
      ...this.options(),
      ...(isFirst ? ['--wsrep-new-cluster'] : []),
      ...(position ? [`--wsrep-start-position=${position}`] : []),
    ]);
    await Promise.race([failed, this.joined()]);
  }

  /** Not from its clients. */
  async isolate(): Promise<void> {
    await this.query("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=1'");
  }

  async rejoin(): Promise<void> {
    await this.query("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=0'");
    await this.joined();
  }

  async isMember(): Promise<boolean> {
    return (await this.state()) === 'Synced';
  }

  takesWrites(): Promise<boolean> {
    return this.isMember();
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
      `--pid-file=${this.pidFile}`,
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
}

/** Started by root, a server becomes the user that Debian has for it: rsync could not write as root. */
const ownUser = (): string[] => (process.getuid?.() === 0 ? ['--user=mysql'] : []);
