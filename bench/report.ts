import { MOST_MEMORY } from './goals';
import { percentile, type Measurement } from './load';

/** One round of one workload: the service and bare in turn. */
export interface Round {
  readonly service: Measurement;
  readonly bare: Measurement;
}

/** Medians over the rounds of a workload. */
export interface Summary {
  readonly name: string;
  readonly description: string;
  readonly service: Measurement;
  readonly bare: Measurement;
  /** Throughput of the service as a share of bare. */
  readonly ratio: number;
  /** The lowest and the highest ratio of a round. */
  readonly range: readonly [number, number];
  /** The most resident memory of the service in MB. */
  readonly peak: number | undefined;
}

export const COLUMNS = [
  '',
  'service/s',
  'bare/s',
  'ratio',
  'of rounds',
  'p50 ms',
  'bare p50',
  'p99 ms',
  'bare p99',
  'CPU ms',
  'bare CPU',
  'KB',
  'peak MB',
] as const;
const WIDTH = 12;

export const heading = (): string => line(COLUMNS);

export function summarise(
  { name, description }: { readonly name: string; readonly description: string },
  rounds: readonly Round[],
  peak: number | undefined,
): Summary {
  const sorted = (value: (round: Round) => number): number[] => rounds.map(value).toSorted((one, other) => one - other);
  const median = (value: (round: Round) => number): number => percentile(sorted(value), 0.5);
  const medians = (server: keyof Round): Measurement => ({
    count: median((round) => round[server].count),
    perSecond: median((round) => round[server].perSecond),
    median: median((round) => round[server].median),
    p99: median((round) => round[server].p99),
    bytes: median((round) => round[server].bytes),
    processor: median((round) => round[server].processor),
  });
  const ratios = sorted(({ service, bare }) => service.perSecond / bare.perSecond);
  return {
    name,
    description,
    service: medians('service'),
    bare: medians('bare'),
    ratio: percentile(ratios, 0.5),
    range: [percentile(ratios, 0), percentile(ratios, 1)],
    peak,
  };
}

export const cellsOf = ({ name, service, bare, ratio, range, peak }: Summary): string[] => [
  name,
  service.perSecond.toFixed(0),
  bare.perSecond.toFixed(0),
  ratio.toFixed(2),
  range.map((each) => each.toFixed(2)).join('–'),
  service.median.toFixed(1),
  bare.median.toFixed(1),
  service.p99.toFixed(1),
  bare.p99.toFixed(1),
  service.processor.toFixed(2),
  bare.processor.toFixed(2),
  (service.bytes / 1024).toFixed(0),
  peak === undefined ? '' : `${peak}${peak > MOST_MEMORY ? ` (>${MOST_MEMORY})` : ''}`,
];

export const line = (cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(5) : cell.padStart(WIDTH))).join('');
