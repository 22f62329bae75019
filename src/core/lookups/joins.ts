import { identifier, sql, type Sql } from '../sql';

export const LOOKUP_TABLE = 'lookup';

/** By what a field refers to an entry. */
export type EntryKey = 'id' | 'code';

/**
 * What follows JOIN for the entry of a list with such an id, in SQL that is written as text; the alias gives its `name`,
 * `parentID`, `closed`.
 */
export const entryOn = (inList: string, alias: string, id: string): string =>
  `lookup ${alias} ON ${alias}.list = '${inList}' AND ${alias}.id = ${id}`;

/** A condition: the entry of a list with such an id does not close records; in SQL that is written as text. */
export const isOpenEntry = (inList: string, id: string): string =>
  `${id} IN (SELECT oe.id FROM lookup oe WHERE oe.list = '${inList}' AND oe.closed = 0)`;

/** Whether the entry of an alias is that of a list with such an id or code. */
export const entryIs = (alias: string, inList: string, by: EntryKey, equals: Sql): Sql =>
  sql`${identifier(alias, by)} = ${equals} AND ${identifier(alias, 'list')} = ${inList}`;
