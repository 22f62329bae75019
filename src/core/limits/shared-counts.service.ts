import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SYSTEM_CALLER } from '../callers';
import { Transactions, type Transaction } from '../database';
import { execute, rows } from '../database/rows';
import { list, sql, values } from '../sql';
import { inserted, IS_ALONE, orSet } from '../sql/dialect';
import { Clock } from '../time/clock';

/** How often processes tell each other what they have counted. */
const EXCHANGE_MS = 1000;
const MINUTE_MS = 60_000;
/** More are not counted: a flood from ever new addresses must not fill the memory. */
const MOST = 100_000;
/** Counts in one statement. */
const BATCH = 500;

interface Count {
  /** As the database had it at the last exchange. */
  shared: number;
  /** Counted here since then. */
  own: number;
}

/**
 * Counts per minute, of all processes on the database. A process counts in memory and exchanges the sums every second, so that no request
 * waits for it: what others have counted in the last second is not known yet.
 */
@Injectable()
export class SharedCounts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(SharedCounts.name);
  private counts = new Map<string, Count>();
  private minute = 0;
  private timer: NodeJS.Timeout | undefined;
  private exchanging: Promise<void> = Promise.resolve();

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    if (IS_ALONE) return;
    this.timer = setInterval(() => void this.exchange(), EXCHANGE_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.exchanging;
  }

  /** The seconds until everything is counted anew. */
  get secondsLeft(): number {
    return (MINUTE_MS - (this.clock.now().getTime() % MINUTE_MS)) / 1000;
  }

  /** In this minute. */
  of(who: string): number {
    this.begin();
    const { shared = 0, own = 0 } = this.counts.get(who) ?? {};
    return shared + own;
  }

  add(who: string): void {
    this.begin();
    const count = this.counts.get(who);
    if (count) count.own += 1;
    else if (this.counts.size < MOST) this.counts.set(who, { shared: 0, own: 1 });
  }

  /** Adds what has been counted here to the sums of all processes, and reads these. If it fails, each process goes by what it knows. */
  exchange(): Promise<void> {
    return (this.exchanging = this.exchanging.then(() => this.share()).catch((error: unknown) => this.log.warn(error)));
  }

  private async share(): Promise<void> {
    const { minute, counts } = this;
    const unshared = [...counts].filter(([, { own }]) => own > 0).map(([who, { own }]) => ({ who, own }));
    if (unshared.length === 0) return;
    // in the order of their keys, so that two processes do not wait for each other
    unshared.sort((one, other) => (one.who < other.who ? -1 : 1));
    for (let from = 0; from < unshared.length; from += BATCH) {
      const batch = unshared.slice(from, from + BATCH);
      const sums = await this.transactions.write(SYSTEM_CALLER, (transaction) => addAll(transaction, minute, batch));
      for (const { who, own } of batch) {
        const count = counts.get(who)!;
        count.own -= own;
        count.shared = sums.get(who) ?? count.shared + own;
      }
    }
  }

  private begin(): void {
    const minute = Math.floor(this.clock.now().getTime() / MINUTE_MS);
    if (minute === this.minute) return;
    this.minute = minute;
    this.counts = new Map();
  }
}

/** @returns the sums of all processes */
async function addAll(
  { em }: Transaction,
  minute: number,
  counts: readonly { readonly who: string; readonly own: number }[],
): Promise<ReadonlyMap<string, number>> {
  const tuples = counts.map(({ who, own }) => sql`(${minute}, ${who}, ${own})`);
  const sum = orSet(['minute', 'who'], sql`amount = request_count.amount + ${inserted('amount')}`);
  await execute(em, sql`INSERT INTO request_count (minute, who, amount) VALUES ${list(tuples)}${sum}`);
  await execute(em, sql`DELETE FROM request_count WHERE minute < ${minute - 1}`);
  const found = await rows(
    em,
    sql`SELECT who, amount FROM request_count WHERE minute = ${minute} AND who IN (${values(counts.map(({ who }) => who))})`,
  );
  return new Map(found.map(([who, amount]) => [String(who), Number(amount)]));
}
