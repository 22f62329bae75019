import { fieldsOf, type Field } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import { InvalidRequest, type Complaint } from '../http';
import { bindBody } from '../http/bind-body';
import { propertiesOf, type Shape } from '../http/body-shape';

/** What is needed to read and write the records of a type in bulk. */
export interface Bulky {
  readonly type: RecordType;
  /** The bodies of its POST and its PUT. */
  readonly created: Shape;
  readonly updated: Shape;
}

/** The columns of an export, which are those that an import takes: the fields of an answer, and the lists that a body has besides. */
export function columnsOf({ type, updated }: Bulky): readonly string[] {
  const answered = type.fields.filter((field) => field.answered === 'field').map(({ name }) => name);
  const beside = [...propertiesOf(updated)].flatMap(([name, nested]) => (nested && !answered.includes(name) ? [name] : []));
  return [...answered.toSorted((one, other) => rank(one) - rank(other)), ...beside];
}

/** The id comes first and the custom fields last, as in an answer. */
const rank = (name: string): number => (name === 'id' ? 0 : name.startsWith('customField') ? 2 : 1);

/** The field of a body by its name; undefined for lists and objects of their own. */
export function fieldsByName({ updated }: Bulky): ReadonlyMap<string, Field> {
  return new Map(fieldsOf(updated).map((field) => [field.name, field]));
}

/** @throws InvalidRequest that names every column that is none, or is there twice */
export function checkColumns({ updated }: Bulky, names: readonly string[]): void {
  const known = propertiesOf(updated);
  const unknown = bindBody(updated, Object.fromEntries(names.filter((name) => !known.has(name)).map((name) => [name, null]))).complaints;
  const twice = names
    .filter((name, index) => names.indexOf(name) < index)
    .map((name): Complaint => ({ pointer: `/${name}`, detail: 'must be the name of one column only' }));
  if (unknown.length + twice.length === 0) return;
  const [first] = [...unknown, ...twice];
  throw new InvalidRequest(
    `The first line must name the fields of the columns; ${first?.pointer.slice(1) || 'an empty name'} ${first?.detail}.`,
    [...unknown, ...twice],
  );
}
