import { hiddenFields, type Caller } from '../callers';
import { fieldsOf, type Field } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import { InvalidRequest, type ValidationError } from '../problems';
import { bindBody } from '../http/bind-body';
import { propertiesOf, type Shape } from '../http/body-shape';

/** A record type that can be exported and imported. */
export interface BulkType {
  readonly type: RecordType;
  /** The bodies of its POST and its PUT. */
  readonly created: Shape;
  readonly updated: Shape;
}

/** The columns of an export: the fields of a response that the caller sees, and the additional lists of a body. */
export function columnsOf({ type, updated }: BulkType, caller: Caller): readonly string[] {
  const hidden = hiddenFields(type, caller);
  const responseFields = type.fields.filter((field) => field.inResponse === 'field' && !hidden.includes(field)).map(({ name }) => name);
  const lists = [...propertiesOf(updated)].flatMap(([name, nested]) => (nested && !responseFields.includes(name) ? [name] : []));
  return [...responseFields.toSorted((one, other) => rank(one) - rank(other)), ...lists];
}

/** The id comes first and the custom fields last, as in a response. */
const rank = (name: string): number => (name === 'id' ? 0 : name.startsWith('customField') ? 2 : 1);

/** The field of a body by its name; undefined for nested arrays and objects. */
export function fieldsByName({ updated }: BulkType): ReadonlyMap<string, Field> {
  return new Map(fieldsOf(updated).map((field) => [field.name, field]));
}

/** @throws InvalidRequest with every unknown or duplicate column */
export function checkColumns({ updated }: BulkType, names: readonly string[]): void {
  const known = propertiesOf(updated);
  const unknown = bindBody(updated, Object.fromEntries(names.filter((name) => !known.has(name)).map((name) => [name, null]))).errors;
  const twice = names
    .filter((name, index) => names.indexOf(name) < index)
    .map((name): ValidationError => ({ pointer: `/${name}`, detail: 'must be the name of only one column' }));
  if (unknown.length + twice.length === 0) return;
  const [first] = [...unknown, ...twice];
  throw new InvalidRequest(`The first line must contain field names; ${first?.pointer.slice(1) || 'an empty name'} ${first?.detail}.`, [
    ...unknown,
    ...twice,
  ]);
}
