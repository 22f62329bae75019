import type { AutomationDefinition } from './definition';
import { under, type Complaint } from './complaint';

export type JsonField = 'filtersJSON' | 'actionsJSON' | 'scheduleMetaDataJSON' | 'orderByJSON';
export const JSON_FIELDS: readonly JsonField[] = ['filtersJSON', 'actionsJSON', 'scheduleMetaDataJSON', 'orderByJSON'];

/** What a text says: a value, nothing (absent, null, "", {} and []), or no JSON at all. */
export type Said = { readonly value: unknown } | 'nothing' | { readonly malformed: Complaint };

export function said(definition: AutomationDefinition, field: JsonField): Said {
  const text = definition[field]?.trim() ?? '';
  if (text === '') return 'nothing';
  try {
    const value: unknown = JSON.parse(text);
    return isNothing(value) ? 'nothing' : { value };
  } catch (error) {
    return { malformed: { pointer: `/${field}`, detail: `must be JSON: ${(error as Error).message.replace(/ is not valid JSON$/, '')}` } };
  }
}

const isNothing = (value: unknown): boolean => value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** Complaints about the JSON in a field. */
export const inside = (field: JsonField, complaints: readonly Complaint[]): Complaint[] => under(`/${field}#`, complaints);
