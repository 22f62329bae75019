import { hiddenFields, type Caller } from '../callers';
import { fieldsOf, type Field } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import { propertiesOf, type Shape } from '../http/body-shape';
import type { TagsOfRecords } from './tags';

/** A record type that can be exported and imported. */
export interface BulkType {
  readonly type: RecordType;
  /** The bodies of its POST and its PUT. */
  readonly created: Shape;
  readonly updated: Shape;
  /** The fields by which rows can find their records, beside the id. */
  readonly keys: Readonly<Partial<Record<'email' | 'reference' | 'externalID', string>>>;
  /** The field with the user responsible for a record; the column `owner` fills it by name or e-mail address. */
  readonly owner?: string;
  /** What the column `divisions` fills: a list, or the field `division`. */
  readonly divisions?: 'many' | 'one';
  /** The column `tags`. */
  readonly tags?: TagsOfRecords;
  /** The fields with phone numbers. */
  readonly phones?: readonly string[];
}

/** The owner, if the response of the type does not show it. */
export const hiddenOwner = ({ owner, updated }: BulkType): string | undefined =>
  owner !== undefined && !propertiesOf(updated).has(owner) ? owner : undefined;

/** The columns of an export: the fields of a response that the caller sees, the owner, and the additional lists of a body. */
export function columnsOf(bulkType: BulkType, caller: Caller): readonly string[] {
  const { type, updated } = bulkType;
  const hidden = hiddenFields(type, caller);
  const responseFields = type.fields.filter((field) => field.inResponse === 'field' && !hidden.includes(field)).map(({ name }) => name);
  const lists = [...propertiesOf(updated)].flatMap(([name, nested]) => (nested && !responseFields.includes(name) ? [name] : []));
  const owner = hiddenOwner(bulkType) ?? [];
  return [...responseFields.concat(owner).toSorted((one, other) => rank(one) - rank(other)), ...lists];
}

/** The id comes first and the custom fields last, as in a response. */
const rank = (name: string): number => (name === 'id' ? 0 : name.startsWith('customField') ? 2 : 1);

/** Columns of an import that are no fields of its bodies. */
export function extraColumns(bulkType: BulkType): readonly string[] {
  const { owner, divisions, tags } = bulkType;
  return [owner && 'owner', hiddenOwner(bulkType), divisions && 'divisions', tags && 'tags'].filter((name) => name !== undefined);
}

/** The names that the columns of an import can have. */
export const importableColumns = (bulkType: BulkType): ReadonlySet<string> =>
  new Set([...propertiesOf(bulkType.updated).keys(), ...extraColumns(bulkType)]);

/** The field of a column by its name; undefined for nested arrays and objects. What is not computed from a cell is text. */
export function fieldsByName(bulkType: BulkType): ReadonlyMap<string, Field> {
  const owner = hiddenOwner(bulkType);
  const fields = new Map(fieldsOf(bulkType.updated).map((field) => [field.name, field]));
  if (owner !== undefined) fields.set(owner, bulkType.type.field(owner));
  return fields;
}
