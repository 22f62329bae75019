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

const isUnset = (value: unknown): boolean => value === null || value === undefined || (typeof value === 'string' && fold(value) === '');
