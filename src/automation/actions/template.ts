import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { filterableField } from '../../query/filterable';
import type { Complaint } from '../definition/complaint';

const PLACE = /\{\{([^{}]*)\}\}/g;

/** Complaints of places in a text that name no field of the record. */
export function templateFaults(pointer: string, text: string, record: RecordType): Complaint[] {
  const unknown = [...text.matchAll(PLACE)].filter(([, name = '']) => !filterableField(record, name.trim()));
  return [...new Set(unknown.map(([place]) => place))].map((place) => ({
    pointer,
    detail: `names ${place}, which is no field that the catalogue lists for ${record.name}`,
  }));
}

/** The fields that a text names, so that the engine can read them at once. */
export const templateFields = (text: string, record: RecordType): Field[] =>
  [...text.matchAll(PLACE)].flatMap(([, name = '']) => filterableField(record, name.trim()) ?? []);

/** The text with the record's values in their places; an unset value leaves nothing. */
export const fillTemplate = (text: string, record: RecordType, valueOf: (field: Field) => string): string =>
  text.replace(PLACE, (place, name: string) => {
    const field = filterableField(record, name.trim());
    return field ? valueOf(field) : place;
  });
