import type { FieldType } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import type { RecordTypes } from '../fields/record-types';
import { storesDays } from './dates';
import { canBeUnset, resolveAlias, isFilterable, referencedType, relationsOf, type TypedField } from './filterable';
import { walkOf } from './walkable';
import { MATCH_MODES, operatorsOf, valuesOf, type MatchMode, type Operator } from './operators';

/** A field that rules and orders can use, as a rule editor shows it. */
export interface CatalogueField {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly operators: readonly Operator[];
  /** Of a date: it has no time. */
  readonly isDay?: boolean;
  /** The numbers of an enumeration. */
  readonly values?: readonly number[];
  /** Can it be unset? */
  readonly nullable: boolean;
  /** Do equality, ranges and orders find records by it without reading all? */
  readonly indexed: boolean;
  /** Computed by the service. */
  readonly readOnly: boolean;
  /** The lookup list whose ids or codes it holds. */
  readonly lookup?: string;
  /** The type of the records whose ids it holds. */
  readonly refersTo?: string;
}

/** Related records that a rule can count by `match`. */
export interface CatalogueRelation {
  readonly name: string;
  readonly label: string;
  readonly refersTo: string;
  readonly matchModes: readonly MatchMode[];
}

export function catalogueFieldsOf(types: RecordTypes, type: RecordType): readonly CatalogueField[] {
  return type.fields.filter(isFilterable).map((field) => catalogueField(types, type, field));
}

export function catalogueRelationsOf(type: RecordType): readonly CatalogueRelation[] {
  return relationsOf(type).map(({ name, to }) => ({ name, label: labelOf(name), refersTo: to, matchModes: MATCH_MODES }));
}

function catalogueField(types: RecordTypes, type: RecordType, field: TypedField): CatalogueField {
  const held = resolveAlias(type, field);
  const values = valuesOf(field);
  const refersTo = referencedType(held);
  return {
    name: field.name,
    label: labelOf(field.name),
    type: field.type,
    operators: operatorsOf(field),
    ...(field.type === 'date' ? { isDay: storesDays(held) } : {}),
    ...(values && { values }),
    nullable: canBeUnset(type, field),
    indexed: walkOf(types, type, held) !== undefined,
    readOnly: field.derived,
    ...(held.source.in === 'lookup' || held.source.in === 'code' ? { lookup: held.source.list } : {}),
    ...(refersTo === undefined ? {} : { refersTo }),
  };
}

/** `createdByID`: Created by ID; `customField12`: Custom field 12. */
export function labelOf(name: string): string {
  const words = name.split(/_|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Za-z])(?=\d)/);
  return words.map((word, index) => (index === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : inner(word))).join(' ');
}

const inner = (word: string): string => (/^id$/i.test(word) ? 'ID' : word.toLowerCase());
