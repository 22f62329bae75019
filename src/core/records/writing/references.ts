import { rows } from '../../database/rows';
import type { View } from '../../database/transactions';
import { visibleIds } from '../../database/visible-ids';
import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { entriesWith } from '../../lookups';
import { InvalidRequest, type ValidationError } from '../../problems/problem';
import { identifier, sql, values as valuesOf } from '../../sql';
import { displayName } from '../display-name';
import type { RecordChange } from '../rules';
import { blankRecord, storedFields, type Stored } from './stored';

type Value = number | string;

/**
 * Checks that the records and lookup entries exist that the changed fields refer to, and that the caller sees the records.
 * @throws InvalidRequest naming every field with an invalid reference
 */
export async function checkReferences<T extends object>(view: View, type: RecordType<T>, before: T, after: T): Promise<void> {
  const [problem] = await invalidReferences(view, type, [{ before, after }]);
  if (problem) throw problem;
}

/** The same for many records of a type with one query per kind of reference. @returns a problem for each record that has one */
export async function invalidReferences(
  view: View,
  type: RecordType,
  changes: readonly RecordChange[],
): Promise<(InvalidRequest | undefined)[]> {
  const errors = changes.map((): ValidationError[] => []);
  for (const field of storedFields(type).filter(isReference)) {
    const changed = changes.map(({ before, after }) => changedValue(field, before as Stored, after as Stored));
    if (changed.every((value) => value === undefined)) continue;
    const invalid = await invalidValues(view, field, [...new Set(changed.flatMap((value) => value ?? []))]);
    changed.forEach((value, index) => {
      const detail = value === undefined ? undefined : invalid.get(value);
      if (detail !== undefined) errors[index]!.push({ pointer: `/${field.name}`, detail });
    });
  }
  return errors.map((found) => (found.length > 0 ? InvalidRequest.because(found) : undefined));
}

/** The error of a reference; undefined when it is valid or the field is not a reference. */
export const validateReference = async (view: View, field: Field, value: Value): Promise<string | undefined> =>
  (await invalidValues(view, field, [value])).get(value);

/** A copied body without the references that could not be made any more: to what has been deleted, or to users who are inactive. */
export async function withoutOldReferences(view: View, type: RecordType, body: object): Promise<object> {
  const blank = blankRecord(type);
  const [problem] = await invalidReferences(view, type, [{ before: blank, after: Object.assign(blankRecord(type), body) }]);
  const names = problem ? problem.errors.map(({ pointer }) => pointer.slice(1)) : [];
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

const isReference = ({ source }: Field): boolean => source.in === 'reference' || source.in === 'lookup' || source.in === 'code';

function changedValue({ name }: Field, before: Stored, after: Stored): Value | undefined {
  const value = after[name];
  return value === null || value === undefined || value === '' || value === before[name] ? undefined : (value as Value);
}

/** The errors of those values that refer to nothing. */
async function invalidValues(view: View, { source, required }: Field, values: readonly Value[]): Promise<ReadonlyMap<Value, string>> {
  if (values.length === 0) return new Map();
  switch (source.in) {
    case 'reference': {
      const to = view.types.named(source.to);
      const existing = await visibleIds(view, to, values as number[]);
      const orNone = required ? '' : ', or 0 for none';
      const unknown = without(existing, values, `must be the id of an existing ${displayName(to)}${orNone}`);
      return new Map([...unknown, ...(await inactiveOnes(view, to, existing, orNone))]);
    }
    case 'lookup':
    case 'code': {
      const key = source.in === 'lookup' ? 'id' : 'code';
      // compared below, because to servers a code with a space behind it is the same
      const found = await rows(view.em, entriesWith(source.list, key, values));
      const existing = found.map(([same]) => same as Value);
      return without(existing, values, `must be the ${key} of an entry in the lookup list ${source.list}`);
    }
    default:
      return new Map();
  }
}

/** Those of existing records to which nothing may newly refer. */
async function inactiveOnes(view: View, to: RecordType, existing: readonly number[], orNone: string): Promise<ReadonlyMap<Value, string>> {
  if (!to.activeField || existing.length === 0) return new Map();
  const active = identifier(to.activeField);
  const found = await rows(view.em, sql`SELECT id FROM ${identifier(to.table)} WHERE id IN (${valuesOf(existing)}) AND ${active} = 1`);
  return without(
    found.map(([id]) => id as number),
    existing,
    `must be the id of an active ${displayName(to)}${orNone}`,
  );
}

function without(existing: readonly Value[], values: readonly Value[], error: string): ReadonlyMap<Value, string> {
  const known = new Set(existing);
  return new Map(values.filter((value) => !known.has(value)).map((value) => [value, error]));
}
