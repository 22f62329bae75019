import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import type { Field } from '../../fields/field';
import { typesOf } from '../../database';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { namesAboveEntries, namesOfEntries, type Entries } from '../../lookups';
import { identifier, list, sql, values, type Sql } from '../../sql';

type Key = number | string;

/** The names that several fields of a type look up in one place: the records of another type, or the entries of a list. */
interface NameSource {
  /** The keys under which the mapper looks. */
  readonly lookKeys: Set<string>;
  /** The fields whose values are looked up. */
  readonly fields: Set<string>;
  readonly table: NameTable;
}

/** The name of a record type; or the list of entries with such ids or codes, and perhaps the list of the entries above them. */
type NameTable = { readonly records: string } | { readonly list: string; readonly by: 'id' | 'code'; readonly parent?: string };

interface Wanted {
  readonly source: NameSource;
  readonly keys: readonly Key[];
}

/** The names of everything that some rows refer to. */
export class Names {
  private constructor(private readonly known: ReadonlyMap<string, ReadonlyMap<unknown, string | null>>) {}

  /**
   * Reads all of them in one query: however many tables they are in, it is one round trip to the database.
   * @param cells the values of the referring fields, in all rows, by the field's name
   */
  static async of(em: EntityManager, type: RecordType, cells: ReadonlyMap<string, ReadonlySet<Key>>): Promise<Names> {
    const wanted = sourcesOf(type)
      .map((source): Wanted => ({ source, keys: [...new Set([...source.fields].flatMap((field) => [...(cells.get(field) ?? [])]))] }))
      .filter(({ keys }) => keys.length > 0);
    const queries = queriesFor(typesOf(em), wanted);
    const found = queries.length === 0 ? [] : await rows(em, list(queries, ' UNION ALL '));
    const named = new Map<unknown, Map<unknown, string | null>>();
    for (const [place, id, code, name] of found) {
      const names = named.get(place) ?? new Map<unknown, string | null>();
      named.set(place, names.set(id, name as string | null));
      if (code !== null) names.set(code, name as string | null);
    }
    return new Names(
      new Map(
        wanted.flatMap(({ source }) => [...source.lookKeys].map((key) => [key, named.get(keyOf(source.table)) ?? new Map()] as const)),
      ),
    );
  }

  /** The name of what the field refers to with that value; null when there is none. */
  look(key: string, value: unknown): string | null {
    return this.known.get(key)?.get(value) ?? null;
  }
}

/** One key for each kind of name that a field gives: its own, or its parent's. */
export const lookKey = (of: string, parent?: string): string => (parent === undefined ? of : `${of}/${parent}`);

const known = new WeakMap<RecordType, readonly NameSource[]>();

function sourcesOf(type: RecordType): readonly NameSource[] {
  const sources = known.get(type) ?? collectSources(type);
  known.set(type, sources);
  return sources;
}

function collectSources(type: RecordType): readonly NameSource[] {
  const sources = new Map<string, NameSource>();
  for (const { source } of type.fields) {
    if (source.in !== 'name') continue;
    const place = nameTableOf(type.field(source.of), source.parent);
    const key = 'by' in place ? `${keyOf(place)} by ${place.by}` : keyOf(place);
    const { lookKeys, fields } = sources.get(key) ?? { lookKeys: new Set(), fields: new Set() };
    sources.set(key, { lookKeys: lookKeys.add(lookKey(source.of, source.parent)), fields: fields.add(source.of), table: place });
  }
  return [...sources.values()];
}

function nameTableOf({ name, source }: Field, parent?: string): NameTable {
  const to = source.in === 'reference' || source.in === 'figure' ? source.to : undefined;
  if (to) return { records: to };
  if (source.in !== 'code' && source.in !== 'lookup') throw new Error(`${name} refers to nothing that has a name.`);
  return { list: source.list, by: source.in === 'code' ? 'code' : 'id', parent };
}

/** What the rows of a place begin with. */
const keyOf = (place: NameTable): string => ('records' in place ? place.records : lookKey(place.list, place.parent));

/** One for each table, and one for all the entries of lists. */
function queriesFor(types: RecordTypes, wanted: readonly Wanted[]): Sql[] {
  const entries: Entries[] = [];
  const others: Sql[] = [];
  for (const { source, keys } of wanted) {
    const place = source.table;
    if ('records' in place) others.push(recordNames(types.named(place.records), keys));
    else if (place.parent === undefined) entries.push({ ...place, keys });
    else others.push(namesAboveEntries(keyOf(place), { ...place, keys }, place.parent));
  }
  return entries.length === 0 ? others : [namesOfEntries(entries), ...others];
}

const recordNames = (type: RecordType, ids: readonly Key[]): Sql =>
  sql`SELECT ${type.name} AS place, id, NULL AS code, ${identifier(type.display)} AS name FROM ${identifier(type.table)} WHERE id IN (${values(ids)})`;
