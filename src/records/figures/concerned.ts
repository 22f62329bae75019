import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import { recordTypeNamed, type RecordType } from '../../fields/record-type';
import { Sql } from '../../query';
import { refreshFigures } from './figures';
import { figuresThatFollow } from './follows';

/** The records whose figures follow from a record, by their type. */
export type Concerned = Readonly<Record<string, readonly number[]>>;

/** Ids of the records whose figures follow from this one. Ask before a change and after it: a reference may move. */
export async function concerned(em: EntityManager, type: RecordType, id: number): Promise<Concerned> {
  const found: Record<string, readonly number[]> = {};
  for (const [name, text] of Object.entries(type.concerns)) {
    const pieces = text.split(/:id\b/);
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
 * Brings the figures up to date that follow from a record as it was and as it is. @returns whose they are
 * @param changed the names of its fields that changed; absent: all of it, or what belongs to it
 */
export async function refreshConcerned(
  em: EntityManager,
  type: RecordType,
  id: number,
  before: Concerned = {},
  changed?: readonly string[],
): Promise<Concerned> {
  const after = await concerned(em, type, id);
  const both: Record<string, readonly number[]> = {};
  // one order of types for everyone, so that no two units wait for each other
  for (const name of Object.keys(type.concerns).sort()) {
    const [were, are] = [new Set(before[name]), new Set(after[name])];
    const ids = [...new Set([...were, ...are])];
    // whoever is new to it, or has nothing to do with it any more, has figures that do not name what changed
    const isSame = were.size === are.size && ids.length === were.size;
    await refreshFigures(em, recordTypeNamed(name), ids, isSame ? figuresThatFollow(recordTypeNamed(name), type, changed) : undefined);
    if (ids.length > 0) both[name] = ids;
  }
  return both;
}
