import { settingOf } from '../../configuration';
import type { Transaction } from '../../core/database';
import { numberOf } from '../../core/database/rows';
import { InvalidRequest } from '../../core/problems';
import { sql, sqlMoment } from '../../core/sql';
import { load, checkTransition, recordChange, requireFields, ruledBy, touches, type Transitions } from '../../core/records';
import type { RecordEvent } from '../../core/fields/record-event';
import { AdvertStatus } from '../../core/terms/numbers';
import { DAY_MS } from '../../core/time/moments';
import type { Job } from '../job.entity';
import { jobEvents } from '../job.events';
import type { JobAdvert } from '../job-parts.entity';
import { adverts, jobs } from '../jobs.records';
import { mustBeOpen } from '../rules/open-job';

const { Draft, Posted, Expired, Withdrawn, Failed } = AdvertStatus;

/** A new advert may have any status: it may have been posted elsewhere. */
const TRANSITIONS: Transitions<'statusID'> = {
  field: 'statusID',
  list: 'advertStatus',
  allowed: {
    [Draft]: [Posted, Withdrawn, Failed],
    [Posted]: [Expired, Withdrawn, Failed],
    [Expired]: [Draft, Posted],
    [Withdrawn]: [Draft, Posted],
    [Failed]: [Draft, Posted, Withdrawn],
  },
};

const DEFAULT_ADVERT_DAYS = 30;

export const advertRules = ruledBy(adverts, { setDefaults: start, prepare, afterSave: updateJobs });

async function start({ em }: Transaction, advert: JobAdvert): Promise<void> {
  advert.statusID ??= Draft;
  if (advert.jobID === null) return;
  const job = await em.findOneBy(jobs.entity, { id: advert.jobID });
  advert.title ??= job?.title ?? null;
  advert.description ??= job?.description ?? null;
}

async function prepare(transaction: Transaction, before: JobAdvert, after: JobAdvert): Promise<void> {
  requireFields(adverts, before, after);
  await checkTransition(transaction, adverts, TRANSITIONS, before, after);
  const posted = postedJobID(after);
  if (posted !== null && posted !== postedJobID(before)) await mustBeOpen(transaction, posted);
  if (before.statusID !== after.statusID && after.statusID === Posted) await post(transaction, before, after);
  if (after.postedDate && after.expiryDate && after.expiryDate <= after.postedDate) {
    throw InvalidRequest.because([{ pointer: '/expiryDate', detail: 'must be after postedDate' }]);
  }
  after.isLive = postedJobID(after) !== null && (!after.postedDate || after.postedDate <= transaction.now);
}

/** The job that it is live for. */
const liveJobID = ({ isLive, jobID }: JobAdvert): number | null => (isLive ? jobID : null);

/** Sets the posted and expiry dates; an advert posted again does not keep an expiry date in the past. */
async function post(transaction: Transaction, before: JobAdvert, after: JobAdvert): Promise<void> {
  if (!touches(before, after, 'postedDate')) after.postedDate = transaction.now;
  const isExpiryGiven = touches(before, after, 'expiryDate');
  if (isExpiryGiven && after.expiryDate && after.expiryDate <= transaction.now)
    throw InvalidRequest.because([{ pointer: '/expiryDate', detail: 'must be in the future for a posted advert' }]);
  if (!after.expiryDate || after.expiryDate <= transaction.now)
    after.expiryDate = new Date((after.postedDate ?? transaction.now).getTime() + (await advertDays(transaction)) * DAY_MS);
}

const advertDays = async ({ em }: Transaction): Promise<number> =>
  Number((await settingOf(em, 'JobPosting', 'advertDays')) ?? DEFAULT_ADVERT_DAYS);

/** An advert that becomes live, or ends, raises an event of its job. */
async function updateJobs(transaction: Transaction, before: JobAdvert, after: JobAdvert): Promise<void> {
  const [was, is] = [liveJobID(before), liveJobID(after)];
  if (was === is) return;
  if (was !== null && after.statusID !== Failed) await recordOnJob(transaction, was, jobEvents.advertEnded, -1);
  if (is !== null) await recordOnJob(transaction, is, jobEvents.advertPosted, 1);
}

const postedJobID = ({ deleted, statusID, jobID }: JobAdvert): number | null => (deleted || statusID !== Posted ? null : jobID);

async function recordOnJob(transaction: Transaction, jobID: number, event: RecordEvent<Job>, delta: 1 | -1): Promise<void> {
  await load(transaction.em, jobs, jobID);
  const live = await numberOf(
    transaction.em,
    sql`SELECT COUNT(*) FROM job_advert ad WHERE ad.jobID = ${jobID} AND ad.isLive = 1 AND (ad.expiryDate IS NULL OR ad.expiryDate > ${sqlMoment(transaction.now)})`,
  );
  await recordChange(transaction, jobs, [jobID], { events: [event], fields: { liveAdverts: [live - delta, live] } });
}
