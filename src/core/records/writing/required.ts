import type { Field } from '../../fields/field';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import { InvalidRequest } from '../../problems/problem';
import { fold } from '../../text/fold';

const requiredFields = perType((type): readonly Field[] => type.fields.filter(({ required }) => required));

/**
 * Refuses a new record without one of the fields that its type requires, and a change that clears one. A record that never had it stays
 * as it is.
 * @throws InvalidRequest that names them
 */
export function requireFields<T extends { id: number }>(type: RecordType<T>, before: T, after: T): void {
  const isNew = (after.id as number | undefined) === undefined;
  const isMissing = (name: string): boolean => isUnset(valueOf(after, name)) && (isNew || !isUnset(valueOf(before, name)));
  const missing = requiredFields(type).filter(({ name }) => isMissing(name));
  if (missing.length > 0) throw InvalidRequest.because(missing.map(({ name }) => ({ pointer: `/${name}`, detail: 'is required' })));
}

const valueOf = (record: object, name: string): unknown => (record as Readonly<Record<string, unknown>>)[name];

/** Refuses a new record without any of these texts; a stored one may lose them. @throws InvalidRequest that names the last one */
export function requireOneOf<T extends { id: number }>(after: T, ...names: readonly (keyof T & string)[]): void {
  if ((after.id as number | undefined) !== undefined || names.some((name) => !isUnset(after[name]))) return;
  throw InvalidRequest.because([{ pointer: `/${names.at(-1)}`, detail: `is required without ${names.slice(0, -1).join(' or ')}` }]);
}

const isUnset = (value: unknown): boolean => value === null || value === undefined || (typeof value === 'string' && fold(value) === '');
