import { Presets, SingleBar } from 'cli-progress';

/** Shows the progress of long-running work. */
export interface Progress {
  advance(steps: number): void;
  end(): void;
}

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** A progress bar on a terminal, otherwise a line every 10 %. */
export const progressTo = (output: Output & NodeJS.WritableStream, total: number): Progress =>
  output.isTTY ? bar(output, total) : lines(output, total);

function bar(stream: NodeJS.WritableStream, total: number): Progress {
  const shown = new SingleBar(
    { stream, format: '{bar} {percentage} % | {value} of {total} | {eta_formatted} left', hideCursor: true },
    Presets.shades_classic,
  );
  shown.start(total, 0);
  return {
    advance: (steps) => shown.increment(steps),
    end: () => {
      shown.update(total);
      shown.stop();
    },
  };
}

export function lines(output: Output, total: number): Progress {
  let done = 0;
  let tenths = 0;
  return {
    advance: (steps) => {
      done += steps;
      // the total is an estimate and can be exceeded
      const reached = Math.min(9, Math.floor((done / total) * 10));
      if (reached > tenths) output.write(`${reached * 10} %\n`);
      tenths = Math.max(tenths, reached);
    },
    end: () => void output.write('100 %\n'),
  };
}
