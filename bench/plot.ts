import { GOALS } from './goals';
import type { Summary } from './report';

const BAR = 22;
const GAP = 14;
const LEFT = 60;
const RIGHT = 70;
const WIDTH = 640;
const TOP = 44;
const COLOURS = { reached: '#2e7d32', missed: '#c62828', goal: '#212121', bare: '#9e9e9e', range: '#90caf9' } as const;

/** Bars of the ratios, with the range of the rounds, a mark at the goal of each, and a line at bare. */
export function plotOf(title: string, summaries: readonly Summary[]): string {
  const most = Math.max(1, ...summaries.map(({ name, range }) => Math.max(range[1], GOALS[name] ?? 0)));
  const x = (ratio: number): number => Math.round(LEFT + (ratio / most) * (WIDTH - LEFT - RIGHT));
  const height = TOP + summaries.length * (BAR + GAP) + 10;
  const bars = summaries.map(({ name, ratio, range: [lowest, highest] }, index) => {
    const y = TOP + index * (BAR + GAP);
    const goal = GOALS[name];
    const isReached = goal === undefined || ratio >= goal;
    return [
      `<text x="${LEFT - 8}" y="${y + 16}" text-anchor="end">${name}</text>`,
      `<rect x="${LEFT}" y="${y}" width="${x(ratio) - LEFT}" height="${BAR}" fill="${isReached ? COLOURS.reached : COLOURS.missed}"/>`,
      `<line x1="${x(lowest)}" y1="${y + BAR / 2}" x2="${x(highest)}" y2="${y + BAR / 2}" stroke="${COLOURS.range}" stroke-width="2"/>`,
      ...(goal === undefined ? [] : [vertical(x(goal), y - 4, y + BAR + 4, COLOURS.goal, 3)]),
      `<text x="${Math.max(x(highest), x(goal ?? 0)) + 8}" y="${y + 16}">${ratio.toFixed(2)}</text>`,
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13">
<rect width="100%" height="100%" fill="white"/>
<text x="${LEFT}" y="18" font-weight="bold">${title}</text>
<text x="${LEFT}" y="34" fill="#616161">Throughput as a share of bare (grey line); the black mark is the goal, the light line the range of the rounds</text>
${vertical(x(1), TOP - 4, height - 8, COLOURS.bare, 1)}
${bars.join('\n')}
</svg>
`;
}

const vertical = (x: number, from: number, to: number, colour: string, width: number): string =>
  `<line x1="${x}" y1="${from}" x2="${x}" y2="${to}" stroke="${colour}" stroke-width="${width}"/>`;
