import { identifier, sql, type Sql } from '../sql';

/** By what a field refers to an entry. */
export type EntryKey = 'id' | 'code';

/**
 * What follows JOIN for the entry of a list with such an id, in SQL that is written as text; the alias gives its `name`,
 * `parentID`, `closed`.
 */
export const entryOn = (inList: string, alias: string, id: string): string =>
  `lookup ${alias} ON ${alias}.list = '${inList}' AND ${alias}.id = ${id}`;

/** A JOIN of the entry of a list with such an id or code. */
export const joinEntryBy = (alias: string, inList: string, by: EntryKey, equals: Sql): Sql =>
  sql`JOIN \`lookup\` ${identifier(alias)} ON ${identifier(alias, by)} = ${equals} AND ${identifier(alias, 'list')} = ${inList}`;
