import type { Job } from '../jobs';
import { Application, Interview, interviewMirror, submissionMirror } from '../pipeline';
import { DAY_MS } from '../core/time/moments';
import { RateUnit } from '../core/terms/numbers';
import { isClosed } from './job-timeline';
import { contactsOf } from './jobs';
import { dayAt, mirrorActivity, type Journey } from './journey';
import { demoRecord, type DemoRecord, type DemoRecords, type IdSequences } from './demo-record';
import { placementOf } from './placements';
import { applicantOf } from './relations';
import { addMinutes, keysOf, type DemoContext } from './demo-context';

const [NEW, SCREENING, SHORTLISTED, SUBMITTED, INTERVIEW, OFFER, PLACED, REJECTED, WITHDRAWN] = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const FILLED = 6;
/** Minutes of an interview. */
const LONGEST = 90;

/** The stages of the applicants for a job, by the job's stage; at least the first `least` applicants exist. */
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
/** Job 1 has applicants in every stage but offer and withdrawn. */
const EVERYWHERE = [PLACED, INTERVIEW, SUBMITTED, SCREENING, SHORTLISTED, SCREENING, NEW, NEW, NEW, NEW, REJECTED];

/** The applications, interviews, offers and placements of a job. */
export function* pipelineOf(context: DemoContext, ids: IdSequences, job: Job): DemoRecords {
  const random = context.random('pipeline', job.id);
  const { least, stages } = APPLICANTS[job.stageID ?? 0] ?? { least: 0, stages: [] };
  const reached = job.id === 1 ? EVERYWHERE : stages.slice(0, random.int(least, stages.length));
  const opened = daysFrom(context, job.createdDate);
  const until = isClosed(job) ? daysFrom(context, job.closeDate) : 0;
  for (const [place, wished] of reached.entries()) {
    const stage = wished === PLACED && place >= job.candidatesRequired ? REJECTED : wished;
    const applied = opened + Math.floor((until - opened) * 0.5 * random.next());
    const contactID = contactsOf(job)[0] ?? null;
    const candidateID = applicantOf(context, job.id, place);
    yield* journeyRecords({
      context,
      ids,
      random,
      job,
      candidateID,
      contactID,
      applicationID: ids.next('Application'),
      stage,
      applied,
      until,
      ownerID: job.consultantID1 ?? 1,
    });
  }
}

const daysFrom = ({ today }: DemoContext, moment = today): number => Math.floor((moment.getTime() - today.getTime()) / DAY_MS);

function* journeyRecords(journey: Journey): DemoRecords {
  const isOffered = wasOffered(journey);
  const isInterviewed = isOffered || journey.stage === INTERVIEW || (journey.stage === REJECTED && journey.random.chance(0.4));
  yield* application(journey, isInterviewed || journey.stage === SUBMITTED);
  if (isInterviewed) yield* interview(journey);
  if (isOffered) yield offer(journey);
  if (journey.stage === PLACED || (journey.stage === OFFER && journey.random.chance(0.5))) yield* placementOf(journey);
}

/** Some applicants withdrew after an offer. */
const wasOffered = ({ stage, job }: Journey): boolean =>
  stage === OFFER || stage === PLACED || (stage === WITHDRAWN && [4, FILLED].includes(job.stageID ?? 0));

function* application(journey: Journey, isSubmitted: boolean): DemoRecords {
  const { context, random, applicationID: id, job, candidateID, stage, ownerID } = journey;
  const createdDate = context.moment(journey.applied, random);
  const submittedDate = isSubmitted ? context.moment(dayAt(journey, 0.3), random) : undefined;
  const changedDate = context.moment(dayAt(journey, 0.9), random);
  const application = Object.assign(new Application(), {
    id,
    ...keysOf('board', id),
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
  yield demoRecord('Application', application);
  if (submittedDate) yield* mirrorActivity(journey, submissionMirror(application, clientOf(journey)));
}

function* interview(journey: Journey): DemoRecords {
  const { context, ids, random, stage, ownerID } = journey;
  const id = ids.next('Interview');
  const isAhead = stage === INTERVIEW && !isClosed(journey.job) && random.chance(0.6);
  // those that are not ahead have taken place for certain
  const day = isAhead ? random.int(1, 12) : Math.min(dayAt(journey, 0.5), -1);
  const slot = context.freeSlot(day, [`candidate ${journey.candidateID}`, `contact ${journey.contactID}`]);
  const startsAt = addMinutes(context.day(day), slot * (LONGEST + 30) + (id % 3) * 15);
  const statusID = isAhead ? random.weighted([1, 4], [2, 1]) : stage === REJECTED ? random.weighted([3, 6], [4, 1], [5, 1]) : 3;
  const createdDate = context.moment(dayAt(journey, 0.4), random);
  const duration = random.pick([30, 45, 60, LONGEST]);
  const interview = Object.assign(new Interview(), {
    id,
    applicationID: journey.applicationID,
    jobID: journey.job.id,
    candidateID: journey.candidateID,
    contactID: journey.contactID,
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
  yield demoRecord('Interview', interview);
  yield* mirrorActivity(journey, interviewMirror(interview, clientOf(journey).clientID), createdDate);
}

const clientOf = ({ job, contactID }: Journey) => ({ clientID: job.clientID ?? null, contactID });

function offer(journey: Journey): DemoRecord {
  const { context, ids, random, job, stage, ownerID } = journey;
  const madeDay = dayAt(journey, 0.7);
  const createdDate = context.moment(madeDay, random);
  const statusID = stage === OFFER ? 1 : stage === PLACED ? 2 : 3;
  const isHourly = Boolean(job.rateFrom);
  return demoRecord('Offer', {
    id: ids.next('Offer'),
    applicationID: journey.applicationID,
    jobID: job.id,
    candidateID: journey.candidateID,
    statusID,
    amount: (isHourly ? job.rateTo : job.salaryTo) ?? 0,
    amountUnits: isHourly ? job.rateUnits : RateUnit.Year,
    startDate: context.day(Math.max(madeDay + 14, 1)),
    // one that is open has not expired
    expiryDate: context.day(statusID === 1 ? Math.max(madeDay + 7, 3) : Math.max(madeDay + 7, dayAt(journey, 0.8))),
    answeredDate: statusID === 1 ? undefined : context.moment(dayAt(journey, 0.8), random),
    comments: random.chance(0.4) ? 'Asked for a car allowance.' : null,
    ownerID,
    createdByID: ownerID,
    createdDate,
    updatedByID: ownerID,
    updatedDate: createdDate,
    deleted: false,
  });
}
