import type { Job } from '../jobs';
import { DAY_MS } from '../time/moments';
import { ActivityCategory, ActivityStatus, Unit } from '../terms/numbers';
import { isClosed } from './job-course';
import { contactsOf } from './jobs';
import { dayAt, mirror, type Journey } from './journey';
import { made, type Made, type Making, type Numbers } from './made';
import { placementOf } from './placements';
import { applicantOf } from './relations';
import { later, type World } from './world';

const [NEW, SCREENING, SHORTLISTED, SUBMITTED, INTERVIEW, OFFER, PLACED, REJECTED, WITHDRAWN] = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const FILLED = 6;

/** How far the applicants for a job have come, by the job's stage; the first ones are always there, `least` of them. */
const APPLICANTS: Readonly<Record<number, { least: number; stages: readonly number[] }>> = {
  1: { least: 0, stages: [NEW, NEW, SCREENING] },
  2: { least: 0, stages: [SHORTLISTED, SCREENING, NEW, NEW, REJECTED] },
  3: { least: 1, stages: [INTERVIEW, SUBMITTED, SHORTLISTED, REJECTED, NEW] },
  4: { least: 1, stages: [OFFER, INTERVIEW, REJECTED, WITHDRAWN, SCREENING] },
  5: { least: 0, stages: [SHORTLISTED, SCREENING, REJECTED] },
  6: { least: 2, stages: [PLACED, PLACED, REJECTED, WITHDRAWN, REJECTED] },
  7: { least: 0, stages: [REJECTED, WITHDRAWN, REJECTED] },
  8: { least: 0, stages: [WITHDRAWN, REJECTED] },
};
/** Job 1 has applicants everywhere. */
const EVERYWHERE = [PLACED, INTERVIEW, SUBMITTED, SCREENING, SHORTLISTED, SCREENING, NEW, NEW, NEW, NEW, REJECTED];

/** Everything that came of a job: applications, interviews, offers, placements. */
export function* pipelineOf(world: World, numbers: Numbers, job: Job): Making {
  const random = world.random('pipeline', job.id);
  const { least, stages } = APPLICANTS[job.stageID ?? 0] ?? { least: 0, stages: [] };
  const reached = job.id === 1 ? EVERYWHERE : stages.slice(0, random.int(least, stages.length));
  const opened = daysFrom(world, job.createdDate);
  const until = isClosed(job) ? daysFrom(world, job.closeDate) : 0;
  for (const [place, wished] of reached.entries()) {
    const stage = wished === PLACED && place >= job.candidatesRequired ? REJECTED : wished;
    const applied = opened + Math.floor((until - opened) * 0.5 * random.next());
    const contactID = contactsOf(job)[0] ?? null;
    const candidateID = applicantOf(world, job.id, place);
    yield* journey({
      world,
      numbers,
      random,
      job,
      candidateID,
      contactID,
      applicationID: numbers.next('Application'),
      stage,
      applied,
      until,
      ownerID: job.consultantID1 ?? 1,
    });
  }
}

const daysFrom = ({ today }: World, moment = today): number => Math.floor((moment.getTime() - today.getTime()) / DAY_MS);

function* journey(way: Journey): Making {
  const isOffered = wasOffered(way);
  const isInterviewed = isOffered || way.stage === INTERVIEW || (way.stage === REJECTED && way.random.chance(0.4));
  yield* application(way, isInterviewed || way.stage === SUBMITTED);
  if (isInterviewed) yield* interview(way);
  if (isOffered) yield offer(way);
  if (way.stage === PLACED || (way.stage === OFFER && way.random.chance(0.5))) yield* placementOf(way);
}

/** Some who withdrew had been offered the job. */
const wasOffered = ({ stage, job }: Journey): boolean =>
  stage === OFFER || stage === PLACED || (stage === WITHDRAWN && [4, FILLED].includes(job.stageID ?? 0));

