import type { View } from '../core/database';
import { rows } from '../core/database/rows';
import { duplicateTable, storedKeysOf, type StoredKey } from '../core/fields/duplicate-keys';
import { select, type QueryRecord } from '../core/query';
import { visibleIds } from '../core/records';
import { identifier, sql, Sql, values } from '../core/sql';
import type { Question } from './question';
import type { FoundThrough, SearchedType } from './searched-types';
import { withWords, type FoundIDs } from './words-in';

/** Finds some records that the caller sees. @param most so many are enough */
export type Source = (view: View, most: number) => Promise<FoundIDs>;

/** Sorts behind every other character. */
const LAST = '\u{10FFFF}';
/** So many records are looked at together. */
const TOGETHER = 500;
/** Of those that have the words, so many are looked at first: all that is shown, unless most are deleted or not for the caller. */
const NEWEST = 100;

/** Is it of a kind of duplicates that compares phone numbers? */
const isOfPhone = ({ kind: { name } }: StoredKey): boolean => name === 'phone' || name === 'mobile';

/** The ways to find records of a type, the surest first. */
export function sourcesOf(searched: SearchedType, question: Question): readonly Source[] {
  const { names, otherTexts, references, addresses, phones, through, content } = searched;
  const { text, words, id, address, phones: numbers, digits } = question;
  const others = [...otherTexts, ...(content ? [content.field] : [])];
  const byWords = (fields: readonly string[]): Source => ofWords(searched, fields, words);
  return [
    ...(id === undefined ? [] : [having(searched, (record) => sql`${record.column('id')} = ${id}`)]),
    ...(hasKeys(searched) ? [having(searched, (record) => sql`${record.column('externalKey')} = ${text}`)] : []),
    ...(references.length > 0 ? [byWords(references)] : []),
    ...(address === undefined ? [] : addresses.flatMap((field) => byAddress(searched, field, address))),
    ...(numbers.length === 0 ? [] : Object.values(phones).map((field) => byPhone(searched, field, numbers))),
    ...(digits.length > 0 ? [byDigits(searched, digits)] : []),
    ...(names.length > 0 ? [byWords(names)] : []),
    ...(others.length > 0 ? [byWords([...names, ...others])] : []),
    ...through.map((other) => byOther(searched, other, words)),
  ];
}

const hasKeys = ({ type }: SearchedType): boolean => type.findField('externalKey') !== undefined;

/** Those that meet a condition which a key serves, in any order. */
const having =
  ({ type }: SearchedType, condition: (record: QueryRecord) => Sql): Source =>
  async (view, most) => {
    const { from, where, params } = select(type, {
      types: view.types,
      scope: view.caller.scope,
      now: view.now,
      timeZone: 'UTC',
      extraConditions: (record) => [condition(record)],
    });
    const found = await rows(view.em, sql`SELECT r.id ${new Sql(`FROM ${from} WHERE ${where}`, params)} LIMIT ${most}`);
    return { ids: found.map(([id]) => Number(id)), isCut: false };
  };

const keyOf = (record: QueryRecord, field: string): Sql => {
  const { key, sql: whole } = record.value(field);
  return key ?? whole;
};

/** The same address, then those that begin with it. */
const byAddress = (searched: SearchedType, field: string, address: string): Source[] => [
  having(searched, (record) => sql`${keyOf(record, field)} = ${address}`),
  having(searched, (record) => sql`${keyOf(record, field)} >= ${address} AND ${keyOf(record, field)} < ${address + LAST}`),
];

const byPhone = (searched: SearchedType, field: string, numbers: readonly string[]): Source =>
  having(searched, (record) => sql`${keyOf(record, field)} IN (${values(numbers)})`);

/** By what numbers without a country have in common with those of duplicates. */
const byDigits =
  ({ type }: SearchedType, digits: readonly string[]): Source =>
  async (view, most) => {
    const keys = digits.flatMap((number) => storedKeysOf(type, { phone: number, mobile: number })).filter(isOfPhone);
    if (keys.length === 0) return { ids: [], isCut: false };
    const keyed = sql`SELECT DISTINCT id FROM ${identifier(duplicateTable(type))} WHERE value IN (${values(keys.map(({ value }) => value))}) LIMIT ${TOGETHER + 1}`;
    const ids = (await rows(view.em, keyed)).map(([id]) => Number(id));
    return seen(view, type, { ids: ids.slice(0, TOGETHER), isCut: ids.length > TOGETHER }, most);
  };

/** Where the caller does not see enough of the newest, all are looked at. */
const ofWords =
  ({ type }: SearchedType, fields: readonly string[], words: readonly string[]): Source =>
  async (view, most) => {
    const newest = await withWords(view, type, fields, words, { wanted: NEWEST });
    const found = await seen(view, type, newest, most);
    if (found.ids.length >= most || newest.ids.length < NEWEST) return found;
    return seen(view, type, await withWords(view, type, fields, words), most);
  };

const byOther =
  (searched: SearchedType, { by, type, fields }: FoundThrough, words: readonly string[]): Source =>
  async (view, most) => {
    const { ids, isCut } = await withWords(view, type, fields, words, { wanted: TOGETHER + 1 });
    const some = ids.slice(0, TOGETHER);
    if (some.length === 0) return { ids: [], isCut };
    const found = await having(searched, (record) => sql`${record.column(by)} IN (${values(some)})`)(view, most);
    return { ids: found.ids, isCut: isCut || some.length < ids.length };
  };

/** Those that the caller sees, as many as are enough. */
async function seen(view: View, type: SearchedType['type'], { ids, isCut }: FoundIDs, most: number): Promise<FoundIDs> {
  const found: number[] = [];
  for (let from = 0; from < ids.length && found.length < most; from += TOGETHER) {
    const visible = new Set(await visibleIds(view, type, ids.slice(from, from + TOGETHER)));
    found.push(...ids.slice(from, from + TOGETHER).filter((id) => visible.has(id)));
  }
  return { ids: found, isCut };
}
