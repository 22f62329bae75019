import type { Field } from '../fields/field';
import { keyFields } from '../fields/index-row';
import type { RecordType } from '../fields/record-type';
import { textKeyFields } from '../fields/text-keys';
import type { RecordTypes } from '../fields/record-types';
import { referencedType, resolveAlias } from './filterable';

/**
 * How the records of a type can be read in the order of a field without sorting all: along a key of their index rows (`own`), or beginning
 * at the table that has the value (`joined`): other texts with a key, figures with one, and names that have one or are few, of what a field
 * with a key refers to.
 */
export function walkOf(types: RecordTypes, type: RecordType, field: Field): 'own' | 'joined' | undefined {
  const held = resolveAlias(type, field);
  if (held.name === 'id') return 'own';
  const { source } = held;
  if (source.in === 'figure') return !source.live && held.indexed === 'key' ? 'joined' : undefined;
  if (textKeyFields(type).includes(held)) return 'joined';
  if (source.in === 'name') return source.parent === undefined && isNameWalkable(types, type, type.field(source.of)) ? 'joined' : undefined;
  return isKey(type, held) ? 'own' : undefined;
}

/** Is it the name of one of many records, such as a client, so that few have the same? */
export function isNameOfMany(types: RecordTypes, type: RecordType, field: Field): boolean {
  const { source } = resolveAlias(type, field);
  if (source.in !== 'name') return false;
  const to = referencedType(resolveAlias(type, type.field(source.of)));
  return to !== undefined && !types.named(to).namesKept;
}

function isNameWalkable(types: RecordTypes, type: RecordType, of: Field): boolean {
  const reference = resolveAlias(type, of);
  if (reference.source.in === 'code' || !isKey(type, reference)) return false;
  const to = referencedType(reference);
  if (to === undefined) return true;
  const named = types.named(to);
  return named.namesKept || isKey(named, named.field(named.display));
}

const isKey = (type: RecordType, field: Field): boolean => keyFields(type).includes(field);
