import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CLUSTERS, type ClusterName } from '../../../bench/cluster/clusters';
import type { ClusterPlace, DatabaseCluster } from '../../../bench/cluster/database-cluster';
import type { DatabaseNode } from '../../../bench/cluster/database-node';
import { ADMIN_KEY, WITH_ADMIN } from '../../support/api-keys';
import { ENVIRONMENT } from '../../support/app';
import { ServiceProcess } from '../../support/service-process';

const execute = promisify(execFile);

/** How often the tests do what takes long: a few times at every change, a thousand by hand. */
export const ROUNDS = Number(process.env['CLUSTER_ROUNDS'] ?? 20);

/** What the configuration of Jest has started. */
const { kind, place, main } = JSON.parse(process.env['STARTED_CLUSTER'] ?? '{}') as {
  kind: ClusterName;
  place: ClusterPlace;
  main: string;
};

/** Of which kind the cluster is. */
export const KIND = kind;

export interface Reply<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** The nodes that a process may use: the one at which it is, or the others, too, when that one fails. */
type Uses = 'its node' | 'all nodes';

/** Three processes of the service on a cluster, each at a node of its own where all take writes, on a database of their own. */
export class TestCluster {
  readonly nodes: readonly DatabaseNode[];
  readonly processes: ServiceProcess[] = [];
  private asked = 0;

  private constructor(
    private readonly cluster: DatabaseCluster,
    readonly name: string,
    readonly urls: readonly string[],
    private readonly environment: Record<string, string>,
    private readonly uses: Uses,
  ) {
    this.nodes = cluster.nodes;
  }

  /** With an empty database and no processes. */
  static async empty(name: string, environment: Record<string, string> = {}, uses: Uses = 'its node'): Promise<TestCluster> {
    const cluster = new CLUSTERS[kind](place);
    await cluster.heal();
    return new TestCluster(cluster, name, await cluster.newDatabase(name), { ...WITH_ADMIN, ...environment }, uses);
  }

  /** For a process that finds a node by itself. */
  get urlOfAll(): string {
    return this.cluster.urlOfAll(this.name);
  }

  /** With processes that listen: the first one prepares the database. */
  static async start(name: string, environment: Record<string, string> = {}, uses?: Uses): Promise<TestCluster> {
    const cluster = await TestCluster.empty(name, environment, uses);
    await cluster.launch(0).listening();
    await Promise.all([1, 2].map((index) => cluster.launch(index).listening()));
    return cluster;
  }

  /** Starts the process at a node. @param program the compiled service, if it is not the current one */
  launch(index: number, environment: Record<string, string> = {}, program = main): ServiceProcess {
    const own = { ...this.environment, DATABASE_URL: this.addressFor(index), ...environment };
    return (this.processes[index] = ServiceProcess.start(program, own));
  }

  /** The index of a process that listens, another each time; undefined if none does. */
  oneThatListens(): number | undefined {
    const listening = this.processes.flatMap(({ url, isDead }, index) => (url !== undefined && !isDead ? [index] : []));
    return listening[this.asked++ % listening.length];
  }

  /** Sends a file as CSV. @returns the status */
  async upload(path: string, csv: string): Promise<number> {
    const headers = { 'Content-Type': 'text/csv', Authorization: `Bearer ${ADMIN_KEY}` };
    const response = await fetch(`${this.processes[0]!.url}/api/${path}`, { method: 'POST', body: csv, headers });
    await response.text();
    return response.status;
  }

  /** Sends a request to the process at a node. @throws Error when there is no response */
  async ask<T = Record<string, unknown>>(
    index: number,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Reply<T>> {
    const response = await fetch(`${this.processes[index]!.url}/api/${path}`, {
      method,
      body: body && JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ADMIN_KEY}`, ...headers },
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text === '' ? {} : JSON.parse(text)) as T };
  }

  /** @returns the record that was created @throws Error unless it was */
  create(path: string, body: object, index = 0): Promise<{ id: number }> {
    return this.take(path, body, index);
  }

  /** Takes a step. @throws Error unless it has succeeded */
  async take(path: string, body: object = {}, index = 0): Promise<{ id: number }> {
    const { status, body: taken } = await this.ask<{ id: number }>(index, 'POST', path, body);
    if (status < 200 || status > 202) throw new Error(`${path}: ${status} ${JSON.stringify(taken)}`);
    return taken;
  }

  /** Rows of the database, at a node that has all that has been acknowledged. */
  rows<T = Record<string, unknown>>(statement: string, node = 0): Promise<T[]> {
    return this.nodes[node]!.query<T>(statement, this.name);
  }

  /**
   * Brings transactions of several nodes to the same rows before any of them goes on, as only a few of a thousand would come by chance.
   * @param query locks the rows @param atLeast so many nodes have one that waits for them
   */
  async meet<T>(query: string, work: () => Promise<T>, atLeast = 2): Promise<T> {
    const nodes = await this.nodesThatTakeWrites();
    const releases = await Promise.all(nodes.map((node) => node.hold(query, this.name)));
    const working = work();
    try {
      // whoever ends without waiting is not waited for
      const ended = working.then(
        () => true,
        () => true,
      );
      const meeting = until(async () => this.areMeeting(await Promise.all(nodes.map((node) => node.waitingForRows())), atLeast), query);
      await Promise.race([ended, meeting]);
    } finally {
      await Promise.all(releases.map((release) => release()));
    }
    return working;
  }

  private async nodesThatTakeWrites(): Promise<DatabaseNode[]> {
    const found = await Promise.all(this.nodes.map((node) => node.takesWrites()));
    return this.nodes.filter((_, index) => found[index]);
  }

  /** @param waiting how many transactions wait at each node */
  private areMeeting(waiting: readonly number[], atLeast: number): boolean {
    // where one node takes the writes of all processes, they meet there
    return (waiting.length === 1 ? waiting[0]! : waiting.filter(Boolean).length) >= atLeast;
  }

  /** @returns what the check of all figures says */
  async checkFigures(): Promise<string> {
    const env = { PATH: process.env['PATH'], ...ENVIRONMENT, DATABASE_URL: this.urls[0] };
    const check = [join(dirname(main), 'commands/figures.js'), '--check'];
    const { stdout } = await execute(process.execPath, check, { env }).catch((error: { stdout: string }) => error);
    return stdout;
  }

  /** With those of the other nodes behind it, if the process may use them. */
  private addressFor(index: number): string {
    const own = this.urls[index]!;
    // where one node takes the writes of all, every process knows all nodes
    if (this.uses === 'its node' || own.includes(',')) return own;
    const { host } = new URL(own);
    return own.replace(host, [host, ...this.urls.map((each) => new URL(each).host).filter((other) => other !== host)].join(','));
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((each) => each.kill()));
    await this.cluster.heal();
    await this.cluster.dropDatabase(this.name);
  }
}

/** Waits until it is so. @throws Error after two minutes */
export async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + 120_000; !(await isSo()); await pause(100))
    if (Date.now() > end) throw new Error(`Not in two minutes: ${what}`);
}
