import type { Transaction } from '../core/database';
import { rows } from '../core/database/rows';
import { entryOn } from '../core/lookups';
import { Conflict, InvalidRequest } from '../core/problems';
import { sql, Sql } from '../core/sql';

/** A record of an application: an interview, an offer, a placement. Its job and candidate are those of the application. */
interface ApplicationRecord {
  readonly id?: number;
  applicationID: number | null;
  jobID: number | null;
  candidateID: number | null;
}

const FIELDS = ['jobID', 'candidateID'] as const;

/**
 * Sets job and candidate of a new record from its application, or else its application from them: the latest open one.
 * @throws InvalidRequest
 */
export async function linkApplication(transaction: Transaction, record: ApplicationRecord): Promise<void> {
  if (record.applicationID === null) record.applicationID = await openApplication(transaction, record);
  await syncWithApplication(transaction, { applicationID: null, jobID: null, candidateID: null }, record);
}

/** Sets job and candidate of a record that moves to another application. @throws InvalidRequest when they contradict the application */
export async function syncWithApplication({ em }: Transaction, before: ApplicationRecord, after: ApplicationRecord): Promise<void> {
  const isSame = before.applicationID === after.applicationID && FIELDS.every((field) => before[field] === after[field]);
  const [row] =
    isSame || after.applicationID === null
      ? []
      : await rows(em, sql`SELECT jobID, candidateID FROM application WHERE id = ${after.applicationID}`);
  if (!row) return;
  const expected = { jobID: row[0] as number | null, candidateID: row[1] as number | null };
  const isMoved = before.applicationID !== after.applicationID;
  for (const field of FIELDS) if (isMoved && after[field] === before[field]) after[field] = expected[field];
  const wrong = FIELDS.filter((field) => after[field] !== expected[field]);
  if (wrong.length > 0)
    throw InvalidRequest.because(
      wrong.map((field) => ({
        pointer: `/${field}`,
        detail: `must be ${expected[field] ?? 0} as in application ${after.applicationID}, or be omitted`,
      })),
    );
}

/**
 * @throws Conflict for a record that is restored although its application is deleted, as a new one of it is refused, or has got another job
 * or candidate meanwhile
 */
export async function refuseRestoredAlone(
  { em }: Transaction,
  before: ApplicationRecord & { deleted: boolean },
  after: ApplicationRecord & { deleted: boolean },
): Promise<void> {
  if (!before.deleted || after.deleted || after.applicationID === null) return;
  const [row] = await rows(em, sql`SELECT deleted, jobID, candidateID FROM application WHERE id = ${after.applicationID}`);
  if (!row) return;
  const [deleted, jobID, candidateID] = row as (number | null)[];
  if (deleted) throw new Conflict(`Application ${after.applicationID} is deleted: restore it first.`);
  if (jobID === after.jobID && candidateID === after.candidateID) return;
  throw new Conflict(
    `Application ${after.applicationID} is of candidate ${candidateID ?? 0} for job ${jobID ?? 0} now: send applicationID 0 with the restoration, ` +
      'or change the application first.',
  );
}

const STAGE = new Sql(entryOn('applicationStage', 's', 'ap.stageID'));

async function openApplication({ em }: Transaction, { jobID, candidateID }: ApplicationRecord): Promise<number | null> {
  const found = await rows(
    em,
    sql`SELECT ap.id FROM application ap LEFT JOIN ${STAGE}
      WHERE ap.jobID = ${jobID ?? 0} AND ap.candidateID = ${candidateID ?? 0} AND ap.deleted = 0 AND COALESCE(s.closed, 0) = 0 ORDER BY ap.id DESC LIMIT 1`,
  );
  return (found[0]?.[0] as number | undefined) ?? null;
}
