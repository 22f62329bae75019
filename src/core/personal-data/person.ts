import type { RecordType } from '../fields/record-type';
import { FALSE, identifier, or, sql, values, type Sql } from '../sql';

/** Records of a type. */
export interface RecordsOf {
  readonly type: string;
  readonly ids: readonly number[];
}

/** A person about whom data is held. */
export interface Person {
  readonly type: RecordType;
  /** The record of the person, then those that were merged into it. */
  readonly ids: readonly number[];
  /** Records of other types whose texts are about the person. */
  readonly records: readonly RecordsOf[];
  /** The fields of records of any type that hold the id of such a person. */
  readonly references: readonly string[];
  /** By what the person is recognised in texts: name, addresses, phone numbers, present and former. */
  readonly terms: readonly string[];
}

/** The ids of the records of a type that are the person or about the person. */
export const idsOf = (person: Person, type: string): readonly number[] =>
  person.type.name === type ? person.ids : (person.records.find((each) => each.type === type)?.ids ?? []);

/** SQL: does a row refer to the person or to one of the records about the person? By the columns with the name of a type and an id. */
export const ofRecords = ({ type, ids, records }: Person, typeColumn: string, idColumn: string): Sql =>
  or(
    [{ type: type.name, ids }, ...records]
      .filter((each) => each.ids.length > 0)
      .map((each) => sql`(${identifier(typeColumn)} = ${each.type} AND ${identifier(idColumn)} IN (${values(each.ids)}))`),
  );

/** SQL: does a text contain one of the terms of the person, be it as JSON? */
export function mentions({ terms }: Person, column: string): Sql {
  const found = terms.map((term) => sql`INSTR(${identifier(column)}, ${inJson(term)}) > 0`);
  return found.length === 0 ? FALSE : or(found);
}

/** SQL: does the JSON of a record refer to the person by the id, whatever the person was called when it was written? */
export function refersTo({ ids, references }: Person, column: string): Sql {
  const found = references.flatMap((name) => ids.flatMap((id) => [`"${name}":${id},`, `"${name}":${id}}`]));
  return found.length === 0 ? FALSE : or(found.map((text) => sql`INSTR(${identifier(column)}, ${text}) > 0`));
}

const inJson = (term: string): string => JSON.stringify(term).slice(1, -1);

/** Numbers in JSON that are no ids: those of days, moments and of members that are named otherwise. */
const OTHER_NUMBERS = /\b\d{4}-\d\d-\d\d(T[\d:.]+Z)?|"\w*(?<!\bid|ID)":-?[\d.]+/g;

/** Is the person mentioned in a text, by a term or by the id? */
export function isMentioned({ ids, terms }: Person, text: string): boolean {
  const numbers = new Set(text.replace(OTHER_NUMBERS, '').match(/\b\d+\b/g));
  return terms.some((term) => text.includes(inJson(term))) || ids.some((id) => numbers.has(String(id)));
}
