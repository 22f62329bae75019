import type { View } from '../../core/database';
import { InvalidRequest, type ValidationError } from '../../core/problems';
import { validateReference } from '../../core/records';
import { fold } from '../../core/text/fold';
import type { ChecklistItem } from './checklist.entity';
import { checklistItems } from './checklists.records';

/** The most days ahead of which is warned. */
const MAX_WARN_DAYS = 365;

/** An item as it is stored, blank if it is new, and as it will be. */
export interface ItemChange {
  readonly before: ChecklistItem;
  readonly after: ChecklistItem;
}

/** @throws InvalidRequest that names every error */
export async function checkItems(view: View, items: readonly ItemChange[]): Promise<void> {
  const found = await Promise.all(items.map(({ before, after }) => errorsOf(view, before, after)));
  const errors = [...found.flatMap((own, index) => own.map((each) => at(index, each))), ...sameTypes(items)];
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

const at = (index: number, { pointer, detail }: ValidationError): ValidationError => ({ pointer: `/items/${index}${pointer}`, detail });

async function errorsOf(view: View, before: ChecklistItem, after: ChecklistItem): Promise<ValidationError[]> {
  const errors: ValidationError[] = [];
  const refuse = (pointer: string, detail: string): void => void errors.push({ pointer, detail });
  if (fold(after.name) === '') refuse('/name', 'must not be blank');
  if (before.kind && before.kind !== after.kind) refuse('/kind', 'must not change: leave the item out, and add another one without an id');
  if (after.kind === 'document' && !after.documentTypeID) refuse('/documentTypeID', 'is required for an item of the kind document');
  if (after.kind === 'statement' && after.documentTypeID) refuse('/documentTypeID', 'must be 0 for an item of the kind statement');
  const unknown = after.documentTypeID && (await validateReference(view, checklistItems.field('documentTypeID'), after.documentTypeID));
  if (unknown) refuse('/documentTypeID', unknown);
  if (after.warnDays > MAX_WARN_DAYS) refuse('/warnDays', `must be at most ${MAX_WARN_DAYS}`);
  return errors;
}

/** One document would meet both. */
const sameTypes = (items: readonly ItemChange[]): ValidationError[] =>
  items.flatMap(({ after: { documentTypeID } }, index) => {
    const first = items.findIndex(({ after }) => after.documentTypeID === documentTypeID);
    if (!documentTypeID || first === index) return [];
    return [{ pointer: `/items/${index}/documentTypeID`, detail: `must not be that of item ${first}: one document would meet both` }];
  });
