import { isParty } from '../../activities';
import { inAllDivisions } from '../../core/callers';
import type { Transaction } from '../../core/database';
import type { RecordType } from '../../core/fields/record-type';
import { Confirmations, divisionsOf, load, recordChange, rulesOf, save, type MergeRules } from '../../core/records';
import { isTaggable, moveTags } from '../../tags';
import { moveDismissals } from '../dismissals';
import { fillFrom } from './fill-empty-fields';
import { moveListMemberships } from './move-list-memberships';
import { moveRecords } from './move-records';

export interface Mergeable {
  readonly id: number;
  readonly deleted: boolean;
  readonly mergedIntoID: number | null;
}

/** @throws Error for a type whose records are not merged: a bug, never caused by a request */
function mergeRulesOf(transaction: Transaction, type: RecordType): MergeRules<object> {
  const { merging } = rulesOf(transaction, type);
  if (!merging) throw new Error(`Records of type ${type.name} are not merged.`);
  return merging as MergeRules<object>;
}

/** Merges records into one and deletes the duplicates. Parts are read first, since moving records changes them. */
export async function mergeInto(
  transaction: Transaction,
  type: RecordType,
  survivor: Mergeable,
  duplicates: readonly Mergeable[],
): Promise<void> {
  const rules = mergeRulesOf(transaction, type);
  rules.refuse?.(survivor, duplicates);
  const ids = duplicates.map(({ id }) => id);
  const parts = await combinedParts(transaction, type, rules, [survivor.id, ...ids]);
  const join = await rules.joining?.(transaction, ids, survivor.id);
  await moveRecords(transaction, type, rules.parts ?? [], ids, survivor.id);
  await join?.();
  if (isParty(type.name)) await moveListMemberships(transaction, type, ids, survivor.id);
  const tags = isTaggable(type.name) ? await moveTags(transaction, type.name, ids, survivor.id) : {};
  await moveDismissals(transaction, type, ids, survivor.id);
  // before the survivor is saved, since a duplicate may hold what only one may have, such as an e-mail address
  for (const id of ids) await deleteMerged(transaction, type, rules, id, survivor.id);
  await fill(transaction, type, rules, survivor.id, duplicates, parts);
  await recordChange(transaction, type, [survivor.id], {
    events: rules.event ? [rules.event] : [],
    fields: { [`merged${type.name}IDs`]: [[], ids], ...tags },
  });
}

async function combinedParts(
  transaction: Transaction,
  type: RecordType,
  rules: MergeRules<object>,
  ids: readonly number[],
): Promise<object> {
  const divisionIDs: number[] = [];
  for (const id of ids) divisionIDs.push(...(await divisionsOf(transaction.em, type, id)));
  return { divisionIDs, ...(await rules.combined?.(transaction, ids)) };
}

/** Keeps its divisions, so that only those who could see it before can see it deleted. */
async function deleteMerged(
  transaction: Transaction,
  type: RecordType,
  { withoutParts }: MergeRules<object>,
  id: number,
  into: number,
): Promise<void> {
  const before = await load(transaction.em, type, id);
  const after = Object.assign(new type.entity(), before, { deleted: true, mergedIntoID: into });
  await save(transaction, type, before, after, withoutParts);
}

async function fill(
  transaction: Transaction,
  type: RecordType,
  rules: MergeRules<object>,
  id: number,
  others: readonly object[],
  parts: object,
): Promise<void> {
  const before = await load(transaction.em, type, id);
  const after = Object.assign(new type.entity(), before);
  fillFrom(type, rules, after, others);
  await rules.complete?.(transaction, after);
  // the duplicates may belong to divisions that the caller does not see
  await save(inAllDivisions(transaction), type, before, after, parts, { confirmations: Confirmations.of('allowDuplicate') });
}
