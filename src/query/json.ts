import { below } from '../http/pointers';
import type { Reading } from './problems';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A misspelt key must not vanish silently. */
export function complainOfOtherKeys(object: JsonObject, allowed: readonly string[], pointer: string, reading: Reading): void {
  for (const key of Object.keys(object)) {
    if (!allowed.includes(key)) reading.complain(below(pointer, key), `is not known here: the keys are ${allowed.join(', ')}`);
  }
}
