import type { RecordTypes } from '../fields/record-types';
import type { ValidationError } from '../problems';
import { unknownField } from '../problems/near-names';
import { ranges } from '../text/joined';
import type { ChangeFilter } from './change-filter';

const MOST_ERRORS = 20;

/**
 * What of a filter no change could match: types that are never published, events that no change raises, and fields that no change of
 * these types names.
 * @param stored a filter that was accepted before: fields that it has already in vain are let be
 */
export function errorsInFilter(known: RecordTypes, filter: ChangeFilter, stored: ChangeFilter = {}): ValidationError[] {
  const { types = [], events = [] } = filter;
  const had = new Set(fieldsInVain(known, stored));
  return [
    ...types.filter((name) => !known.publishedNames.some(isNamed(name))).map((name) => unknownType(name, known.publishedNames)),
    ...events.filter((id) => !known.changeEvents.has(id)).map((id) => unknownEvent(id, known.changeEvents)),
    ...fieldsInVain(known, filter)
      .filter((name) => !had.has(name))
      .map((name) => unknownName(name, namesOf(known, filter))),
  ].slice(0, MOST_ERRORS);
}

function fieldsInVain(known: RecordTypes, filter: ChangeFilter): string[] {
  const names = new Set(namesOf(known, filter).map((name) => name.toLowerCase()));
  return (filter.fields ?? []).filter((name) => !names.has(name.toLowerCase()));
}

/** The fields that changes of these types name; of types that are not known, any. */
function namesOf({ changedNames }: RecordTypes, { types = [] }: ChangeFilter): readonly string[] {
  const wanted = [...changedNames].filter(([type]) => types.some(isNamed(type)));
  return [...new Set((wanted.length > 0 ? wanted : [...changedNames]).flatMap(([, names]) => names))];
}

const isNamed =
  (name: string) =>
  (other: string): boolean =>
    name.toLowerCase() === other.toLowerCase();

const unknownType = (name: string, known: readonly string[]): ValidationError => ({
  pointer: '/types',
  detail: `${quoted(name)} must be one of ${known.toSorted().join(', ')}`,
});

const unknownEvent = (id: number, known: ReadonlySet<number>): ValidationError => ({
  pointer: '/events',
  detail: `${id} must be the id of an event that changes raise (kind C in the automation catalogue, and of runs): ${ranges([...known])}`,
});

const unknownName = (name: string, known: readonly string[]): ValidationError => ({
  pointer: '/fields',
  detail: `has ${quoted(name)}, which ${unknownField(name, known, 'a field that these changes name')}`,
});

const quoted = (name: string): string => JSON.stringify(name.slice(0, 100));
