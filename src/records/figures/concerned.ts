import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import { recordTypeNamed, type RecordType } from '../../fields/record-type';
import { Sql } from '../../query';
import { refreshFigures } from './figures';

/** The records whose figures follow from a record, by their type. */
export type Concerned = Readonly<Record<string, readonly number[]>>;

/** Ids of the records whose figures follow from this one. Ask before a change and after it: a reference may move. */
export async function concerned(em: EntityManager, type: RecordType, id: number): Promise<Concerned> {
  const found: Record<string, readonly number[]> = {};
  for (const [name, text] of Object.entries(type.concerns)) {
    const pieces = text.split(/:id\b/);
    const ids = await rows(em, new Sql(pieces.join('?'), pieces.slice(1).map(() => id)));
    found[name] = ids.flatMap(([each]) => (each === null ? [] : [each as number]));
  }
  return found;
}

/** Brings the figures up to date that follow from a record as it was and as it is. @returns whose they are */
export async function refreshConcerned(em: EntityManager, type: RecordType, id: number, before: Concerned = {}): Promise<Concerned> {
  const after = await concerned(em, type, id);
  const both: Record<string, readonly number[]> = {};
  // one order of types for everyone, so that no two units wait for each other
  for (const name of Object.keys(type.concerns).sort()) {
    const ids = [...new Set([...(before[name] ?? []), ...(after[name] ?? [])])];
    await refreshFigures(em, recordTypeNamed(name), ids);
    if (ids.length > 0) both[name] = ids;
  }
  return both;
}
