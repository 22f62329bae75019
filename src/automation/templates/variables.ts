import type { RecordType } from '../../core/fields/record-type';
import type { RecordTypes } from '../../core/fields/record-types';
import { nearestName } from '../../core/problems/near-names';
import { referenceNamed, referencesOf, type Reference } from '../../core/query';
import { filterableField, isFilterable } from '../../core/query/filterable';
import { ownerFieldOf } from '../actions/fields';

/** The names of a value in a template: `client.name` is client, name. */
export type Path = readonly string[];

/** What is no field of a record. */
const OTHERS: readonly string[] = ['now', 'unsubscribeUrl'];
/** The field of a record that a record refers to that the record refers to: `job.client.name`. */
const MOST_NAMES = 4;

/** Is it the field of a record? */
export const isField = ([first = '', ...others]: Path): boolean => others.length > 0 || !OTHERS.includes(first);

/** The record that a record of the type refers to by that name; `owner` is the user responsible for it, whatever the field is called. */
export function referenceOf(type: RecordType, name: string): Reference | undefined {
  const named = referenceNamed(type, name);
  if (named || name.toLowerCase() !== 'owner') return named;
  const owner = ownerFieldOf(type);
  return owner && referencesOf(type).find(({ field }) => field === owner);
}

/** What is wrong with the name of a value, as the end of a sentence; undefined if it stands for one. */
export function pathError(types: RecordTypes, record: RecordType, path: Path): string | undefined {
  const written = `uses {{${path.join('.')}}}`;
  if (!isField(path)) return undefined;
  if (path.length === 1) {
    const [name = ''] = path;
    return fieldError(record, name, [...fieldNames(record), ...OTHERS], `${written}, which`);
  }
  if (path.length > MOST_NAMES) return `${written}, which leads too far: at most ${MOST_NAMES - 1} records from one to the next`;
  return furtherError(types, record, path, written);
}

function furtherError(types: RecordTypes, type: RecordType, [name = '', ...rest]: Path, written: string): string | undefined {
  if (rest.length === 0) return fieldError(type, name, fieldNames(type), `${written}, but ${name}`);
  const reference = referenceOf(type, name);
  if (reference) return furtherError(types, types.named(reference.to), rest, written);
  const known = [...referencesOf(type).map((each) => each.name), ...(ownerFieldOf(type) ? ['owner'] : [])];
  return `${written}, but a ${type.name} refers to no other record as ${name}${perhaps(name, known)}`;
}

function fieldError(type: RecordType, name: string, known: readonly string[], subject: string): string | undefined {
  if (filterableField(type, name)) return undefined;
  if (referenceOf(type, name)) return `${subject} is another record: name a field of it, such as {{${name}.id}}`;
  const where = type.moduleId === undefined ? '' : ' in the catalogue';
  return `${subject} is not a field of ${type.name}${where}${perhaps(name, known)}`;
}

const fieldNames = (type: RecordType): string[] => type.fields.filter(isFilterable).map(({ name }) => name);

function perhaps(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  return meant === undefined ? '' : `: perhaps ${meant}`;
}
