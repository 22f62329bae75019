import { percentile, type Measurement } from './load';
import type { Workload } from './workloads';

/** One round of one workload: the service and bare in turn. */
export interface Round {
  readonly service: Measurement;
  readonly bare: Measurement;
}

const COLUMNS = [
  '',
  'service/s',
  'bare/s',
  'ratio',
  'p50 ms',
  'bare p50',
  'p99 ms',
  'bare p99',
  'CPU ms',
  'bare CPU',
  'KB',
  'MB RSS',
] as const;
const WIDTH = 11;

export const heading = (): string => line(COLUMNS);

/** The report line of a workload: medians over its rounds. @param resident memory of the service in MB */
export function summary({ name }: Workload, rounds: readonly Round[], resident: number | undefined): string {
  const median = (value: (round: Round) => number): number =>
    percentile(
      rounds.map(value).toSorted((one, other) => one - other),
      0.5,
    );
  return line([
    name,
    median(({ service }) => service.perSecond).toFixed(0),
    median(({ bare }) => bare.perSecond).toFixed(0),
    median(({ service, bare }) => service.perSecond / bare.perSecond).toFixed(2),
    median(({ service }) => service.median).toFixed(1),
    median(({ bare }) => bare.median).toFixed(1),
    median(({ service }) => service.p99).toFixed(1),
    median(({ bare }) => bare.p99).toFixed(1),
    median(({ service }) => service.processor).toFixed(2),
    median(({ bare }) => bare.processor).toFixed(2),
    median(({ service }) => service.bytes / 1024).toFixed(0),
    resident === undefined ? '' : String(resident),
  ]);
}

const line = (cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(5) : cell.padStart(WIDTH))).join('');