function* application(way: Journey, isSubmitted: boolean): Making {
  const { world, random, applicationID: id, job, candidateID, stage, ownerID } = way;
  const createdDate = world.moment(way.applied, random);
  const submittedDate = isSubmitted ? world.moment(dayAt(way, 0.3), random) : undefined;
  const changedDate = world.moment(dayAt(way, 0.9), random);
  yield made('Application', {
    id,
    jobID: job.id,
    candidateID,
    stageID: stage,
    source: random.pick(['Job board', 'Referral', 'Company website', 'Database search']),
    ownerID,
    submittedDate,
    coverLetter: id === 1 || random.chance(0.3) ? 'I have run sites of this size before and can start at four weeks’ notice.' : null,
    comments: id === 1 || random.chance(0.2) ? 'Good fit; rate at the upper end.' : null,
    stageChangedDate: changedDate,
    createdByID: ownerID,
    createdDate,
    updatedByID: ownerID,
    updatedDate: changedDate,
    deleted: false,
  });
  if (!submittedDate) return;
  yield* mirror(way, ActivityCategory.Submission, {
    entityId: id,
    statusID: ActivityStatus.Completed,
    activityDate: submittedDate,
    notes: 'Submitted with a short summary and the resume.',
  });
}

function* interview(way: Journey): Making {
  const { world, numbers, random, stage, ownerID } = way;
  const id = numbers.next('Interview');
  const isAhead = stage === INTERVIEW && !isClosed(way.job) && random.chance(0.6);
  const startsAt = later(world.day(isAhead ? random.int(1, 12) : dayAt(way, 0.5)), isAhead ? random.int(0, 12) * 30 : 0);
  const statusID = isAhead ? random.weighted([1, 4], [2, 1]) : stage === REJECTED ? random.weighted([3, 6], [4, 1], [5, 1]) : 3;
  const createdDate = world.moment(dayAt(way, 0.4), random);
  const duration = random.pick([30, 45, 60, 90]);
  yield made('Interview', {
    id,
    applicationID: way.applicationID,
    jobID: way.job.id,
    candidateID: way.candidateID,
    contactID: way.contactID,
    typeID: id === 1 ? 3 : random.int(1, 5),
    statusID,
    startsAt,
    duration,
    place: random.pick(['Head office, level 12', 'Video call', 'Site shed', 'By phone']),
    feedback: statusID === 3 ? 'Knows the trade; asked good questions about safety.' : null,
    score: statusID === 3 ? random.int(2, 5) : 0,
    ownerID,
    createdByID: ownerID,
    createdDate,
    updatedByID: ownerID,
    updatedDate: createdDate,
    deleted: false,
  });
  const activityStatus = isAhead ? ActivityStatus.Open : statusID === 4 ? ActivityStatus.Cancelled : ActivityStatus.Completed;
  yield* mirror(way, ActivityCategory.Interview, {
    entityId: id,
    statusID: activityStatus,
    activityDate: startsAt,
    activityEndDate: later(startsAt, duration),
    duration,
    dateCreated: createdDate,
  });
}

function offer(way: Journey): Made {
  const { world, numbers, random, job, stage, ownerID } = way;
  const madeDay = dayAt(way, 0.7);
  const createdDate = world.moment(madeDay, random);
  const statusID = stage === OFFER ? 1 : stage === PLACED ? 2 : 3;
  const isHourly = Boolean(job.rateFrom);
  return made('Offer', {
    id: numbers.next('Offer'),
    applicationID: way.applicationID,
    jobID: job.id,
    candidateID: way.candidateID,
    statusID,
    amount: (isHourly ? job.rateTo : job.salaryTo) ?? 0,
    amountUnits: isHourly ? job.rateUnits : Unit.Year,
    startDate: world.day(Math.max(madeDay + 14, 1)),
    expiryDate: world.day(madeDay + 7),
    answeredDate: statusID === 1 ? undefined : world.moment(dayAt(way, 0.8), random),
    comments: random.chance(0.4) ? 'Asked for a car allowance.' : null,
    ownerID,
    createdByID: ownerID,
    createdDate,
    updatedByID: ownerID,
    updatedDate: createdDate,
    deleted: false,
  });
}
