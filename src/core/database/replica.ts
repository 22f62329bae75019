import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DatabaseServer } from '../config';
import type { CounterDeclaration, Metrics } from '../metrics';
import { sql, sqlMoment } from '../sql';
import { inserted, orSet } from '../sql/dialect';
import { Beats } from './beats';
import { awaitedBy, LATEST, tokenOf, type Awaited } from './consistency-token';
import { connectReplica, type RecordDataSource } from './data-source';
import { execute, rows } from './rows';

/** How often a process writes its beat, and looks how far the replica has got. */
const BEAT_MS = 500;
/** Beats of processes that have ended are kept for so long. */
const KEPT_MS = 3_600_000;
/** By how much the clocks of the processes may differ. */
const CLOCKS_MS = 60_000;

/** Runs a transaction on the primary. */
type Write = (work: (em: EntityManager) => Promise<void>) => Promise<void>;

const OUTCOMES = ['replica', 'behind', 'awaited', 'failed'] as const;
const READS: CounterDeclaration<'outcome'> = {
  name: 'database_replica_reads_total',
  help: 'Reads that a replica may answer: by it, or by the primary since it was behind, lacked what the caller had written, or failed.',
  labels: { outcome: OUTCOMES },
};

/**
 * A server that follows the primary, for reads that may be a little behind, but never by more than a limit, and never behind what the
 * caller has written. The process counts up a row on the primary: a replica that shows a count has everything that was committed before it
 * began.
 */
export class Replica {
  private readonly log = new Logger(Replica.name);
  private readonly process = randomBytes(8).toString('hex');
  private readonly beats = new Beats();
  private source: RecordDataSource | undefined;
  /** The beats of all processes that the replica has. */
  private reached: ReadonlyMap<string, number> = new Map();
  private readonly closing = new AbortController();
  private working: Promise<void> | undefined;
  private isFailing = false;

  constructor(
    private readonly address: DatabaseServer,
    private readonly maxLagMs: number,
    private readonly metrics: Metrics,
  ) {
    metrics.declare(READS);
    const behind = metrics.gauge({ name: 'database_replica_behind_seconds', help: 'By how much the replica is behind, at most.' });
    metrics.beforeScrape(() => behind.set(this.behindMs / 1000));
  }

  /** What a caller has to wait for to see all that has been committed before now. */
  get token(): string {
    return tokenOf({ process: this.process, beat: this.beats.last + 1, madeAt: Date.now() });
  }

  /** Goes on as long as the service works. */
  follow(store: RecordDataSource, write: Write): void {
    this.working = this.beatOn(store, write);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.working;
    await this.source?.destroy();
  }

  /**
   * @param token of the caller, from a response
   * @returns undefined if the primary has to answer
   * @throws InvalidRequest for something else than a token
   */
  managerFor(token: string | undefined): EntityManager | undefined {
    const awaited = token === undefined ? undefined : awaitedBy(token);
    const outcome = this.behindMs > this.maxLagMs ? 'behind' : this.has(awaited) ? 'replica' : 'awaited';
    this.metrics.count(READS, { outcome });
    return outcome === 'replica' ? this.source?.manager : undefined;
  }

  /** A read has failed: the replica is not used until it has answered again. */
  fail(): void {
    this.metrics.count(READS, { outcome: 'failed' });
    this.reached = new Map();
  }

  /** Everything that is older has arrived. */
  private get behindMs(): number {
    return this.beats.ageOf(this.ownReached);
  }

  /** The last beat of this process that the replica has. */
  private get ownReached(): number {
    return this.reached.get(this.process) ?? 0;
  }

  private has(awaited: Awaited | typeof LATEST | undefined): boolean {
    if (awaited === undefined) return true;
    if (awaited === LATEST) return false;
    // of a process that may have ended before its next beat
    const isLongAgo = awaited.madeAt < Date.now() - this.maxLagMs - CLOCKS_MS;
    return isLongAgo || (this.reached.get(awaited.process) ?? 0) >= awaited.beat;
  }

  private async beatOn(store: RecordDataSource, write: Write): Promise<void> {
    while (!this.closing.signal.aborted) {
      try {
        await this.writeBeat(write);
        await this.look(store);
        if (this.isFailing) this.log.log('The replica is followed again.');
        this.isFailing = false;
      } catch (error) {
        if (!this.isFailing) this.log.warn(`The replica cannot be followed: ${error instanceof Error ? error.message : String(error)}`);
        this.isFailing = true;
      }
      await pause(BEAT_MS, undefined, { signal: this.closing.signal, ref: false }).catch(() => undefined);
    }
  }

  private async writeBeat(write: Write): Promise<void> {
    this.beats.begin();
    const { last } = this.beats;
    const set = orSet(['process'], sql`beat = ${inserted('beat')}, at = ${inserted('at')}`);
    await write(async (em) => {
      const now = Date.now();
      if (last === 1) await execute(em, sql`DELETE FROM replica_beat WHERE at < ${sqlMoment(new Date(now - KEPT_MS))}`);
      await execute(
        em,
        sql`INSERT INTO replica_beat (process, beat, at) VALUES (${this.process}, ${last}, ${sqlMoment(new Date(now))})${set}`,
      );
    });
  }

  private async look(store: RecordDataSource): Promise<void> {
    this.source ??= await connectReplica(store, this.address);
    const found = await rows(this.source.manager, sql`SELECT process, beat FROM replica_beat`);
    this.reached = new Map(found.map(([process, beat]) => [String(process), Number(beat)]));
    this.beats.forgetBefore(this.ownReached);
  }
}

/** That of DATABASE_READ_URL. */
export class OptionalReplica {
  constructor(readonly replica: Replica | undefined) {}
}
