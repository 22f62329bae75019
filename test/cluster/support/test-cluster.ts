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

export interface Reply<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** Three processes of the service on a cluster, each at a node of its own where all take writes, on a database of their own. */
export class TestCluster {
  readonly nodes: readonly DatabaseNode[];
  readonly processes: ServiceProcess[] = [];

  private constructor(
    private readonly cluster: DatabaseCluster,
    readonly name: string,
    private readonly urls: readonly string[],
    private readonly environment: Record<string, string>,
  ) {
    this.nodes = cluster.nodes;
  }

  /** With an empty database and no processes. */
  static async empty(name: string, environment: Record<string, string> = {}): Promise<TestCluster> {
    const cluster = new CLUSTERS[kind](place);
    await cluster.heal();
    return new TestCluster(cluster, name, await cluster.newDatabase(name), { ...WITH_ADMIN, DEMO_DATA: 'false', ...environment });
  }

  /** For a process that finds a node by itself. */
  get urlOfAll(): string {
    return this.cluster.urlOfAll(this.name);
  }

  /** With processes that listen: the first one prepares the database. */
  static async start(name: string, environment: Record<string, string> = {}): Promise<TestCluster> {
    const cluster = await TestCluster.empty(name, environment);
    await cluster.launch(0).listening();
    await Promise.all([1, 2].map((index) => cluster.launch(index).listening()));
    return cluster;
  }

  /** Starts the process at a node. */
  launch(index: number, environment: Record<string, string> = {}): ServiceProcess {
    const own = { ...this.environment, DATABASE_URL: this.urls[index]!, ...environment };
    return (this.processes[index] = ServiceProcess.start(main, own));
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
    if (status !== 201 && status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(taken)}`);
    return taken;
  }

  /** Rows of the database, at a node that has all that has been acknowledged. */
  rows<T = Record<string, unknown>>(statement: string, node = 0): Promise<T[]> {
    return this.nodes[node]!.query<T>(statement, this.name);
  }

  /** @returns what the check of all figures says */
  async checkFigures(): Promise<string> {
    const env = { PATH: process.env['PATH'], ...ENVIRONMENT, DATABASE_URL: this.urls[0] };
    const check = [join(dirname(main), 'commands/figures.js'), '--check'];
    const { stdout } = await execute(process.execPath, check, { env }).catch((error: { stdout: string }) => error);
    return stdout;
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
