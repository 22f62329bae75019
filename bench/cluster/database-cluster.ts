import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../free-port';
import type { DatabaseNode } from './database-node';

const NODES = 3;
/** In which the processes of the service work. */
export const DATABASE = 'recruitment';

/** Where a cluster is: any process can stop its nodes and start them again. */
export interface ClusterPlace {
  readonly folder: string;
  readonly port: number;
}

/** A kind of cluster. */
export interface ClusterKind<T extends DatabaseCluster = DatabaseCluster> {
  new (place: ClusterPlace): T;
  /** @param parent a folder that every user may enter @throws Error that says what is missing */
  start(parent?: string): Promise<T>;
  readonly portsPerNode: number;
  /** What is missing on this machine, and how to install it; undefined if nothing is. */
  readonly lack: string | undefined;
}

/** Three nodes on the loopback address, in a temporary folder. */
export abstract class DatabaseCluster<Node extends DatabaseNode = DatabaseNode> {
  readonly nodes: readonly Node[];

  constructor(
    readonly place: ClusterPlace,
    private readonly scheme: 'mariadb' | 'mysql',
    portsPerNode: number,
    nodeAt: (folder: string, port: number, peers: readonly number[]) => Node,
  ) {
    const ports = Array.from({ length: NODES }, (_, index) => place.port + index * portsPerNode);
    this.nodes = ports.map((port, index) => nodeAt(join(place.folder, `node-${index + 1}`), port, ports));
  }

  /** The addresses of a database for processes, the first of which work at the first node where all nodes take writes. */
  abstract urls(database: string): string[];

  static async start<T extends DatabaseCluster>(this: ClusterKind<T>, parent = tmpdir()): Promise<T> {
    if (this.lack !== undefined) throw new Error(this.lack);
    const folder = mkdtempSync(join(parent, 'cluster-'));
    // the servers may belong to another user
    chmodSync(folder, 0o755);
    const cluster = new this({ folder, port: await freePorts(NODES * this.portsPerNode) });
    try {
      await cluster.create();
    } catch (error) {
      await cluster.remove();
      throw error;
    }
    return cluster;
  }

  /** The address of a database for a process that finds a node by itself. */
  urlOfAll(database: string): string {
    return this.urlOf(this.nodes.map(({ host }) => host).join(), database);
  }

  /** A node that takes writes. @throws Error if there is none */
  async writer(): Promise<Node> {
    for (const node of this.nodes) if (await node.takesWrites()) return node;
    throw new Error('No node takes writes.');
  }

  /** @returns the addresses of an empty database, one for each process */
  async newDatabase(name = DATABASE): Promise<string[]> {
    await (await this.writer()).query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    await Promise.all(this.nodes.map((node) => node.query('SELECT 1')));
    return this.urls(name);
  }

  async dropDatabase(name: string): Promise<void> {
    await (await this.writer()).query(`DROP DATABASE ${name}`);
  }

  /** Starts those that are not running, and waits until each has all that the others have. */
  async heal(): Promise<void> {
    for (const node of this.nodes) await (node.processID === undefined ? node.start() : node.joined());
  }

  /** Ends all nodes and removes what they have stored. */
  async remove(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    rmSync(this.place.folder, { recursive: true, force: true });
  }

  protected urlOf(hosts: string, database: string): string {
    return `${this.scheme}://root@${hosts}/${database}`;
  }

  private async create(): Promise<void> {
    for (const node of this.nodes) await node.create();
    const [first, ...others] = this.nodes;
    await first!.start(true);
    // one after the other: a node that sends its state to one cannot send it to another
    for (const node of others) await node.start();
  }
}
