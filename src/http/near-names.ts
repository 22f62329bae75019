import { fold } from '../text/fold';

/** Names longer than this are no slip of the finger, and comparing them takes time. */
const LONGEST = 60;

/** The known name that was probably meant: the same in other spelling, or at most two keys away. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  const ranked = [...known].map((each) => ({ each, slips: slips(fold(name), fold(each)) })).sort((a, b) => a.slips - b.slips);
  const [best] = ranked;
  return best && best.slips <= Math.min(2, name.length / 2) ? best.each : undefined;
}

/** Letters put in, left out or replaced (Levenshtein). */
function slips(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = above[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current[column] = Math.min(replaced, above[column]! + 1, current[column - 1]! + 1);
    }
    above = current;
  }
  return above[b.length]!;
}
