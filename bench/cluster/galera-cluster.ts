import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../free-port';
import { GaleraNode, PORTS_PER_NODE, PROVIDER } from './galera-node';

const NODES = 3;
/** In which the processes of the service work. */
export const DATABASE = 'recruitment';
/** Each program, and the package of Debian that has it. */
const PROGRAMS = [
  ['mariadbd', 'mariadb-server'],
  ['rsync', 'rsync'],
] as const;

/** Where a cluster is: any process can stop its nodes and start them again. */
export interface ClusterPlace {
  readonly folder: string;
  readonly port: number;
}

/** Three nodes of MariaDB on the loopback address, in a temporary folder. */
export class GaleraCluster {
  readonly nodes: readonly GaleraNode[];

  constructor(readonly place: ClusterPlace) {
    const ports = Array.from({ length: NODES }, (_, index) => place.port + index * PORTS_PER_NODE);
    this.nodes = ports.map((port, index) => new GaleraNode(join(place.folder, `node-${index + 1}`), port, ports));
  }

  /** What is missing on this machine, and how to install it; undefined if nothing is. */
  static get lack(): string | undefined {
    const packages = PROGRAMS.filter(([program]) => !isInstalled(program)).map(([, name]) => name as string);
    if (!existsSync(PROVIDER)) packages.push('galera-4');
    if (packages.length === 0) return undefined;
    return `A cluster needs mariadbd, galera-4 (${PROVIDER}) and rsync. On Debian: apt-get install ${packages.join(' ')}`;
  }

  /** @param parent a folder that every user may enter @throws Error that says what is missing */
  static async start(parent = tmpdir()): Promise<GaleraCluster> {
    if (GaleraCluster.lack !== undefined) throw new Error(GaleraCluster.lack);
    const folder = mkdtempSync(join(parent, 'cluster-'));
    // the servers may belong to another user
    chmodSync(folder, 0o755);
    const cluster = new GaleraCluster({ folder, port: await freePorts(NODES * PORTS_PER_NODE) });
    try {
      await cluster.startAll();
    } catch (error) {
      await cluster.remove();
      throw error;
    }
    return cluster;
  }

  /** The addresses of an empty database, one on each node. */
  async newDatabase(name = DATABASE): Promise<string[]> {
    await this.nodes[0]!.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    await Promise.all(this.nodes.map((node) => node.query('SELECT 1')));
    return this.nodes.map(({ url }) => `${url}/${name}`);
  }

  /** Starts those that are not running. */
  async heal(): Promise<void> {
    for (const node of this.nodes) if (node.processID === undefined) await node.start();
  }

  /** Ends all nodes and removes what they have stored. */
  async remove(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    rmSync(this.place.folder, { recursive: true, force: true });
  }

  private async startAll(): Promise<void> {
    for (const node of this.nodes) await node.create();
    const [first, ...others] = this.nodes;
    await first!.start(true);
    // one after the other: a node that sends its state to one cannot send it to another
    for (const node of others) await node.start();
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
