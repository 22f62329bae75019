import { hiddenFields, type Caller } from '../../callers';
import { rows } from '../../database/rows';
import type { Transaction } from '../../database/transactions';
import { visibleIds } from '../../database/visible-ids';
import { affectsKeys, duplicateTable, storedKeysOf, type StoredKey } from '../../fields/duplicate-keys';
import type { DuplicateKind } from '../../fields/duplicate-kind';
import type { RecordType } from '../../fields/record-type';
import { identifier, sql, values } from '../../sql';
import { IS_ALONE } from '../../sql/dialect';
import type { RecordChange } from '../rules';
import { lockGroups } from '../writing/duplicate-rows';

/** Why a record may be the same as another one. */
export interface Duplicate {
  /** The other record. */
  readonly id: number;
  /** The name of the kind of reason. */
  readonly kind: string;
  /** What both have in common. */
  readonly shown: string;
}

/** The keys of refused kinds that a change takes or gives up: for `claims` of the rules. */
export function claimedKeys(type: RecordType, before: object, after: object): string[] {
  if (!affectsKeys(type, before, after)) return [];
  const [was, is] = [refusedKeys(type, before), refusedKeys(type, after)].map((keys) => keys.map(({ value }) => value)) as [
    string[],
    string[],
  ];
  return [...was.filter((value) => !is.includes(value)), ...is.filter((value) => !was.includes(value))];
}

/** The kinds of reasons whose fields a caller sees: of what is hidden, nothing may be learnt from a reason either. */
export function seenKinds(type: RecordType, caller: Caller): readonly DuplicateKind[] {
  const hidden = hiddenFields(type, caller).map(({ name }) => name);
  return type.duplicateKinds.filter(({ fields }) => !(fields as readonly string[]).some((name) => hidden.includes(name)));
}

/**
 * By record after its change, another live record with a key of a refused kind that it newly has, as far as the caller sees the other
 * one and the fields. Locks the keys, so that of two records saved at once the second finds the first.
 */
export async function duplicatesOf(
  transaction: Transaction,
  type: RecordType,
  changes: readonly RecordChange<{ id: number }>[],
): Promise<ReadonlyMap<object, Duplicate>> {
  const seen = seenKinds(type, transaction.caller);
  const claimed = new Map<{ id: number }, StoredKey[]>();
  for (const { before, after } of changes.filter((change) => affectsKeys(type, change.before, change.after))) {
    const was = new Set(refusedKeys(type, before).map(({ value }) => value));
    claimed.set(
      after,
      refusedKeys(type, after).filter(({ value, kind }) => !was.has(value) && seen.includes(kind)),
    );
  }
  const holders = await holdersOf(transaction, type, [...new Set([...claimed.values()].flat().map(({ value }) => value))].sort());
  const found = new Map<object, Duplicate>();
  for (const [record, keys] of claimed) {
    const [first] = keys.flatMap(({ value, kind, shown }) => {
      const id = holders.get(value)?.find((each) => each !== record.id);
      return id === undefined ? [] : [{ id, kind: kind.name, shown }];
    });
    if (first) found.set(record, first);
  }
  return found;
}

const refusedKeys = (type: RecordType, record: object): StoredKey[] => storedKeysOf(type, record).filter(({ kind }) => kind.isRefused);

/** The ids of the live records that have keys and that the caller sees, in ascending order, by key. */
async function holdersOf(transaction: Transaction, type: RecordType, keys: readonly string[]): Promise<ReadonlyMap<string, number[]>> {
  const holders = new Map<string, number[]>();
  if (keys.length === 0) return holders;
  if (!IS_ALONE) await lockGroups(transaction.em, type, keys);
  const found = (await rows(
    transaction.em,
    sql`SELECT value, id FROM ${identifier(duplicateTable(type))} WHERE value IN (${values(keys)}) ORDER BY value, id`,
  )) as [string, number][];
  const seen = new Set(
    await visibleIds(
      transaction,
      type,
      found.map(([, id]) => id),
    ),
  );
  for (const [value, id] of found) if (seen.has(id)) holders.set(value, [...(holders.get(value) ?? []), id]);
  return holders;
}
