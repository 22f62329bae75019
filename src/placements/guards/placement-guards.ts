import type { Transaction } from '../../core/database';
import { Conflict, InvalidRequest } from '../../core/problems';
import { lockedRows, touches, type ChangeOptions } from '../../core/records';
import { identifier, sql } from '../../core/sql';
import { PlacementStatus } from '../../core/terms/numbers';
import { checkContactOfJob, OtherClientConfirmation } from '../../jobs';
import { checkRedFlag, RedFlagConfirmation } from '../../pipeline';
import type { Placement } from '../placement.entity';
import { isApproved } from '../placement.transitions';
import { checkMargin, MarginConfirmation } from './negative-margin';
import { checkOverlap, OverlapConfirmation } from './overlapping-placement';

/** The query parameters that confirm what is probably a mistake. */
export class PlacementConfirmations {
  @RedFlagConfirmation() readonly allowRedFlagged!: boolean;
  @OverlapConfirmation() readonly allowOverlappingPlacement!: boolean;
  @OtherClientConfirmation() readonly allowContactOfAnotherClient!: boolean;
  @MarginConfirmation() readonly allowNegativeMargin!: boolean;
}

/** The candidate whose time a placement takes. */
export const timeTaken = ({ candidateID, statusID, deleted }: Placement): string | null =>
  deleted || statusID === PlacementStatus.Cancelled ? null : `time of ${candidateID}`;

/**
 * Checks a placement when its figures are set. The candidate is locked, so that two placements at the same moment see each other, and
 * nobody deletes a candidate who goes to work.
 * @throws InvalidRequest, Conflict, and ConfirmationRequired for what has not been confirmed
 */
export async function checkPlacement(transaction: Transaction, before: Placement, after: Placement, how: ChangeOptions): Promise<void> {
  const isRestored = before.deleted && !after.deleted;
  const isApproval = isApproved(after) && (!isApproved(before) || isRestored);
  if (isApproval || touches(before, after, 'startDate')) requireStart(after);
  if (touches(before, after, 'candidateID', 'jobID', 'startDate', 'endDate', 'statusID', 'deleted')) {
    await lockCandidate(transaction, after, isApproval);
    if (touches(before, after, 'candidateID') || isApproval) await checkRedFlag(transaction, after, how);
    await checkOverlap(transaction, before, after, how);
  }
  if (touches(before, after, 'contactID', 'clientID')) await checkContactOfJob(transaction, after, how);
  checkMargin(before, after, how);
}

/** One without a start date would never start. */
function requireStart(placement: Placement): void {
  if (!isApproved(placement) || placement.startDate) return;
  throw InvalidRequest.because([{ pointer: '/startDate', detail: 'is required for a placement that is approved' }]);
}

async function lockCandidate({ em, types }: Transaction, { candidateID }: Placement, isApproval: boolean): Promise<void> {
  const candidate = types.named('Candidate');
  const query = sql`SELECT id, deleted FROM ${identifier(candidate.table)} WHERE id = ${candidateID ?? 0}`;
  const [[, deleted] = []] = await lockedRows(em, candidate, query);
  if (deleted && isApproval)
    throw new Conflict(`Candidate ${candidateID} is deleted: restore the candidate before the placement is approved or restored.`);
}
