import { identifier, list, sql, values, type Sql } from '../sql';
import type { EntryKey } from './joins';

/** Some entries of a list, by their ids or codes. */
export interface Entries {
  readonly list: string;
  readonly by: EntryKey;
  readonly keys: readonly (number | string)[];
}

/** The ids and names of the entries of a list. */
export const entryNames = (inList: string): Sql => sql`SELECT id, name FROM lookup WHERE list = ${inList}`;

/** The `id` and the folded `name` of each entry of a list. */
export const foldedEntryNames = (inList: string): Sql => sql`SELECT e.id, e.folded AS name FROM lookup e WHERE e.list = ${inList}`;

/** The `id` and the `name` of each entry of a list, its code taken for its folded name. */
export const foldedEntryCodes = (inList: string): Sql => sql`SELECT e.id, LOWER(e.code) AS name FROM lookup e WHERE e.list = ${inList}`;

/** List, id, code and name of entries of several lists. */
export const namesOfEntries = (entries: readonly Entries[]): Sql =>
  sql`SELECT list AS place, id, code, name FROM lookup WHERE ${list(entries.map(isAmong), ' OR ')}`;

const isAmong = ({ list: inList, by, keys }: Entries): Sql => sql`list = ${inList} AND ${identifier(by)} IN (${values(keys)})`;

/** The given place, then id and code of entries of a list, and the name of the entry of the parent list that each belongs to. */
export const namesAboveEntries = (place: string, { list: inList, keys }: Entries, parentList: string): Sql =>
  sql`SELECT ${place} AS place, e.id, e.code, p.name FROM lookup e JOIN lookup p ON p.list = ${parentList} AND p.id = e.parentID
    WHERE e.list = ${inList} AND e.id IN (${values(keys)})`;
