import { settingOf } from '../../configuration';
import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { entryName, entryOn } from '../../core/lookups';
import { change } from '../../core/records';
import { sql, Sql } from '../../core/sql';
import { JOIN_NEXT } from '../../core/sql/dialect';
import { ApplicationStage, OfferStatus, Pipeline } from '../../core/terms/numbers';
import type { Job } from '../job.entity';

/** Rejects those who still wait for an answer about a job that closes, with that reason, if the setting rejectWhenClosed says so. */
export async function rejectApplicants(transaction: Transaction, job: Job): Promise<void> {
  if ((await settingOf(transaction.em, 'JobPosting', 'rejectWhenClosed'))?.toLowerCase() !== 'true') return;
  const reason = `The job was closed: ${await nameOfStage(transaction, job.stageID)}.`;
  const applications = transaction.types.named('Application');
  for (const [id, comments] of await waitingApplications(transaction, job.id)) {
    const body = { stageID: ApplicationStage.Rejected, comments: comments ? `${comments}\n${reason}` : reason };
    await change(transaction, applications, id, body);
  }
}

async function nameOfStage({ em }: Transaction, stageID: number | null): Promise<string> {
  const [[name] = []] = await rows(em, entryName('jobStage', stageID ?? 0));
  return name as string;
}

/** Neither over nor placed. One with an offer under way is left to whoever made the offer. */
async function waitingApplications({ em, types }: Transaction, jobID: number): Promise<[id: number, comments: string | null][]> {
  const offer = new Sql(types.expand('{Offer} o'));
  const found = await rows(
    em,
    sql`SELECT ap.id, ap.comments FROM ${new Sql(types.expand('{Application} ap'))} ${new Sql(JOIN_NEXT)} ${STAGE}
      WHERE ap.jobID = ${jobID} AND ap.deleted = 0 AND s.closed = 0 AND COALESCE(s.parentID, 0) <> ${Pipeline.Green}
        AND NOT EXISTS (SELECT 1 FROM ${offer} WHERE o.applicationID = ap.id AND o.deleted = 0 AND o.statusID = ${OfferStatus.Made})
      ORDER BY ap.id`,
  );
  return found as [number, string | null][];
}

const STAGE = new Sql(entryOn('applicationStage', 's', 'ap.stageID'));
