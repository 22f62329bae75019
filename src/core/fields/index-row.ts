import { DefaultNamingStrategy } from 'typeorm';
import { fold } from '../text/fold';
import { isStored, type Field } from './field';
import { perType } from './per-type';
import type { RecordType } from './record-type';

/**
 * What searches ask most stands a second time in a narrow row, `<table>_index`: the record itself is so wide that a filter over many
 * reads mostly what it does not need.
 */
export const indexTable = ({ table }: RecordType): string => `${table}_index`;

/** The fields in the index row of a record; none: its type has no such rows. */
export const indexRowFields = perType((type): readonly Field[] => {
  const declared = type.fields.filter((field) => field.indexed !== undefined && isStored(field));
  const deleted = type.softDeleted ? [type.field('deleted')] : [];
  return declared.length === 0 ? [] : [...deleted, ...declared];
});

/** Those of them that have a key: equality, ranges and orders find records by it. */
export const keyFields = (type: RecordType): readonly Field[] => indexRowFields(type).filter(({ indexed }) => indexed === 'key');

/** The columns of its key: every one has what excludes deleted records and ends in the id, so that counting needs no more than the key. */
export const keyColumns = ({ softDeleted }: RecordType, { name, keyWith }: Field): string[] => [
  name,
  ...(softDeleted ? ['deleted'] : []),
  ...(keyWith ? ['id', ...keyWith] : []),
];

/** The key along which records are read in the order of a field: one that also has what filters often ask for, if there is one. */
function walkedKey(type: RecordType, field: Field): readonly string[] {
  const begins = [field.name, ...(type.softDeleted ? ['deleted'] : []), 'id'];
  return type.indexKeys.find((key) => begins.every((name, index) => name === key[index])) ?? keyColumns(type, field);
}

/** The name of that key in the database. */
export const walkedKeyName = (type: RecordType, field: Field): string =>
  new DefaultNamingStrategy().indexName(indexTable(type), [...walkedKey(type, field)]);

/** Texts sort by so many characters of their folded form: MySQL sorts no longer ones. An index row has no more of them. */
export const TEXT_KEY = 200;

/** Of a text in an index row that is shorter, nothing is missing; one of this length may have been longer, and lost a space at its end. */
export const WHOLE_BELOW = TEXT_KEY - 1;

/** The form in which a folded text stands in an index row: without a space at the end, which is nothing to MySQL. */
export const textKey = (folded: string): string => (folded.length < TEXT_KEY ? folded : [...folded].slice(0, TEXT_KEY).join('').trimEnd());

/** A text as an index row has it; null when nothing is left of it. */
export const indexedForm = (text: unknown): string | null => (typeof text === 'string' && textKey(fold(text))) || null;
