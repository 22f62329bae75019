import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import { typesOf } from '../../database';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { Sql, values } from '../../sql';
import { rulesOf } from '../rules';
import { figuresAffectedBy, mentions } from './affected-figures';
import { refreshFigures } from './figures';

/** Ids of the records whose figures depend on a record, by their type. */
export type AffectedRecords = Readonly<Record<string, readonly number[]>>;

/** The records whose figures depend on each of some records. Call before and after a change, since a reference may change. */
export async function affectedRecords(
  em: EntityManager,
  type: RecordType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AffectedRecords>> {
  const found = new Map(ids.map((id): [number, Record<string, number[]>] => [id, {}]));
  for (const name of ids.length > 0 ? Object.keys(type.affects) : []) {
    for (const affected of found.values()) affected[name] = [];
    for (const [id, affected] of await rows(em, affectedBy(typesOf(em), type, name, ids)))
      if (affected !== null) found.get(id as number)?.[name]?.push(affected as number);
  }
  return found;
}

/** SQL of the id of each record together with that of one of another type whose figures depend on it. */
export function affectedBy(types: RecordTypes, type: RecordType, name: string, ids: readonly number[]): Sql {
  const pieces = types.expand(type.affects[name]!).split(/:ids\b/);
  const { text } = values(ids);
  return new Sql(
    pieces.join(text),
    pieces.slice(1).flatMap(() => ids),
  );
}

/** A record after its change. */
export interface AffectingChange {
  readonly id: number;
  /** The records that it affected before; absent: it is new. */
  readonly before?: AffectedRecords;
  /** The names of its fields that changed; absent: all of it, or what belongs to it. */
  readonly changed?: readonly string[];
}

/** Refreshes the figures that depend on records before or after their changes. @returns the records that each of them affects */
export async function refreshAffectedFigures(
  em: EntityManager,
  type: RecordType,
  changes: readonly AffectingChange[],
): Promise<ReadonlyMap<number, AffectedRecords>> {
  const types = typesOf(em);
  const moved = changes.filter((each) => mayAffectOthers(types, type, each));
  const after = await affectedRecords(
    em,
    type,
    moved.map(({ id }) => id),
  );
  const both = new Map(changes.map(({ id }): [number, Record<string, readonly number[]>] => [id, {}]));
  // always the same order of types, so that transactions cannot deadlock
  for (const name of Object.keys(type.affects).sort()) {
    const affected = types.named(name);
    const due = new Map<string, Due>();
    for (const { id, before = {}, changed } of changes) {
      const [were, are] = [new Set(before[name]), new Set((after.get(id) ?? before)[name])];
      const ids = [...new Set([...were, ...are])];
      if (ids.length === 0) continue;
      both.get(id)![name] = ids;
      // records newly or no longer affected may need figures that do not mention the changed fields
      const isSame = were.size === are.size && ids.length === were.size;
      const figures = isSame ? figuresAffectedBy(types, affected, type, changed) : undefined;
      const alike = due.get(String(figures)) ?? { figures, ids: [] };
      due.set(String(figures), alike);
      alike.ids.push(...ids);
    }
    for (const { figures, ids } of due.values()) await refreshFigures(em, affected, ids, figures);
  }
  return both;
}

/** Records of which the same figures are to be refreshed. */
interface Due {
  readonly figures: readonly string[] | undefined;
  readonly ids: number[];
}

/** Not where the SQL of the affected records names none of the fields that changed, and nothing else was saved with them. */
function mayAffectOthers(types: RecordTypes, type: RecordType, { before, changed }: AffectingChange): boolean {
  const rules = rulesOf({ types }, type);
  if (!before || rules.saveLinks || rules.afterSave) return true;
  return Object.values(type.affects).some((text) => mentions(types.expand(text), changed));
}
