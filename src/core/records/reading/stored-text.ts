import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import { cellOf, storedFields, type Stored } from '../writing/stored';
import { fieldsOfFixed, fixedMapper } from './mapper';

const mapperFor = perType(fixedMapper);
const NO_NAMES = { look: () => null };

/** What is stored of a record's response: the members of its JSON that follow from its row alone, without braces. */
export function storedText(type: RecordType, record: Stored): string {
  const row = storedFields(type).map((field) => cellOf(field, record[field.name]));
  return JSON.stringify(mapperFor(type)(row, NO_NAMES)).slice(1, -1);
}

/** The names of the stored fields from which that text follows. */
export const fieldsOfStoredText = perType(fieldsOfFixed);
