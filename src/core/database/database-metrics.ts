import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { SYSTEM_CALLER } from '../callers';
import { Metrics, type GaugeDeclaration } from '../metrics';
import { sql, type Sql } from '../sql';
import { rows } from './rows';
import { Transactions, type View } from './transactions';

/** A scrape does not wait longer for the database. */
const PATIENCE_MS = 2000;
/** Scrapes that follow each other sooner show the same values. */
const KEPT_MS = 5000;

/** The value of a gauge. */
export interface Reading {
  readonly gauge: GaugeDeclaration;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads values with cheap queries: by an index, and with a limit to what they count. */
type Read = (view: View) => Promise<readonly Reading[]>;

/**
 * Gauges that are read from the database at a scrape. While it does not answer, `database_up` is 0 and they are absent: an old value would
 * look like a true one.
 */
@Injectable()
export class DatabaseMetrics implements BeforeApplicationShutdown {
  private readonly sources: Read[] = [];
  private readonly up: ReturnType<Metrics['gauge']>;
  private readonly gauges = new Map<string, ReturnType<Metrics['gauge']>>();
  private reading: Promise<void> | undefined;
  private readAt = -Infinity;
  private closing = false;

  constructor(
    private readonly metrics: Metrics,
    private readonly transactions: Transactions,
  ) {
    this.up = metrics.gauge({ name: 'database_up', help: 'Whether the database answered within two seconds.' });
    metrics.beforeScrape(async () => {
      if (!this.closing && performance.now() - this.readAt > KEPT_MS && !(await this.refresh())) this.clear();
    });
  }

  /** The last metrics are sent when the connections are closed already. */
  beforeApplicationShutdown(): void {
    this.closing = true;
  }

  /** Call it before the first scrape: from a constructor or `onModuleInit`. */
  add(read: Read): void {
    this.sources.push(read);
  }

  /** One reading at a time, however many scrapes wait for it. @returns whether it came in time */
  private async refresh(): Promise<boolean> {
    this.reading ??= this.readAll().finally(() => (this.reading = undefined));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), PATIENCE_MS).unref()));
    const read = this.reading.then(
      () => true,
      () => false,
    );
    return Promise.race([read, late]).finally(() => clearTimeout(timer));
  }

  private async readAll(): Promise<void> {
    const readings = await this.transactions.read(SYSTEM_CALLER, async (view) => {
      const found: Reading[] = [];
      for (const read of this.sources) found.push(...(await read(view)));
      return found;
    });
    this.readAt = performance.now();
    this.up.set(1);
    for (const { gauge, labels = {}, value } of readings) this.gaugeOf(gauge).set(labels, value);
  }

  private clear(): void {
    this.up.set(0);
    for (const name of this.gauges.keys()) this.metrics.registry.removeSingleMetric(name);
    this.gauges.clear();
  }

  private gaugeOf(declaration: GaugeDeclaration): ReturnType<Metrics['gauge']> {
    const known = this.gauges.get(declaration.name);
    if (known) return known;
    const gauge = this.metrics.gauge(declaration);
    this.gauges.set(declaration.name, gauge);
    return gauge;
  }
}

/** Counting goes on to here: more is as bad. */
const MOST = 100_000;

/** What waits: how much, and for how long the first has. */
export interface Backlog {
  readonly count: number;
  /** 0 if nothing waits. */
  readonly ageSeconds: number;
}

/**
 * @param from FROM and WHERE, by an index
 * @param since the column of the moment since when a row waits
 * @param order the column by which the oldest row is the first
 */
export async function backlog({ em, now }: View, from: Sql, since: Sql, order: Sql): Promise<Backlog> {
  const counted = sql`SELECT COUNT(*) FROM (SELECT 1 ${from} LIMIT ${MOST}) counted`;
  const [[count, oldest] = [0, null]] = await rows(em, sql`SELECT (${counted}), (SELECT ${since} ${from} ORDER BY ${order} LIMIT 1)`);
  return {
    count: Number(count),
    ageSeconds: typeof oldest === 'string' ? Math.max(0, (now.getTime() - Date.parse(`${oldest.replace(' ', 'T')}Z`)) / 1000) : 0,
  };
}

/** How much there is, and how old the oldest is, as readings of two gauges. */
export const readingsOf = (
  { count, ageSeconds }: Backlog,
  [amount, age]: readonly [GaugeDeclaration, GaugeDeclaration],
  labels?: Reading['labels'],
): Reading[] => [
  { gauge: amount, labels, value: count },
  { gauge: age, labels, value: ageSeconds },
];
