import { markdownTable } from '../results';
import { atOnceLines, type AtOnce } from './at-once';
import type { Result } from './measure';

/** A question may cost this many times what it costs in the smallest firm. */
export const MOST_GROWTH = 1.5;

/** The results of a question by the size of the firm. */
export interface Growth {
  readonly name: string;
  readonly results: ReadonlyMap<number, Result>;
}

/** What the questions cost, and what becomes of some at once in the largest firm. */
export interface MeasuredGrowth {
  readonly growth: readonly Growth[];
  readonly atOnce?: AtOnce;
}

const NAME_WIDTH = 40;
const WIDTH = 22;

export const growthHeading = (sizes: readonly number[]): string =>
  line(
    'ms, times the smallest',
    sizes.map((size) => size.toLocaleString('en')),
  );

export const growthLine = ({ name, results }: Growth, sizes: readonly number[]): string => line(name, cellsOf(results, sizes));

/** The same as a table in Markdown, and what became of questions at once. */
export const growthMarkdown = ({ growth, atOnce }: MeasuredGrowth, sizes: readonly number[]): string =>
  [
    markdownTable(
      ['question', ...sizes.map((size) => size.toLocaleString('en'))],
      growth.map(({ name, results }) => [name, ...cellsOf(results, sizes)]),
    ),
    ...(atOnce
      ? [
          `In the largest firm:\n\n${atOnceLines(atOnce)
            .map((line) => `- ${line}`)
            .join('\n')}`,
        ]
      : []),
  ].join('\n\n');

function cellsOf(results: ReadonlyMap<number, Result>, sizes: readonly number[]): string[] {
  const smallest = results.get(sizes[0] ?? 0);
  return sizes.map((size, index) => cellOf(results.get(size), index === 0 ? undefined : smallest));
}

function cellOf(result: Result | undefined, smallest: Result | undefined): string {
  if (!result) return '';
  if ('failed' in result) return 'failed';
  if ('timedOutAfter' in result) return `503 after ${(result.timedOutAfter / 1000).toFixed(1)} s`;
  const median = result.median.toFixed(1);
  if (!smallest || !('median' in smallest)) return median;
  const ratio = result.median / smallest.median;
  return `${median} (${ratio.toFixed(2)}${ratio > MOST_GROWTH ? ', >1.5' : ''})`;
}

const line = (name: string, cells: readonly string[]): string =>
  name.padEnd(NAME_WIDTH) + cells.map((cell) => cell.padStart(WIDTH)).join('');
