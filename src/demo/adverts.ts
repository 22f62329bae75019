import type { Job } from '../jobs';
import { isClosed } from './job-timeline';
import { demoRecord, type DemoRecords, type IdSequences } from './demo-record';
import type { DemoContext } from './demo-context';

const BOARDS = ['Jobs Down Under', 'CareerReef', 'Trade Board', 'Company website'] as const;
const [DRAFT, POSTED, EXPIRED, WITHDRAWN] = [1, 2, 3, 4] as const;
const DAYS = 30;

/** Ended jobs are no longer advertised. */
const hasEnded = (job: Job): boolean => isClosed(job) || job.deleted;

const isDeleted = (id: number): boolean => id % 67 === 66;
const isLive = (statusID: number, deleted: boolean): boolean => statusID === POSTED && !deleted;

/** The adverts of a job; job 1 has two live ones. */
export function* advertsOf(context: DemoContext, ids: IdSequences, job: Job): DemoRecords {
  const random = context.random('advert', job.id);
  const author = job.consultantID1 ?? 1;
  const isOver = hasEnded(job);
  for (let left = job.id === 1 ? 2 : random.weighted([0, 6], [1, 3], [2, 1]); left > 0; left--) {
    const id = ids.next('JobAdvert');
    const board = random.pick(BOARDS);
    const posted = job.id === 1 ? -10 - left : -random.int(1, isOver ? 200 : 50);
    const statusID =
      isOver || posted <= -DAYS ? random.pick([EXPIRED, WITHDRAWN]) : job.id === 1 ? POSTED : random.weighted([POSTED, 6], [DRAFT, 1]);
    const isPosted = statusID !== DRAFT;
    const deleted = isDeleted(id);
    const createdDate = context.moment(posted, random);
    yield demoRecord('JobAdvert', {
      id,
      jobID: job.id,
      title: job.title,
      board,
      url: isPosted ? `https://boards.example.com/${id}` : null,
      description: job.description,
      statusID,
      postedDate: isPosted ? createdDate : undefined,
      expiryDate: isPosted ? context.day(posted + DAYS) : undefined,
      createdByID: author,
      createdDate,
      updatedByID: author,
      updatedDate: createdDate,
      deleted,
      isLive: isLive(statusID, deleted),
    });
  }
}
