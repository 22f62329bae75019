import { settingOf } from '../../configuration';
import type { Transaction } from '../../core/database';
import { execute } from '../../core/database/rows';
import { sql, tuples, values } from '../../core/sql';
import { requireFields, requireStorable, ruledBy, type ChangeOptions } from '../../core/records';
import { JobStage } from '../../core/terms/numbers';
import { updateAddress } from './job-address';
import { updateCloseDate, applyEnding, followStages } from './job-closing';
import { setFilledDate } from './job-filled';
import { checkPercentages } from './percentages';
import { followPercentage } from './perm-fee';
import type { Job } from '../job.entity';
import { jobs } from '../jobs.records';

const CONTACT_FIELDS = ['contact1ID', 'contact2ID', 'contact3ID', 'contact4ID'] as const;

export const jobRules = ruledBy(jobs, {
  setDefaults: start,
  prepare,
  entriesClosed: followStages,
  async saveLinks(transaction, changes) {
    const changed = changes.filter(({ before, after }) => CONTACT_FIELDS.some((field) => before[field] !== after[field]));
    if (changed.length > 0)
      await replaceContacts(
        transaction,
        changed.map(({ after }) => after),
      );
  },
});

async function start(transaction: Transaction, job: Job): Promise<void> {
  job.stageID ??= JobStage.New;
  job.createdByConsultantID ??= transaction.caller.userID;
  job.consultantID1 ??= transaction.caller.userID;
  job.timeToFillStartDate ??= transaction.now;
  job.source ||= (await settingOf(transaction.em, 'JobPosting', 'defaultSource')) ?? null;
}

async function prepare(transaction: Transaction, before: Job, after: Job, _: ChangeOptions, body: object): Promise<void> {
  requireFields(before, after, 'stageID');
  checkPercentages(after);
  followPercentage(before, after, body);
  requireStorable(after, { permFeeAmount: 'permFeePercentage' });
  await updateAddress(transaction, before, after);
  const isNew = after.id === undefined;
  if (!isNew && (before.candidatesRequired !== after.candidatesRequired || before.deleted !== after.deleted))
    await setFilledDate(transaction, after);
  await (isNew ? updateCloseDate : applyEnding)(transaction, before, after);
}

/** Stores one row per contact of a job. */
async function replaceContacts({ em }: Transaction, changed: readonly Job[]): Promise<void> {
  await execute(em, sql`DELETE FROM job_contact WHERE jobID IN (${values(changed.map(({ id }) => id))})`);
  const links = changed.flatMap((job) =>
    [...new Set(CONTACT_FIELDS.flatMap((field) => job[field] ?? []))].map((contactID) => [contactID, job.id]),
  );
  if (links.length > 0) await execute(em, sql`INSERT INTO job_contact (contactID, jobID) VALUES ${tuples(links)}`);
}
