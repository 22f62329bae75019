import { keptFigures } from '../../database/side-tables';
import type { RecordType } from '../../fields/record-type';

/**
 * The kept figures of a type that can change with a record of another type: those whose SQL names its table and, where only
 * some of its fields changed, one of these.
 * @param changed absent: all of the record, as when it is made
 */
export function figuresThatFollow(type: RecordType, from: RecordType, changed?: readonly string[]): string[] {
  return keptFigures(type).flatMap(({ name, source }) => {
    if (source.in !== 'figure') return [];
    const isOf = type === from || names(source.sql, [from.table]);
    return isOf && names(source.sql, changed) ? [name] : [];
  });
}

/** Does the SQL name one of them? */
function names(text: string, sought: readonly string[] | undefined): boolean {
  return sought === undefined || sought.some((each) => wordsOf(text).has(each));
}

const known = new Map<string, ReadonlySet<string>>();

/** They are asked for at every change, and there are some hundred texts. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = known.get(text) ?? new Set(text.match(/\w+/g));
  known.set(text, words);
  return words;
}
