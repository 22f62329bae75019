import type { EntityManager } from 'typeorm';
import { rows } from '../database/rows';
import type { Field } from '../fields/field';
import { recordTypeNamed, type RecordType } from '../fields/record-type';
import { identifier, list, sql, type Sql } from '../query';

type Key = number | string;

/** The names that several fields of a type look up in one place: the records of another type, or the entries of a list. */
interface Source {
  /** The keys under which the mapper looks. */
  readonly lookKeys: Set<string>;
  /** The fields whose values are looked up. */
  readonly fields: Set<string>;
  /** Rows of a number or else a code, and the name. */
  readonly ask: (keys: readonly Key[]) => Sql;
}

/** The names of everything that some rows refer to. */
export class Names {
  private constructor(private readonly known: ReadonlyMap<string, ReadonlyMap<unknown, string | null>>) {}

  /**
   * Asks for all of them in one query: from as many tables as it may be, it is one way to the database and back.
   * @param cells the values of the referring fields, in all rows, by the field's name
   */
  static async of(em: EntityManager, type: RecordType, cells: ReadonlyMap<string, ReadonlySet<Key>>): Promise<Names> {
    const wanted = sourcesOf(type).map((source) => ({ source, keys: [...new Set([...source.fields].flatMap((field) => [...(cells.get(field) ?? [])]))] }));
    const asked = wanted.filter(({ keys }) => keys.length > 0);
    const parts = asked.map(({ source, keys }, index) => sql`SELECT ${index} AS part, found.* FROM (${source.ask(keys)}) found`);
    const found = parts.length === 0 ? [] : await rows(em, list(parts, ' UNION ALL '));
    const named = asked.map(() => new Map<unknown, string | null>());
    for (const [part, id, code, name] of found) named[Number(part)]?.set(id ?? code, name as string | null);
    return new Names(new Map(asked.flatMap(({ source }, index) => [...source.lookKeys].map((key) => [key, named[index] ?? new Map()] as const))));
  }

  /** The name of what the field refers to with that value; null when there is none. */
  look(key: string, value: unknown): string | null {
    return this.known.get(key)?.get(value) ?? null;
  }
}

/** One key for each kind of name that a field gives: its own, or its parent's. */
export const lookKey = (of: string, parent?: string): string => (parent === undefined ? of : `${of}/${parent}`);

const known = new WeakMap<RecordType, readonly Source[]>();

function sourcesOf(type: RecordType): readonly Source[] {
  const sources = known.get(type) ?? collected(type);
  known.set(type, sources);
  return sources;
}

function collected(type: RecordType): readonly Source[] {
  const sources = new Map<string, Source>();
  for (const { source } of type.fields) {
    if (source.in !== 'name') continue;
    const { place, ask } = placeOf(type.field(source.of), source.parent);
    const { lookKeys, fields } = sources.get(place) ?? { lookKeys: new Set(), fields: new Set() };
    sources.set(place, { lookKeys: lookKeys.add(lookKey(source.of, source.parent)), fields: fields.add(source.of), ask });
  }
  return [...sources.values()];
}

function placeOf({ name, source }: Field, parent?: string): { place: string; ask: Source['ask'] } {
  const to = source.in === 'reference' || source.in === 'figure' ? source.to : undefined;
  if (to) return { place: to, ask: (ids) => recordNames(recordTypeNamed(to), ids) };
  if (source.in === 'code') return { place: `${source.list} by code`, ask: (codes) => sql`SELECT NULL AS id, code, name FROM lookup WHERE list = ${source.list} AND code IN (${values(codes)})` };
  if (source.in !== 'lookup') throw new Error(`${name} refers to nothing that has a name.`);
  if (parent === undefined) return { place: source.list, ask: (ids) => sql`SELECT id, NULL AS code, name FROM lookup WHERE list = ${source.list} AND id IN (${values(ids)})` };
  return {
    place: `${source.list}/${parent}`,
    ask: (ids) => sql`SELECT e.id, NULL AS code, p.name FROM lookup e JOIN lookup p ON p.list = ${parent} AND p.id = e.parentID WHERE e.list = ${source.list} AND e.id IN (${values(ids)})`,
  };
}

const recordNames = (type: RecordType, ids: readonly Key[]): Sql =>
  sql`SELECT id, NULL AS code, ${identifier(type.display)} AS name FROM ${identifier(type.table)} WHERE id IN (${values(ids)})`;

/** A list of parameters. */
export const values = (ids: readonly Key[]): Sql => list(ids.map((id) => sql`${id}`));
