import type { AutomationDefinition } from './definition';
import { withPointerPrefix, type ValidationError } from './parse-result';

export type JsonField = 'filtersJSON' | 'actionsJSON' | 'scheduleMetaDataJSON' | 'orderByJSON';
export const JSON_FIELDS: readonly JsonField[] = ['filtersJSON', 'actionsJSON', 'scheduleMetaDataJSON', 'orderByJSON'];

/** A parsed JSON field: its value, 'empty' (absent, null, "", {} or []), or the error that it is not JSON. */
export type ParsedJson = { readonly value: unknown } | 'empty' | { readonly malformed: ValidationError };

export function parseJsonField(definition: AutomationDefinition, field: JsonField): ParsedJson {
  const text = definition[field]?.trim() ?? '';
  if (text === '') return 'empty';
  try {
    const value: unknown = JSON.parse(text);
    return isEmpty(value) ? 'empty' : { value };
  } catch (error) {
    return { malformed: { pointer: `/${field}`, detail: `must be JSON: ${(error as Error).message.replace(/ is not valid JSON$/, '')}` } };
  }
}

const isEmpty = (value: unknown): boolean => value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** Errors in the JSON of a field, with the field in their pointers. */
export const errorsInField = (field: JsonField, errors: readonly ValidationError[]): ValidationError[] =>
  withPointerPrefix(`/${field}#`, errors);
