import { storedFigures } from '../side-tables';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';

/**
 * The kept figures of a type that can change with a record of another type: those whose SQL names its table and, where only
 * some of its fields changed, one of these.
 * @param changed absent: all of the record, as when it is made
 */
export const figuresAffectedBy = (types: RecordTypes, type: RecordType, from: RecordType, changed?: readonly string[]): string[] =>
  figuresOn(types, type, (text) => (type === from || mentions(text, [from.table])) && mentions(text, changed));

/** Those that can change with a new record of another type: their SQL names its table, or one that links both. */
export function figuresAffectedByNew(types: RecordTypes, type: RecordType, from: RecordType): string[] {
  const tables = [from.table, ...tablesIn(types.expand(from.affects[type.name] ?? ''))];
  return figuresOn(types, type, (text) => type === from || mentions(text, tables));
}

const figuresOn = (types: RecordTypes, type: RecordType, isAffected: (text: string) => boolean): string[] =>
  storedFigures(type).flatMap(({ name, source }) => (source.in === 'figure' && isAffected(types.expand(source.sql)) ? [name] : []));

const tablesIn = (text: string): string[] => [...text.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/g)].map(([, table]) => table!);

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
