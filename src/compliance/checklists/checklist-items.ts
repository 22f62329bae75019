import type { EntityManager } from 'typeorm';
import type { FieldChanges } from '../../core/changes';
import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import type { View } from '../../core/database/transactions';
import { InvalidRequest, type ValidationError } from '../../core/problems';
import {
  applyPatch,
  blankRecord,
  insertRecord,
  loadAll,
  readResponses,
  saveRecords,
  values,
  type RecordResponse,
} from '../../core/records';
import { sql } from '../../core/sql';
import { checkItems, type ItemChange } from './check-items';
import type { ChecklistItemUpdateDto } from './checklist.dto';
import type { ChecklistItem } from './checklist.entity';
import { checklistItems } from './checklists.records';

const DEFAULT_WARN_DAYS = 30;

/**
 * Replaces the items of a checklist with those of a body, if it has any.
 * @returns the list before and after, if it changed
 * @throws InvalidRequest
 */
export async function replaceItems(
  transaction: Transaction,
  checklistID: number,
  sent: readonly ChecklistItemUpdateDto[] | null | undefined,
): Promise<FieldChanges> {
  if (sent === undefined) return {};
  const stored = await loadItems(transaction.em, checklistID);
  const items = changesOf(stored, sent ?? [], checklistID);
  await checkItems(transaction, items);
  const removed = stored.filter(({ id }) => !items.some(({ after }) => after.id === id));
  await save(transaction, items, removed);
  const [before, after] = [stored.map(shown), items.map((item) => shown(item.after))];
  return JSON.stringify(before) === JSON.stringify(after) ? {} : { items: [before, after] };
}

/** Adds the items to the responses of checklists. */
export async function withItems(view: View, responses: readonly RecordResponse[]): Promise<RecordResponse[]> {
  const ids = responses.map(({ id }) => id as number);
  const found = await rows(view.em, sql`${itemsOf(ids)} ORDER BY position`);
  const answers = await readResponses(
    view,
    checklistItems,
    found.map(([id]) => id as number),
  );
  const byID = new Map(answers.map((answer) => [answer['id'], answer]));
  return responses.map((response) => ({
    ...response,
    items: found.flatMap(([id, checklistID]) => (checklistID === response['id'] ? [byID.get(id)!] : [])),
  }));
}

const itemsOf = (ids: readonly number[]) =>
  sql`SELECT id, checklistID FROM checklist_item WHERE checklistID IN (${values(ids)}) AND deleted = 0`;

async function loadItems(em: EntityManager, checklistID: number): Promise<ChecklistItem[]> {
  const found = await rows(em, itemsOf([checklistID]));
  const items = await loadAll(
    em,
    checklistItems,
    found.map(([id]) => id as number),
  );
  return items.sort((one, other) => one.position - other.position);
}

/** @throws InvalidRequest for ids of other items, or of the same one twice */
function changesOf(stored: readonly ChecklistItem[], sent: readonly ChecklistItemUpdateDto[], checklistID: number): ItemChange[] {
  const errors: ValidationError[] = [];
  const changes = sent.map((body, index) => {
    const known = body.id ? stored.find(({ id }) => id === body.id) : undefined;
    if (body.id && !known) errors.push({ pointer: `/items/${index}/id`, detail: 'must be the id of an item of this checklist, or 0' });
    if (known && sent.findIndex(({ id }) => id === body.id) < index)
      errors.push({ pointer: `/items/${index}/id`, detail: 'must not appear twice' });
    const before = known ?? newItem(checklistID);
    return { before, after: Object.assign(applyPatch(checklistItems, before, body), { position: index + 1 }) };
  });
  if (errors.length > 0) throw InvalidRequest.because(errors);
  return changes;
}

const newItem = (checklistID: number): ChecklistItem =>
  Object.assign(blankRecord(checklistItems), { checklistID, warnDays: DEFAULT_WARN_DAYS, required: true });

async function save(transaction: Transaction, items: readonly ItemChange[], removed: readonly ChecklistItem[]): Promise<void> {
  for (const { after } of items.filter(({ before }) => !isStored(before)))
    after.id = await insertRecord(transaction.em, checklistItems, after);
  await saveRecords(transaction, checklistItems, [
    ...items.filter(({ before }) => isStored(before)),
    ...removed.map((before) => ({ before, after: Object.assign(new checklistItems.entity(), before, { deleted: true }) })),
  ]);
}

/** A new one is blank, and has no id yet. */
const isStored = (item: Partial<ChecklistItem>): boolean => item.id !== undefined;

const shown = ({ id, name, kind, documentTypeID, warnDays, required }: ChecklistItem): object => ({
  id,
  name,
  kind,
  documentTypeID: documentTypeID ?? 0,
  warnDays,
  required,
});
