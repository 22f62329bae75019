import type { Field, FieldType } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import type { NamedRelation } from './tree';

/** A field that is no list put together by its area. */
export type TypedField = Field & { readonly type: FieldType };

/** Can rules and orders use the field? Not secrets, nor lists put together by their area. */
export const isFilterable = (field: Field): field is TypedField => field.type !== undefined && !field.hidden;

/** The field that rules may name so, in either case. */
export const filterableField = (type: RecordType, name: string): Field | undefined => inEitherCase(type.fields.filter(isFilterable), name);

/** The field that holds the value: of a second name, the first. */
export function resolveAlias(type: RecordType, field: Field): Field {
  return field.source.in === 'same' ? resolveAlias(type, type.field(field.source.as)) : field;
}

/** Can a record have no value in the field? Numbers and flags that are always there count as set, be they 0 or false. */
export function canBeUnset(type: RecordType, field: Field): boolean {
  const { source, unset, type: kind } = resolveAlias(type, field);
  if (source.in === 'column') return kind === 'text' || source.column.nullable === true;
  return source.in !== 'figure' || source.to !== undefined || unset === null || unset === undefined;
}

/** The related records of a type: those it declares, and the record behind each reference (`clientID`: `client`). */
export function relationsOf(type: RecordType): readonly NamedRelation[] {
  const declared = Object.entries(type.relations).map(([name, relation]) => ({ name, ...relation }));
  const references = referencesOf(type).map(({ name, to, field }) => ({ name, to, on: `x.id = r.\`${field.name}\`` }));
  return [...declared, ...references.filter(({ name }) => !(name in type.relations))];
}

/** A field with the id of another record, under the name of that record. */
export interface Reference {
  readonly name: string;
  readonly to: string;
  readonly field: Field;
}

/** The records that those of a type refer to, each by one field: `clientID` by the name `client`. */
export const referencesOf = (type: RecordType): readonly Reference[] => type.fields.filter(isFilterable).flatMap(referenceOf);

export const referenceNamed = (type: RecordType, name: string): Reference | undefined => inEitherCase(referencesOf(type), name);

export const relationNamed = (type: RecordType, name: string): NamedRelation | undefined => inEitherCase(relationsOf(type), name);

/** The type of the records whose ids the field holds. */
export const referencedType = ({ source }: Field): string | undefined =>
  source.in === 'reference' || source.in === 'figure' ? source.to : undefined;

function referenceOf(field: Field): Reference[] {
  const { source, name } = field;
  return source.in === 'reference' ? [{ name: name.replace(/^(.+)I[Dd](\d*)$/, '$1$2'), to: source.to, field }] : [];
}

function inEitherCase<T extends { readonly name: string }>(all: readonly T[], name: string): T | undefined {
  const wanted = name.toLowerCase();
  return all.find((each) => each.name === name) ?? all.find((each) => each.name.toLowerCase() === wanted);
}
