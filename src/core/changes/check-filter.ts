import type { RecordTypes } from '../fields/record-types';
import type { ValidationError } from '../problems';
import { ranges } from '../text/joined';
import type { ChangeFilter } from './change-filter';

const MOST_ERRORS = 20;

/** What of a filter no change could match: types that are never published, and events that no change raises. */
export function errorsInFilter(known: RecordTypes, { types = [], events = [] }: ChangeFilter): ValidationError[] {
  const names = new Set(known.publishedNames.map((name) => name.toLowerCase()));
  return [
    ...types.filter((name) => !names.has(name.toLowerCase())).map((name) => unknownType(name, known.publishedNames)),
    ...events.filter((id) => !known.changeEvents.has(id)).map((id) => unknownEvent(id, known.changeEvents)),
  ].slice(0, MOST_ERRORS);
}

const unknownType = (name: string, known: readonly string[]): ValidationError => ({
  pointer: '/types',
  detail: `${JSON.stringify(name.slice(0, 100))} must be one of ${known.toSorted().join(', ')}`,
});

const unknownEvent = (id: number, known: ReadonlySet<number>): ValidationError => ({
  pointer: '/events',
  detail: `${id} must be the id of an event that changes raise (kind C in the automation catalogue, and of runs): ${ranges([...known])}`,
});
