import { setTimeout as pause } from 'node:timers/promises';
import type { TestCluster } from './test-cluster';

const AGAIN_MS = 200;
const BETWEEN_MS = 30;

/** A request that was not carried out, or whose answer did not come. */
export interface Failure {
  readonly what: string;
  /** Of the response; 0: the process was killed before it answered. */
  readonly status: number;
  readonly saysWhenToRetry: boolean;
  readonly milliseconds: number;
}

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
  requests = 0;
  private isEnding = false;
  private working: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly cluster: TestCluster,
    private readonly writers: number,
  ) {}

  begin(): void {
    const writing = Array.from({ length: this.writers }, (_, index) => this.write(index));
    this.working = Promise.all([...writing, this.search(), this.follow()]);
  }

  /** Waits until everything that was begun has succeeded. */
  async end(): Promise<void> {
    this.isEnding = true;
    await this.working;
  }

  /** Each has a candidate of its own, which it changes, and creates others. */
  private async write(writer: number): Promise<void> {
    const own = await this.create(`own-${writer}`);
    for (let number = 1; !this.isEnding; number++) {
      const jobTitle = `Title ${number}`;
      await this.succeed('PUT', `Candidates/${own}/V2`, { jobTitle });
      this.titles.set(own, jobTitle);
      await this.create(`new-${writer}-${number}`);
      await pause(BETWEEN_MS);
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
    for (;;) {
      const answer = await this.try<T>(method, path, body, headers);
      if (answer !== undefined) return answer;
      await pause(AGAIN_MS);
    }
  }

  /** @returns undefined if it has failed */
  private async try<T>(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<T | undefined> {
    const index = this.cluster.oneThatListens();
    if (index === undefined) return undefined;
    const process = this.cluster.processes[index]!;
    const sent = performance.now();
    const failed = (status: number, saysWhenToRetry: boolean): void =>
      void this.failures.push({ what: `${method} ${path}`, status, saysWhenToRetry, milliseconds: performance.now() - sent });
    this.requests += 1;
    try {
      const reply = await this.cluster.ask<T>(index, method, path, body, headers);
      if (reply.status < 300) return reply.body;
      failed(reply.status, reply.headers.has('retry-after'));
    } catch (error) {
      // it was killed, and its connections with it, a moment before it counts as dead
      await pause(AGAIN_MS);
      if (!process.isDead) throw error;
      failed(0, false);
    }
    return undefined;
  }
}
