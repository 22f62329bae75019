import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What is counted, declared once beside the code that counts it. */
export interface CounterDeclaration<L extends string = string> {
  /** Ends in `_total`. */
  readonly name: string;
  readonly help: string;
  /** The values that each label can have, so that a counter is 0 before anything was counted; empty if they are not known in advance. */
  readonly labels: Readonly<Record<L, readonly string[]>>;
}

/** A value at the time of a scrape. */
export interface GaugeDeclaration<L extends string = string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly L[];
}

type Labels<L extends string> = Readonly<Record<L, string>>;

/** The metrics of one application: two of them in one process do not share any. */
export class Metrics {
  readonly registry = new Registry();
  private readonly counters = new Map<string, Counter>();
  private readonly refreshers: (() => Promise<void> | void)[] = [];

  /** Shows a counter from the start. Counting what is not declared here does so the first time. */
  declare(declaration: CounterDeclaration): void {
    const counter = this.counterOf(declaration);
    for (const labels of combinations(declaration.labels)) counter.inc(labels, 0);
  }

  count<L extends string>(declaration: CounterDeclaration<L>, labels: Labels<L>, by = 1): void {
    this.counterOf(declaration).inc(labels, by);
  }

  gauge({ name, help, labels = [] }: GaugeDeclaration): Gauge {
    return new Gauge({ name, help, labelNames: [...labels], registers: [this.registry] });
  }

  histogram({ name, help, labels = [] }: GaugeDeclaration, buckets: readonly number[]): Histogram {
    return new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [this.registry] });
  }

  /** @param refresh sets gauges before each scrape; must not fail, or take long */
  beforeScrape(refresh: () => Promise<void> | void): void {
    this.refreshers.push(refresh);
  }

  /** Sets the gauges that are not kept up to date. */
  async refresh(): Promise<void> {
    await Promise.all(this.refreshers.map(async (refresh) => refresh()));
  }

  /** In the text format of Prometheus. */
  async text(): Promise<string> {
    await this.refresh();
    return this.registry.metrics();
  }

  private counterOf({ name, help, labels }: CounterDeclaration): Counter {
    const known = this.counters.get(name);
    if (known) return known;
    const counter = new Counter({ name, help, labelNames: Object.keys(labels), registers: [this.registry] });
    this.counters.set(name, counter);
    return counter;
  }
}

/** Every combination of the values of some labels. */
function combinations(labels: Readonly<Record<string, readonly string[]>>): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (found, [label, values]) => found.flatMap((each) => values.map((value) => ({ ...each, [label]: value }))),
    [{}],
  );
}
