import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import { typesOf } from '../../database';
import { isOnCluster } from '../../database/held-rows';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { Sql, values } from '../../sql';
import { rulesOf } from '../rules';
import { storedFigures } from '../side-tables';
import { figuresAffectedBy, figuresAffectedByNew, mentions } from './affected-figures';
import { refreshFigures } from './figures';
import { addToTotals, totalsAmong } from './totals';

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
    const effects = changes.map((change) => effectOn(affected, change, after)).filter(({ ids }) => ids.length > 0);
    for (const { change, ids } of effects) both.get(change.id)![name] = ids;
    await includeNew(
      em,
      type,
      affected,
      effects.filter(({ change }) => !change.before),
    );
    for (const { figures, ids } of dueAfter(types, type, affected, effects)) await refreshFigures(em, affected, ids, figures);
  }
  return both;
}

/** What a change means for the records of one type. */
interface Effect {
  readonly change: AffectingChange;
  /** Those that it affects before or after it, and whether these are the same. */
  readonly ids: readonly number[];
  readonly isSame: boolean;
}

function effectOn({ name }: RecordType, change: AffectingChange, after: ReadonlyMap<number, AffectedRecords>): Effect {
  const were = new Set(change.before?.[name]);
  const are = new Set((after.get(change.id) ?? change.before)?.[name]);
  const ids = [...new Set([...were, ...are])];
  return { change, ids, isSame: were.size === are.size && ids.length === were.size };
}

/** Brings figures up to date with new records. */
async function includeNew(em: EntityManager, type: RecordType, affected: RecordType, effects: readonly Effect[]): Promise<void> {
  if (effects.length === 0) return;
  const names = figuresAffectedByNew(typesOf(em), affected, type);
  const figures = storedFigures(affected).filter(({ name }) => names.includes(name));
  const totals = canAdd(em, type) ? totalsAmong(figures, type) : [];
  await addToTotals(
    em,
    affected,
    totals,
    effects.map(({ change }) => change.id),
  );
  await refreshFigures(
    em,
    affected,
    effects.flatMap(({ ids }) => ids),
    names.filter((name) => !totals.some((total) => total.name === name)),
  );
}

/**
 * Where rules save more than the record, they may have computed the figures with it already. On a cluster a figure that another node
 * computes must conflict with this one, even if the new record makes no difference to it.
 */
const canAdd = (em: EntityManager, type: RecordType): boolean => !rulesOf({ types: typesOf(em) }, type).afterSave && !isOnCluster(em);

/** Records of which the same figures are to be refreshed. */
interface Due {
  /** Absent: all. */
  readonly figures: readonly string[] | undefined;
  readonly ids: number[];
}

function dueAfter(types: RecordTypes, type: RecordType, affected: RecordType, effects: readonly Effect[]): Iterable<Due> {
  const due = new Map<string, Due>();
  for (const { change, ids, isSame } of effects) {
    if (!change.before) continue;
    // records newly or no longer affected may need figures that do not mention the changed fields
    const figures = isSame ? figuresAffectedBy(types, affected, type, change.changed) : undefined;
    const alike = due.get(String(figures)) ?? { figures, ids: [] };
    due.set(String(figures), alike);
    alike.ids.push(...ids);
  }
  return due.values();
}

/** Not where the SQL of the affected records names none of the fields that changed, and nothing else was saved with them. */
function mayAffectOthers(types: RecordTypes, type: RecordType, { before, changed }: AffectingChange): boolean {
  const rules = rulesOf({ types }, type);
  if (!before || rules.saveLinks || rules.afterSave) return true;
  return Object.values(type.affects).some((text) => mentions(types.expand(text), changed));
}
