import type { EntityManager } from 'typeorm';
import { rows } from '../database/rows';
import type { Field } from '../fields/field';
import { recordTypeNamed, type RecordType } from '../fields/record-type';
import { identifier, list, sql, Sql } from '../query';

/** What a field with the name of something else refers to: the entries of a list by id or code, or the records of a type. */
interface Referred {
  readonly key: string;
  readonly ask: (ids: readonly (number | string)[]) => Sql;
}

/** The names of everything that some rows refer to, asked once for all of them. */
export class Names {
  private readonly known = new Map<string, Map<unknown, string | null>>();

  /** @param cells the values of the referring fields, in all rows, by the field's name */
  static async of(em: EntityManager, type: RecordType, cells: ReadonlyMap<string, ReadonlySet<number | string>>): Promise<Names> {
    const names = new Names();
    const wanted = new Map<string, { referred: Referred; ids: Set<number | string>; fields: string[] }>();
    for (const { source } of type.fields) {
      if (source.in !== 'name') continue;
      const referred = referredBy(type.field(source.of), source.parent);
      const entry = wanted.get(referred.key) ?? { referred, ids: new Set(), fields: [] };
      wanted.set(referred.key, entry);
      entry.fields.push(lookKey(source.of, source.parent));
      cells.get(source.of)?.forEach((id) => entry.ids.add(id));
    }
    for (const { referred, ids, fields } of wanted.values()) {
      const found = ids.size === 0 ? [] : await rows(em, referred.ask([...ids]));
      const byID = new Map(found.map(([id, name]) => [id, name as string | null]));
      fields.forEach((field) => names.known.set(field, byID));
    }
    return names;
  }

  /** The name of what the field refers to with that value; null when there is none. */
  look(key: string, id: unknown): string | null {
    return this.known.get(key)?.get(id) ?? null;
  }
}

/** One key for each kind of name that a field gives: its own, or its parent's. */
export const lookKey = (of: string, parent?: string): string => (parent === undefined ? of : `${of}/${parent}`);

function referredBy({ name, source }: Field, parent?: string): Referred {
  const to = source.in === 'reference' || source.in === 'figure' ? source.to : undefined;
  if (to) return { key: to, ask: (ids) => named(recordTypeNamed(to), ids) };
  if (source.in === 'code') return { key: `code:${source.list}`, ask: (ids) => sql`SELECT code, name FROM lookup WHERE list = ${source.list} AND code IN (${values(ids)})` };
  if (source.in !== 'lookup') throw new Error(`${name} refers to nothing that has a name.`);
  if (parent === undefined) return { key: `list:${source.list}`, ask: (ids) => sql`SELECT id, name FROM lookup WHERE list = ${source.list} AND id IN (${values(ids)})` };
  return {
    key: `list:${source.list}/${parent}`,
    ask: (ids) => sql`SELECT e.id, p.name FROM lookup e JOIN lookup p ON p.list = ${parent} AND p.id = e.parentID WHERE e.list = ${source.list} AND e.id IN (${values(ids)})`,
  };
}

const named = (type: RecordType, ids: readonly (number | string)[]): Sql => sql`SELECT id, ${identifier(type.display)} FROM ${identifier(type.table)} WHERE id IN (${values(ids)})`;

/** A list of parameters. */
export const values = (ids: readonly (number | string)[]): Sql => list(ids.map((id) => sql`${id}`));
