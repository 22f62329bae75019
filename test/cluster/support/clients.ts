import { setTimeout as pause } from 'node:timers/promises';
import { Outage, type Failure } from './outages';
import { waitedForProcessors } from './pressure';
import type { TestCluster } from './test-cluster';

const AGAIN_MS = 200;
/** Between two searches. */
const BETWEEN_MS = 30;
/** Each writer is to write so often; a machine that is busy does less. */
const WRITES_A_SECOND = 5;

interface Change {
  readonly sequence: number;
}

/** They write, search and read the feed all the time, at any process that runs, and repeat what has failed until it succeeds. */
export class Clients {
  readonly failures: Failure[] = [];
  /** The candidates that were acknowledged as created, by their external ids. */
  readonly created = new Map<string, number>();
  /** The last title of a candidate that was acknowledged, by its id. */
  readonly titles = new Map<number, string>();
  /** The changes that the feed has shown, in its order. */
  readonly sequences: number[] = [];
  readonly outages: Outage[] = [];
  requests = 0;
  writes = 0;
  /** The part of the time in which some process waited for a processor. */
  pressure = 0;
  private began = 0;
  private ended = 0;
  private waited = 0;
  private isEnding = false;
  private working: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly cluster: TestCluster,
    private readonly writers: number,
  ) {}

  /** Acknowledged, while they were at it. */
  get writesPerSecond(): number {
    return this.writes / ((this.ended - this.began) / 1000);
  }

  begin(): void {
    this.began = performance.now();
    this.waited = waitedForProcessors();
    const writing = Array.from({ length: this.writers }, (_, index) => this.write(index));
    this.working = Promise.all([...writing, this.search(), this.follow()]);
  }

  /** Waits until everything that was begun has succeeded. */
  async end(): Promise<void> {
    this.isEnding = true;
    await this.working;
    this.ended = performance.now();
    this.pressure = (waitedForProcessors() - this.waited) / (this.ended - this.began);
  }

  /** Each has a candidate of its own, which it changes, and creates others. */
  private async write(writer: number): Promise<void> {
    const own = await this.create(`own-${writer}`);
    let next = performance.now();
    for (let number = 1; !this.isEnding; number++) {
      const jobTitle = `Title ${number}`;
      await this.succeed('PUT', `Candidates/${own}/V2`, { jobTitle });
      this.titles.set(own, jobTitle);
      await this.create(`new-${writer}-${number}`);
      this.writes += 2;
      // what it could not do in time is not made up for
      next = Math.max(next + 2000 / WRITES_A_SECOND, performance.now());
      await pause(next - performance.now());
    }
  }

  private async create(externalID: string): Promise<number> {
    const key = { 'Idempotency-Key': externalID };
    const { id } = await this.succeed<{ id: number }>('POST', 'Candidates', { lastName: 'Silva', externalID }, key);
    this.created.set(externalID, id);
    return id;
  }

  private async search(): Promise<void> {
    while (!this.isEnding) {
      await this.succeed('POST', 'Jobs/Search', { jobTitle: 'Engineer' });
      await pause(BETWEEN_MS);
    }
  }

  private async follow(): Promise<void> {
    while (!this.isEnding) await this.readFeed();
  }

  /** @returns whether there was anything new */
  async readFeed(): Promise<boolean> {
    const changes = await this.succeed<Change[]>('GET', `Changes?limit=500&wait=1&after=${this.sequences.at(-1) ?? 0}`);
    this.sequences.push(...changes.map(({ sequence }) => sequence));
    return changes.length > 0;
  }

  private async succeed<T>(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<T> {
    const [at, began] = [new Date(), performance.now()];
    for (let outage: Outage | undefined; ; await pause(AGAIN_MS)) {
      const index = this.cluster.oneThatListens();
      if (index === undefined) continue;
      const sent = performance.now();
      const answer = await this.try<T>(index, method, path, body, headers);
      if (!('failure' in answer)) {
        outage?.end(index + 1, sent);
        return answer.body;
      }
      if (!outage) this.outages.push((outage = new Outage(at, began)));
      outage.failures.push(answer.failure);
      this.failures.push(answer.failure);
    }
  }

  private async try<T>(
    index: number,
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<{ readonly body: T } | { readonly failure: Failure }> {
    const process = this.cluster.processes[index]!;
    const [at, sent] = [new Date(), performance.now()];
    const failed = (status: number, saysWhenToRetry: boolean, detail = ''): { failure: Failure } => {
      const milliseconds = performance.now() - sent;
      return { failure: { what: `${method} ${path}`, process: index + 1, status, saysWhenToRetry, milliseconds, at, detail } };
    };
    this.requests += 1;
    try {
      const reply = await this.cluster.ask<T & { detail?: string }>(index, method, path, body, headers);
      return reply.status < 300 ? { body: reply.body } : failed(reply.status, reply.headers.has('retry-after'), reply.body.detail);
    } catch (error) {
      // it was killed, and its connections with it, a moment before it counts as dead
      await pause(AGAIN_MS);
      if (!process.isDead) throw error;
      return failed(0, false);
    }
  }
}
