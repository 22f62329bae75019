import { fold } from '../text/fold';

/** Longer names are not typos, and comparing them takes time. */
const MAX_LENGTH = 60;

/** The known name that was probably meant: at most two edits away after folding. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const ranked = [...known]
    .map((each) => ({ each, editDistance: slips(fold(name), fold(each)) }))
    .sort((a, b) => a.editDistance - b.editDistance);
  const [best] = ranked;
  return best && best.editDistance <= Math.min(2, name.length / 2) ? best.each : undefined;
}

/** More names are not listed. */
const MOST_LISTED = 20;

/**
 * What is said of a name that no field has: the one that was probably meant, and all there are if they are few.
 * @param what the known ones are
 */
export function unknownField(name: string, known: Iterable<string>, what = 'a field'): string {
  const names = [...known];
  const meant = nearestName(name, names);
  const allowed = names.length > 0 && names.length <= MOST_LISTED ? `; allowed: ${names.join(', ')}` : '';
  if (meant !== undefined) return `is not ${what} (did you mean ${meant}?)${allowed}`;
  return `is not ${what}${allowed || '; /api/docs lists those that are'}`;
}

/** Levenshtein distance. */
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
