import { LRUCache } from 'lru-cache';
import type { RecordType } from '../fields/record-type';
import { perType } from '../fields/per-type';
import { sql, type Sql, type SqlValue } from '../sql/sql';
import { firstRows } from './first-rows';
import { selectRepeating, type SelectOptions } from './select';
import type { Order } from './tree';

/** Of so many entries of a key one has to match: to go through them takes less than to find out whether only a few records match. */
const SHARE = 10;
/** What is known about keys and searches decides how long they take, not what they find. */
const KNOWN_MS = 60_000;

type Read = (query: Sql) => Promise<unknown[][]>;

const LIMITS = { max: 200, ttl: KNOWN_MS } as const;

interface End {
  /** Of the first field; null if the key has fewer entries. */
  readonly value: SqlValue | null;
}

/** Of a type: where the beginnings of its keys end, and the searches that have found too little there, by their SQL. */
const knownOf = perType(() => ({ ends: new LRUCache<string, End>(LIMITS), inVain: new LRUCache<string, true>(LIMITS) }));

/**
 * So many rows of what is searched along a key, from the beginning of the key; undefined if it has fewer that match, and then it is not
 * tried for the same search, with whatever values, for a while.
 * @param along the search of so many rows along the key, up to a value of its first field
 */
export async function inBeginning(
  read: Read,
  type: RecordType,
  { first, amount, options }: { readonly first: Order; readonly amount: number; readonly options: SelectOptions },
  along: (end: SqlValue) => Sql,
): Promise<unknown[][] | undefined> {
  const { ends, inVain } = knownOf(type);
  const entries = SHARE * amount;
  const key = `${first.field.name} ${entries}`;
  let end = ends.get(key);
  if (!end) ends.set(key, (end = await endOf(read, type, first, entries, options)));
  if (end.value === null) return undefined;
  const search = along(end.value);
  if (inVain.has(search.text)) return undefined;
  const found = await read(search);
  if (found.length === amount) return found;
  inVain.set(search.text, true);
  return undefined;
}

/** The value of an entry of the key, whoever may see its record. */
async function endOf(read: Read, type: RecordType, first: Order, entries: number, { types, now, timeZone }: SelectOptions): Promise<End> {
  const all = selectRepeating(type, { types, now, timeZone, scope: { divisions: 'all' }, order: [first], walks: true, firstKey: 'set' });
  const [[value] = [null]] = await read(sql`${firstRows(all, 1)} OFFSET ${entries - 1}`);
  return { value: value as SqlValue | null };
}
