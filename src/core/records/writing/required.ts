import { InvalidRequest } from '../../problems/problem';
import { fold } from '../../text/fold';

/**
 * Refuses a new record without one of these fields, and a change that clears one. A record that never had it stays as it is.
 * @throws InvalidRequest that names them
 */
export function requireFields<T extends { id: number }>(before: T, after: T, ...names: readonly (keyof T & string)[]): void {
  const isNew = (after.id as number | undefined) === undefined;
  const missing = names.filter((name) => isUnset(after[name]) && (isNew || !isUnset(before[name])));
  if (missing.length > 0) throw InvalidRequest.because(missing.map((name) => ({ pointer: `/${name}`, detail: 'is required' })));
}

/** Refuses a new record without any of these texts; a stored one may lose them. @throws InvalidRequest that names the last one */
export function requireOneOf<T extends { id: number }>(after: T, ...names: readonly (keyof T & string)[]): void {
  if ((after.id as number | undefined) !== undefined || names.some((name) => !isUnset(after[name]))) return;
  throw InvalidRequest.because([{ pointer: `/${names.at(-1)}`, detail: `is required without ${names.slice(0, -1).join(' or ')}` }]);
}

const isUnset = (value: unknown): boolean => value === null || value === undefined || (typeof value === 'string' && fold(value) === '');
