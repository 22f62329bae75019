import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import { typesOf } from '../../database';
import type { RecordType } from '../../fields/record-type';
import { Sql } from '../../sql';
import { refreshFigures } from './figures';
import { figuresAffectedBy } from './affected-figures';

/** Ids of the records whose figures depend on a record, by their type. */
export type AffectedRecords = Readonly<Record<string, readonly number[]>>;

/** Finds the records whose figures depend on this one. Call before and after a change, since a reference may change. */
export async function affectedRecords(em: EntityManager, type: RecordType, id: number): Promise<AffectedRecords> {
  const found: Record<string, readonly number[]> = {};
  const types = typesOf(em);
  for (const [name, text] of Object.entries(type.affects)) {
    const pieces = types.expand(text).split(/:id\b/);
    const ids = await rows(
      em,
      new Sql(
        pieces.join('?'),
        pieces.slice(1).map(() => id),
      ),
    );
    found[name] = ids.flatMap(([each]) => (each === null ? [] : [each as number]));
  }
  return found;
}

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
