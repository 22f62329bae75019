import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import type { ProblemKind } from '../../core/problems';
import { confirm, ConfirmationRequired, QueryConfirmation, type ChangeOptions } from '../../core/records';
import { identifier, sql } from '../../core/sql';

const PARAMETER = 'allowRedFlagged';

/** Somebody has red-flagged the candidate. */
export class RedFlaggedCandidate extends ConfirmationRequired {
  static override readonly kind: ProblemKind = {
    type: '/problems/red-flagged-candidate',
    status: 409,
    title: 'The candidate is red-flagged',
    meaning:
      'Somebody has red-flagged the candidate. Applications, submissions, offers and placements of such a candidate have to be confirmed.',
    remedy: 'Correct the request, or repeat it with ?allowRedFlagged=true if this is meant.',
  };

  constructor(candidateID: number) {
    super(`Candidate ${candidateID} is red-flagged.`, PARAMETER, { recordType: 'Candidate', recordID: candidateID });
  }
}

/** The query parameter that confirms it. */
export const RedFlagConfirmation = (): PropertyDecorator => QueryConfirmation('Save even if the candidate is red-flagged.');

/** @param record that is made for the candidate @throws RedFlaggedCandidate unless that is confirmed */
export async function checkRedFlag(
  { em, types }: Transaction,
  record: { readonly candidateID: number | null },
  how: ChangeOptions,
): Promise<void> {
  const candidateID = record.candidateID ?? 0;
  const candidate = identifier(types.named('Candidate').table);
  const found = await rows(em, sql`SELECT 1 FROM ${candidate} WHERE id = ${candidateID} AND isRedFlagged = 1`);
  if (found.length > 0) confirm(how, record, new RedFlaggedCandidate(candidateID));
}
