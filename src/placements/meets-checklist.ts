import { dayText, lackingItems, type LackingItem } from '../compliance';
import type { Transaction } from '../core/database';
import { Conflict, type ProblemKind } from '../core/problems';
import type { Placement } from './placement.entity';
import { isApprovedOrStarted } from './placement.transitions';

/** Required items of the checklist of the job are not met. */
export class PlacementNotCompliant extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/placement-not-compliant',
    status: 409,
    title: 'The placement does not meet the checklist of its job',
    meaning:
      'Required items of the checklist are missing, expired or unverified; they are in items. A placement that lacks them is neither approved nor started.',
    remedy:
      'Add or verify the documents, or state something about the placement with POST /api/Placements/{id}/Compliance/Statements. GET /api/Placements/{id}/Compliance shows what is lacking.',
  };
  override readonly members: Readonly<Record<string, unknown>>;

  constructor(detail: string, items: readonly LackingItem[]) {
    super(detail);
    this.members = { items };
  }
}

/**
 * Nobody works, or is about to, without what the checklist of the job requires. It is asked when a placement becomes approved or started,
 * also one that had ended, and when such a one gets another candidate or job; what changes later does not undo an approval.
 * @param today by the calendar of the firm
 * @throws PlacementNotCompliant
 */
export async function mustMeetChecklist(transaction: Transaction, before: Placement, after: Placement, today: Date): Promise<void> {
  const isSame = before.jobID === after.jobID && before.candidateID === after.candidateID;
  if (!isApprovedOrStarted(after) || (isApprovedOrStarted(before) && isSame)) return;
  const lacking = await lackingItems(transaction, { ...after, id: before.id }, dayText(today));
  if (lacking.length > 0) throw new PlacementNotCompliant(detailOf(before.id, lacking), lacking);
}

function detailOf(id: number | undefined, lacking: readonly LackingItem[]): string {
  const items = lacking.map(({ name, state }) => `${name} (${state})`).join(', ');
  return id === undefined
    ? `The placement cannot be approved without ${items}: create it as a draft, and see GET /api/Placements/{id}/Compliance.`
    : `Placement ${id} cannot be approved without ${items}: see GET /api/Placements/${id}/Compliance.`;
}
