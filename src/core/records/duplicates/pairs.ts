import type { View } from '../../database/transactions';
import { rows } from '../../database/rows';
import { visibleIds } from '../../database/visible-ids';
import { duplicateGroupTable, duplicateTable, kindNumber, storedKeysOf } from '../../fields/duplicate-keys';
import type { DuplicateKind } from '../../fields/duplicate-kind';
import type { RecordType } from '../../fields/record-type';
import { identifier, list, sql, values, type Sql } from '../../sql';
import { recordReader } from '../writing/stored';
import { seenKinds } from './claims';

/** Groups read at a time; each has at most as many records as its kind allows. */
const GROUPS = 50;

/** Two records that may be the same; the lower id is the first. */
export interface LikelyPair {
  readonly ids: readonly [number, number];
  /** The keys that they have in common, the strongest first: under it the pair is listed. */
  readonly keys: readonly string[];
}

/** Where a pair stands in the list: the key, and the two ids. */
export type PairPosition = readonly [key: string, first: number, second: number];

interface WalkOptions {
  /** The pair after which the walk begins. */
  readonly after?: PairPosition;
  /** So many pairs are enough. */
  readonly enough: number;
  /** Those of some pairs that are wanted. */
  readonly wanted: (pairs: readonly LikelyPair[]) => Promise<readonly LikelyPair[]>;
}

/**
 * The pairs of records with a key in common, both seen by the caller, the strongest reasons first. Goes through the keys of more than one
 * record, a few at a time, so that its time depends on how many pairs there are, not on how many records.
 */
export async function likelyPairs(view: View, type: RecordType, { after, enough, wanted }: WalkOptions): Promise<LikelyPair[]> {
  const kinds = seenKinds(type, view.caller);
  const found: LikelyPair[] = [];
  let groups = await groupsFrom(view, type, kinds, after ? sql`value >= ${after[0]}` : undefined);
  while (groups.length > 0) {
    const pairs = await pairsOf(view, type, kinds, groups);
    const further = after ? pairs.filter((pair) => isAfter(pair, after)) : pairs;
    found.push(...(await wanted(further)));
    if (found.length >= enough || groups.length < GROUPS) break;
    groups = await groupsFrom(view, type, kinds, sql`value > ${groups.at(-1)!}`);
  }
  return found.slice(0, enough);
}

/** The position of a pair in the list. */
export const positionOf = ({ ids, keys }: LikelyPair): PairPosition => [keys[0]!, ...ids];

function isAfter(pair: LikelyPair, [key, first, second]: PairPosition): boolean {
  const [ownKey, ownFirst, ownSecond] = positionOf(pair);
  if (ownKey !== key) return ownKey > key;
  return ownFirst === first ? ownSecond > second : ownFirst > first;
}

async function groupsFrom({ em }: View, type: RecordType, kinds: readonly DuplicateKind[], from: Sql | undefined): Promise<string[]> {
  const hidden = type.duplicateKinds.filter((kind) => !kinds.includes(kind)).map((kind) => kindNumber(type, kind));
  const conditions = [
    sql`likely = 1`,
    ...(from ? [from] : []),
    ...hidden.map((number) => sql`(value < ${number} OR value >= ${following(number)})`),
  ];
  const found = await rows(
    em,
    sql`SELECT value FROM ${identifier(duplicateGroupTable(type))} WHERE ${list(conditions, ' AND ')} ORDER BY value LIMIT ${GROUPS}`,
  );
  return found.map(([value]) => value as string);
}

const following = (digit: string): string => String.fromCharCode(digit.charCodeAt(0) + 1);

/** The pairs whose strongest key is one of the groups, in their order. */
async function pairsOf(view: View, type: RecordType, kinds: readonly DuplicateKind[], groups: readonly string[]): Promise<LikelyPair[]> {
  const table = identifier(duplicateTable(type));
  const members = (await rows(view.em, sql`SELECT value, id FROM ${table} WHERE value IN (${values(groups)}) ORDER BY value, id`)) as [
    string,
    number,
  ][];
  const seen = await visibleIds(
    view,
    type,
    members.map(([, id]) => id),
  );
  const keys = await likelyKeys(view, type, kinds, seen);
  return groups.flatMap((group) => {
    const ids = members.filter(([value, id]) => value === group && keys.has(id)).map(([, id]) => id);
    return ids.flatMap((first, index) =>
      ids.slice(index + 1).flatMap((second): LikelyPair[] => {
        const common = (keys.get(first) ?? []).filter((key) => keys.get(second)?.includes(key));
        return common[0] === group ? [{ ids: [first, second], keys: common }] : [];
      }),
    );
  });
}

/** The keys of records that others have, too, in ascending order. */
async function likelyKeys(
  { em }: View,
  type: RecordType,
  kinds: readonly DuplicateKind[],
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  const keys = new Map<number, string[]>();
  if (ids.length === 0) return keys;
  const found = await rows(
    em,
    sql`SELECT d.id, d.value FROM ${identifier(duplicateTable(type))} d JOIN ${identifier(duplicateGroupTable(type))} g ON g.value = d.value WHERE d.id IN (${values(ids)}) AND g.likely = 1 ORDER BY d.value`,
  );
  const numbers = new Set(kinds.map((kind) => kindNumber(type, kind)));
  for (const [id, value] of found as [number, string][]) if (numbers.has(value[0]!)) keys.set(id, [...(keys.get(id) ?? []), value]);
  return keys;
}

/** What some records are called and have in common with others. */
export interface Described {
  readonly name: string | null;
  readonly reasons: ReadonlyMap<string, { readonly type: string; readonly value: string }>;
}

/** Names of records, and their keys in words, by id. */
export async function describedKeys({ em }: View, type: RecordType, ids: readonly number[]): Promise<ReadonlyMap<number, Described>> {
  if (ids.length === 0) return new Map();
  const { fields, recordOf } = recordReader(type, ['id', 'deleted', type.display, ...type.duplicateKinds.flatMap((kind) => kind.fields)]);
  const cells = list(fields.map(({ name }) => identifier(name)));
  const found = await rows(em, sql`SELECT ${cells} FROM ${identifier(type.table)} WHERE id IN (${values(ids)})`);
  return new Map(
    found.map(recordOf).map((record) => {
      const reasons = storedKeysOf(type, record).map(({ value, kind, shown }) => [value, { type: kind.name, value: shown }] as const);
      return [record['id'] as number, { name: (record[type.display] as string | null) || null, reasons: new Map(reasons) }];
    }),
  );
}
