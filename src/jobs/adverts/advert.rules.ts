import { settingOf } from '../../configuration';
import type { Unit } from '../../database';
import { numberOf } from '../../database/rows';
import { InvalidRequest } from '../../http';
import { sql, sqlMoment } from '../../query';
import { load, mustBeOnCourse, ruledBy, touch, type Course } from '../../records';
import { Event, type EventNumber } from '../../terms/events';
import { AdvertStatus } from '../../terms/numbers';
import { DAY_MS } from '../../time/moments';
import type { JobAdvert } from '../job-parts.entity';
import { adverts, jobs } from '../jobs.records';
import { mustBeOpen } from '../rules/open-job';

const { Draft, Posted, Expired, Withdrawn, Failed } = AdvertStatus;

/** A new advert may have any status: it may have been posted elsewhere. */
const COURSE: Course<'statusID'> = {
  field: 'statusID',
  list: 'advertStatus',
  moves: {
    [Draft]: [Posted, Withdrawn, Failed],
    [Posted]: [Expired, Withdrawn, Failed],
    [Expired]: [Draft, Posted],
    [Withdrawn]: [Draft, Posted],
    [Failed]: [Draft, Posted, Withdrawn],
  },
};

const DAYS = 30;

ruledBy<JobAdvert>(adverts, { start, prepare, follow: tellJobs });

async function start({ em }: Unit, advert: JobAdvert): Promise<void> {
  advert.statusID ??= Draft;
  if (advert.jobID === null) return;
  const job = await em.findOneBy(jobs.entity, { id: advert.jobID });
  advert.title ??= job?.title ?? null;
  advert.description ??= job?.description ?? null;
}

async function prepare(unit: Unit, before: JobAdvert, after: JobAdvert): Promise<void> {
  if (after.jobID === null) throw InvalidRequest.because([{ pointer: '/jobID', detail: 'must be the id of the job that is advertised' }]);
  await mustBeOnCourse(unit, adverts, COURSE, before, after);
  if (postedFor(after) !== null && postedFor(after) !== postedFor(before)) await mustBeOpen(unit, after.jobID);
  if (before.statusID !== after.statusID && after.statusID === Posted) await post(unit, before, after);
  if (after.postedDate && after.expiryDate && after.expiryDate <= after.postedDate) {
    throw InvalidRequest.because([{ pointer: '/expiryDate', detail: 'must be after postedDate' }]);
  }
}

/** An advert that is posted again does not keep the time that is over. */
async function post(unit: Unit, before: JobAdvert, after: JobAdvert): Promise<void> {
  if (after.postedDate === before.postedDate) after.postedDate = unit.now;
  const isGiven = after.expiryDate !== before.expiryDate;
  if (isGiven && after.expiryDate && after.expiryDate <= unit.now)
    throw InvalidRequest.because([{ pointer: '/expiryDate', detail: 'must be in the future for an advert that is posted' }]);
  if (!after.expiryDate || after.expiryDate <= unit.now)
    after.expiryDate = new Date((after.postedDate ?? unit.now).getTime() + (await advertDays(unit)) * DAY_MS);
}

const advertDays = async ({ em }: Unit): Promise<number> => Number((await settingOf(em, 'JobPosting', 'advertDays')) ?? DAYS);

/** That an advert is up, or no longer, is an event of its job. */
async function tellJobs(unit: Unit, before: JobAdvert, after: JobAdvert): Promise<void> {
  const [was, is] = [postedFor(before), postedFor(after)];
  if (was === is) return;
  if (was !== null && after.statusID !== Failed) await tell(unit, was, Event.AdvertEnded, -1);
  if (is !== null) await tell(unit, is, Event.AdvertPosted, 1);
}

const postedFor = ({ deleted, statusID, jobID }: JobAdvert): number | null => (deleted || statusID !== Posted ? null : jobID);

async function tell(unit: Unit, jobID: number, event: EventNumber, more: 1 | -1): Promise<void> {
  await load(unit.em, jobs, jobID);
  const live = await numberOf(
    unit.em,
    sql`SELECT COUNT(*) FROM job_advert ad WHERE ad.jobID = ${jobID} AND ad.deleted = 0 AND ad.statusID = ${Posted} AND (ad.expiryDate IS NULL OR ad.expiryDate > ${sqlMoment(unit.now)})`,
  );
  await touch(unit, jobs, [jobID], { events: [event], fields: { liveAdverts: [live - more, live] } });
}
