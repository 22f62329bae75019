import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import { typesOf } from '../../database';
import type { RecordType } from '../../fields/record-type';
import { list, sql, Sql } from '../../sql';
import { refreshFigures } from './figures';
import { figuresAffectedBy } from './affected-figures';

/** Ids of the records whose figures depend on a record, by their type. */
export type AffectedRecords = Readonly<Record<string, readonly number[]>>;

/** Finds the records whose figures depend on this one. Call before and after a change, since a reference may change. */
export const affectedRecords = async (em: EntityManager, type: RecordType, id: number): Promise<AffectedRecords> =>
  (await affectedByEach(em, type, [id])).get(id)!;

/** The same for each of several records. */
async function affectedByEach(em: EntityManager, type: RecordType, ids: readonly number[]): Promise<ReadonlyMap<number, AffectedRecords>> {
  const found = new Map(ids.map((id): [number, Record<string, number[]>] => [id, {}]));
  for (const [name, text] of Object.entries(type.affects)) {
    for (const affected of found.values()) affected[name] = [];
    const pieces = typesOf(em).expand(text).split(/:id\b/);
    const query = (id: number): Sql =>
      sql`SELECT ${id}, a.* FROM (${list(
        pieces.map((piece) => new Sql(piece)),
        String(id),
      )}) a`;
    for (const [id, affected] of await rows(em, list(ids.map(query), ' UNION ALL ')))
      if (affected !== null) found.get(id as number)?.[name]?.push(affected as number);
  }
  return found;
}

/** Refreshes all figures that depend on new records. @returns the records refreshed, for each of the new ones */
export async function refreshFiguresAffectedByNew(
  em: EntityManager,
  type: RecordType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AffectedRecords>> {
  const affected = await affectedByEach(em, type, ids);
  for (const name of Object.keys(type.affects).sort())
    await refreshFigures(
      em,
      typesOf(em).named(name),
      [...affected.values()].flatMap((each) => each[name] ?? []),
    );
  return new Map([...affected].map(([id, each]) => [id, withoutEmpty(each)]));
}

const withoutEmpty = (affected: AffectedRecords): AffectedRecords =>
  Object.fromEntries(Object.entries(affected).flatMap(([name, ids]) => (ids.length > 0 ? [[name, [...new Set(ids)]]] : [])));

/**
 * Refreshes the figures that depend on a record before or after a change. @returns the records refreshed
 * @param changed the names of its fields that changed; absent: all of it, or what belongs to it
 */
export async function refreshAffectedFigures(
  em: EntityManager,
  type: RecordType,
  id: number,
  before: AffectedRecords = {},
  changed?: readonly string[],
): Promise<AffectedRecords> {
  const after = await affectedRecords(em, type, id);
  const types = typesOf(em);
  const both: Record<string, readonly number[]> = {};
  // always the same order of types, so that transactions cannot deadlock
  for (const name of Object.keys(type.affects).sort()) {
    const [were, are] = [new Set(before[name]), new Set(after[name])];
    const ids = [...new Set([...were, ...are])];
    // records newly or no longer affected may need figures that do not mention the changed fields
    const isSame = were.size === are.size && ids.length === were.size;
    const affected = types.named(name);
    await refreshFigures(em, affected, ids, isSame ? figuresAffectedBy(types, affected, type, changed) : undefined);
    if (ids.length > 0) both[name] = ids;
  }
  return both;
}
