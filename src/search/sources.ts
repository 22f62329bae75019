import type { View } from '../core/database';
import { rows } from '../core/database/rows';
import { duplicateTable, storedKeysOf, type StoredKey } from '../core/fields/duplicate-keys';
import { select, type QueryRecord } from '../core/query';
import { visibleIds } from '../core/records';
import { identifier, sql, Sql, values } from '../core/sql';
import type { Question } from './question';
import type { FoundThrough, SearchedType } from './searched-types';
import { MOST_ROWS, withWords, type FoundIDs } from './words-in';

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

/** The ways to find records of a type, the surest first: one for each rank of a hit, and two for the last. */
export function sourcesOf(searched: SearchedType, question: Question): readonly Source[] {
  const { names, otherTexts, references, addresses, phones, through, content } = searched;
  const { text, words, id, address, phones: numbers, digits } = question;
  const others = [...otherTexts, ...references, ...(content ? [content.field] : [])];
  const byWords = (fields: readonly string[]): Source => ofWords(searched, fields, words);
  return [
    together([
      ...(id === undefined ? [] : [having(searched, (record) => sql`${record.column('id')} = ${id}`)]),
      ...(hasKeys(searched) ? [having(searched, (record) => sql`${record.column('externalKey')} = ${text}`)] : []),
      ...references.map((field) => byReference(searched, field, question)),
    ]),
    together([
      ...(address === undefined ? [] : addresses.map((field) => byAddress(searched, field, address))),
      ...(numbers.length === 0 ? [] : Object.values(phones).map((field) => byPhone(searched, field, numbers))),
      ...(digits.length > 0 ? [byDigits(searched, digits)] : []),
    ]),
    together([
      ...(address === undefined ? [] : addresses.map((field) => byBeginning(searched, field, address))),
      ...(names.length > 0 ? [byWords(names)] : []),
    ]),
    together([...(others.length > 0 ? [byWords([...names, ...others])] : []), ...through.map((other) => byOther(searched, other, words))]),
  ];
}

/** What several ways find, the newest first. */
const together =
  (sources: readonly Source[]): Source =>
  async (view, most) => {
    const found: FoundIDs[] = [];
    for (const source of sources) found.push(await source(view, most));
    const ids = new Set(found.flatMap((each) => each.ids));
    return { ids: [...ids].toSorted((one, other) => other - one), isCut: found.some(({ isCut }) => isCut) };
  };

const hasKeys = ({ type }: SearchedType): boolean => type.findField('externalKey') !== undefined;

/** Those that meet a condition which a key serves, the newest of so many as are looked at. */
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
    const some = sql`SELECT r.id ${new Sql(`FROM ${from} WHERE ${where}`, params)} LIMIT ${MOST_ROWS}`;
    const found = await rows(view.em, sql`SELECT f.id FROM (${some}) f ORDER BY f.id DESC LIMIT ${most}`);
    return { ids: found.map(([id]) => Number(id)), isCut: false };
  };

const keyOf = (record: QueryRecord, field: string): Sql => {
  const { key, sql: whole } = record.value(field);
  return key ?? whole;
};

/** The whole text of a field without a key of its own: by its words. */
const byReference =
  (searched: SearchedType, field: string, { words, folded }: Question): Source =>
  async (view, most) => {
    const { ids, isCut } = await withWords(view, searched.type, [field], words, { areWhole: true });
    if (ids.length === 0) return { ids, isCut };
    const isSame = (record: QueryRecord): Sql => sql`${record.column('id')} IN (${values(ids)}) AND ${record.value(field).sql} = ${folded}`;
    return { ...(await having(searched, isSame)(view, most)), isCut };
  };

const byAddress = (searched: SearchedType, field: string, address: string): Source =>
  having(searched, (record) => sql`${keyOf(record, field)} = ${address}`);

const byBeginning = (searched: SearchedType, field: string, address: string): Source =>
  having(searched, (record) => sql`${keyOf(record, field)} >= ${address} AND ${keyOf(record, field)} < ${address + LAST}`);

const byPhone = (searched: SearchedType, field: string, numbers: readonly string[]): Source =>
  having(searched, (record) => sql`${keyOf(record, field)} IN (${values(numbers)})`);

/** By what numbers without a country have in common with those of duplicates. */
const byDigits =
  ({ type }: SearchedType, digits: readonly string[]): Source =>
  async (view, most) => {
    const keys = digits.flatMap((number) => storedKeysOf(type, { phone: number, mobile: number })).filter(isOfPhone);
    if (keys.length === 0) return { ids: [], isCut: false };
    const keyed = sql`SELECT DISTINCT id FROM ${identifier(duplicateTable(type))} WHERE value IN (${values(keys.map(({ value }) => value))})
      ORDER BY id DESC LIMIT ${TOGETHER + 1}`;
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
