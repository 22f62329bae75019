import { identifier, sql, Sql, values } from '../sql';
import { fold } from '../text/fold';
import type { EntryKey } from './joins';

/** A condition on an entry by its id and folded name. */
type EntryCondition = (id: Sql, name: Sql) => Sql;

/** The ids or codes of the entries of a list for which a condition holds. */
export const entriesWhere = (inList: string, key: EntryKey, condition: EntryCondition): Sql =>
  sql`SELECT e.${identifier(key)} FROM lookup e WHERE e.list = ${inList} AND ${condition(sql`e.id`, sql`e.folded`)}`;

/** The ids of the entries with a folded name: one, or none. */
export const entryNamed = (inList: string, folded: string): Sql => entriesWhere(inList, 'id', (_, name) => sql`${name} = ${folded}`);

/** Those of the ids or codes that entries of a list have. */
export const entriesWith = (inList: string, key: EntryKey, keys: readonly (number | string)[]): Sql =>
  sql`SELECT ${identifier(key)} FROM lookup WHERE list = ${inList} AND ${identifier(key)} IN (${values(keys)})`;

/** The id of the entry that a text gives by its id or name. */
export function entryByIdOrName(inList: string, text: string): Sql {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return sql`SELECT id FROM lookup WHERE list = ${inList} AND (id = ${id} OR folded = ${fold(text)}) ORDER BY id LIMIT 1`;
}

/** A row if the entry is one that closes records. */
export const closedEntry = (inList: string, id: number): Sql =>
  sql`SELECT 1 FROM lookup WHERE list = ${inList} AND id = ${id} AND closed = 1`;

/** The ids of the entries of a list that close records. */
export const closedEntries = (inList: string): Sql => sql`SELECT id FROM lookup WHERE list = ${inList} AND closed = 1`;

/** The id of the entry of the parent list that an entry belongs to. */
export const parentOfEntry = (inList: string, id: number): Sql => sql`SELECT parentID FROM lookup WHERE list = ${inList} AND id = ${id}`;

/** The lowest id of the entries that belong to an entry of the parent list; NULL without any. */
export const firstEntryBelow = (inList: string, parentID: number): Sql =>
  sql`SELECT MIN(id) FROM lookup WHERE list = ${inList} AND parentID = ${parentID}`;

/** The ids of the entries that belong to some entry of the parent list, and whether a condition holds for that one: 1 or 0. */
export const entriesBelow = (inList: string, parentList: string, condition: EntryCondition): Sql =>
  sql`SELECT e.id, CASE WHEN ${condition(sql`p.id`, sql`p.folded`)} THEN 1 ELSE 0 END AS holds
    FROM lookup e JOIN lookup p ON p.list = ${parentList} AND p.id = e.parentID WHERE e.list = ${inList}`;

/** The lists. */
export const listNames = (): Sql => sql`SELECT DISTINCT list FROM lookup`;

/** The lists, and how many entries each has. */
export const countedLists = (): Sql => sql`SELECT list, COUNT(*) FROM lookup GROUP BY list ORDER BY list`;
