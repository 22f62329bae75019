import type { Field } from '../../../core/fields/field';
import type { RecordType } from '../../../core/fields/record-type';
import { filterableField } from '../../../core/query/filterable';
import { text, type Param } from './param';

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** A text with placeholders for fields of the rule's record. */
export const template = (maxLength: number): Param<string> => ({
  ...text(maxLength),
  validate: (value, { record }) => templateErrors(value, record),
});

/** Errors for placeholders in a text that are not fields of the record. */
export function templateErrors(value: string, record: RecordType): string[] {
  const unknown = [...value.matchAll(PLACEHOLDER)].filter(([, name = '']) => !filterableField(record, name.trim()));
  return [...new Set(unknown.map(([placeholder]) => placeholder))].map(
    (placeholder) => `uses ${placeholder}, which is not a field of ${record.name} in the catalogue`,
  );
}

/** The fields that a text uses. */
export const templateFields = (value: string, record: RecordType): Field[] =>
  [...value.matchAll(PLACEHOLDER)].flatMap(([, name = '']) => filterableField(record, name.trim()) ?? []);

/** The text with its placeholders replaced by values of the record; null becomes an empty string. */
export const fillTemplate = (value: string, record: RecordType, valueOf: (field: Field) => string): string =>
  value.replace(PLACEHOLDER, (placeholder, name: string) => {
    const field = filterableField(record, name.trim());
    return field ? valueOf(field) : placeholder;
  });
