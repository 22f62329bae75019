import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import type { ProblemKind } from '../../core/problems';
import { confirm, ConfirmationRequired, lock, QueryConfirmation, touches, type ChangeOptions } from '../../core/records';
import { closedEntry, entryOn } from '../../core/lookups';
import { sql, Sql } from '../../core/sql';
import type { Application } from '../applications/application.entity';

const PARAMETER = 'allowSecondApplication';

/** The candidate is already considered for the job. */
export class SecondApplication extends ConfirmationRequired {
  static override readonly kind: ProblemKind = {
    type: '/problems/second-application',
    status: 409,
    title: 'The candidate already has an application for the job',
    meaning: 'The candidate has an application for the job that is neither rejected nor withdrawn; its id is recordID.',
    remedy: 'Correct the request, or repeat it with ?allowSecondApplication=true if this is meant.',
  };

  constructor({ candidateID, jobID }: Application, id: number) {
    super(`Candidate ${candidateID} already has application ${id} for job ${jobID}.`, PARAMETER, {
      recordType: 'Application',
      recordID: id,
    });
  }
}

/** The query parameter that confirms it. */
export const SecondApplicationConfirmation = (): PropertyDecorator =>
  QueryConfirmation('Save even if the candidate already has an application for the job that is not over.', true);

/** One candidate's place with one job, which a second application would take as well. */
export const placeOf = ({ jobID, candidateID, deleted }: Application): string | null =>
  deleted ? null : `application of ${candidateID} for ${jobID}`;

/**
 * Only applications that are not over count: who was rejected or has withdrawn may apply again. The candidate is locked, so that two
 * applications at the same moment see each other.
 * @throws SecondApplication unless that is confirmed
 */
export async function checkSecondApplication(
  transaction: Transaction,
  before: Application,
  after: Application,
  how: ChangeOptions,
): Promise<void> {
  if (!(await isNewlyOpen(transaction, before, after))) return;
  await lock(transaction.em, transaction.types.named('Candidate'), after.candidateID ?? 0);
  const other = await otherApplication(transaction, after);
  if (other !== undefined) confirm(how, after, new SecondApplication(after, other));
}

async function isNewlyOpen(transaction: Transaction, before: Application, after: Application): Promise<boolean> {
  if (!touches(before, after, 'jobID', 'candidateID', 'stageID', 'deleted') || !(await isOpen(transaction, after))) return false;
  return touches(before, after, 'jobID', 'candidateID') || !(await isOpen(transaction, before));
}

async function isOpen({ em }: Transaction, { deleted, stageID }: Application): Promise<boolean> {
  return !deleted && (await rows(em, closedEntry('applicationStage', stageID ?? 0))).length === 0;
}

async function otherApplication({ em }: Transaction, { id, jobID, candidateID }: Application): Promise<number | undefined> {
  const found = await rows(
    em,
    sql`SELECT ap.id FROM application ap LEFT JOIN ${STAGE}
      WHERE ap.jobID = ${jobID ?? 0} AND ap.candidateID = ${candidateID ?? 0} AND ap.id <> ${id ?? 0} AND ap.deleted = 0 AND COALESCE(s.closed, 0) = 0 ORDER BY ap.id LIMIT 1`,
  );
  return found[0]?.[0] as number | undefined;
}

const STAGE = new Sql(entryOn('applicationStage', 's', 'ap.stageID'));
