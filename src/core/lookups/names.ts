import { sql, type Sql } from '../sql';

/** The ids and names of the entries of a list. */
export const entryNames = (inList: string): Sql => sql`SELECT id, name FROM lookup WHERE list = ${inList}`;

/** The name of an entry; no row without it. */
export const entryName = (inList: string, id: number): Sql => sql`SELECT name FROM lookup WHERE list = ${inList} AND id = ${id}`;

/** The `id` and the folded `name` of each entry of a list. */
export const foldedEntryNames = (inList: string): Sql => sql`SELECT e.id, e.folded AS name FROM lookup e WHERE e.list = ${inList}`;

/** The `id` and the `name` of each entry of a list, its code taken for its folded name. */
export const foldedEntryCodes = (inList: string): Sql => sql`SELECT e.id, LOWER(e.code) AS name FROM lookup e WHERE e.list = ${inList}`;

/** List, id, code, name, the id of the parent entry, and the folded name of every entry. */
export const allEntryNames = (): Sql => sql`SELECT list, id, code, name, parentID, folded FROM lookup`;
