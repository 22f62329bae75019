import { below } from '../problems/pointers';
import type { ParseContext } from './parse-context';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A misspelt key must not be ignored silently. */
export function rejectUnknownKeys(object: JsonObject, allowed: readonly string[], pointer: string, reading: ParseContext): void {
  for (const key of Object.keys(object)) {
    if (!allowed.includes(key)) reading.addError(below(pointer, key), `is not a known key: use one of ${allowed.join(', ')}`);
  }
}
