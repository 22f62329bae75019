import { isStored, type Field } from './field';
import { perType } from './per-type';
import type { RecordType } from './record-type';

/**
 * Texts without a key in the index row have one in `<table>_key`, a row for each that is set: a record has so many of them, custom
 * fields above all, that a key each would make every row wide, although most are seldom set and seldom asked for.
 */
export const keyTable = ({ table }: RecordType): string => `${table}_key`;

/** The fields of a type that have their keys there. */
export const textKeyFields = perType((type): readonly Field[] =>
  type.textKeys
    ? type.fields.filter((field) => field.type === 'text' && isStored(field) && !field.hidden && field.indexed === undefined)
    : [],
);

/** Names of fields have at most so many characters. */
export const FIELD_NAME_LENGTH = 60;
