import { storedFigures } from '../side-tables';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';

/**
 * The kept figures of a type that can change with a record of another type: those whose SQL names its table and, where only
 * some of its fields changed, one of these.
 * @param changed absent: all of the record, as when it is made
 */
export function figuresAffectedBy(types: RecordTypes, type: RecordType, from: RecordType, changed?: readonly string[]): string[] {
  return storedFigures(type).flatMap(({ name, source }) => {
    if (source.in !== 'figure') return [];
    const text = types.expand(source.sql);
    const isOf = type === from || mentions(text, [from.table]);
    return isOf && mentions(text, changed) ? [name] : [];
  });
}

/** Does the SQL name one of them? @param sought absent: any */
export function mentions(text: string, sought: readonly string[] | undefined): boolean {
  return sought === undefined || sought.some((each) => wordsOf(text).has(each));
}

const known = new Map<string, ReadonlySet<string>>();

/** Memoised, since every change needs them and there are some hundred SQL texts. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = known.get(text) ?? new Set(text.match(/\w+/g));
  known.set(text, words);
  return words;
}
