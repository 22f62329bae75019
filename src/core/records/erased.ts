import type { RecordType } from '../fields/record-type';
import { Conflict } from '../problems';
import { capitalize, displayName } from './display-name';

/** Of a type whose records are persons, the field that is set once one has been erased. */
const ERASED = 'erasedDate';

/** When a person was erased; null: it has not been. */
export const erasedDateOf = (person: object): Date | null => (person as { [ERASED]?: Date | null })[ERASED] ?? null;

/** @throws Conflict for a person who has been erased */
export function checkNotErased(type: RecordType, record: { readonly id: number }): void {
  if (erasedDateOf(record)) refuseErased(type, record.id);
}

/** @throws Conflict */
export function refuseErased(type: RecordType, id: number): never {
  throw new Conflict(`${capitalize(displayName(type))} ${id} has been erased and cannot be changed.`);
}
