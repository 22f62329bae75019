import type { Activity } from '../activities';
import { ActivityCategory, ActivityStatus } from '../core/terms/numbers';
import { activityWithLinks, type Linked } from './activity-with-links';
import type { DemoRecords, IdSequences } from './demo-record';
import { NOTES } from './notes';
import { USERS } from './office';
import type { Random } from './random';
import { clientOfContact, clientOfJob } from './relations';
import { addMinutes, type DemoContext } from './demo-context';

const { Note, Task, Call, Email, Sms, Meeting, System } = ActivityCategory;
const { Open, Completed, Cancelled } = ActivityStatus;

/** Ids reserved for the first activities, most of which belong to candidate 1 and contact 1. */
export const FIRST_ACTIVITIES = 20;
const FIRST_CATEGORIES = [Note, Task, Call, Email, Sms, Meeting, System] as const;

/** Notes, tasks, calls, messages and meetings: the reserved ids first, then enough to reach the requested number. */
export function* activities(context: DemoContext, ids: IdSequences): DemoRecords {
  yield* firstActivity(context);
  for (let id = 2; id <= FIRST_ACTIVITIES; id++) yield* earlyActivity(context, id);
  while (ids.countOf('Activity') < context.sizes.activities) yield* ordinaryActivity(context, ids.next('Activity'));
}

/** Fills nearly every field. */
function* firstActivity(context: DemoContext): DemoRecords {
  const date = addMinutes(context.day(-4), 90);
  yield* activityWithLinks(
    {
      id: 1,
      altId: 'crm-5521',
      typeID: 1,
      category: Note,
      assignedToID: 1,
      notes: 'Wants to start in January; sent the site induction pack.',
      activityDate: date,
      activityEndDate: addMinutes(date, 30),
      contactID: 1,
      clientID: 1,
      candidateID: 1,
      jobID: 1,
      statusID: Completed,
      opportunityID: 1,
      placementID: 1,
      documentID: 1,
      duration: 30,
      associatedData: '{"channel":"phone"}',
      entityId: 0,
      createdByID: 1,
      lastUpdatedByID: 1,
      dateCreated: addMinutes(date, 35),
      lastUpdatedDate: addMinutes(date, 35),
      deleted: false,
    },
    { Candidate: [2], Contact: [2], Client: [1], Job: [1], Opportunity: [1], Placement: [1] },
  );
}

function* earlyActivity(context: DemoContext, id: number): DemoRecords {
  const random = context.random('activity', id);
  const category = FIRST_CATEGORIES[id % FIRST_CATEGORIES.length] ?? Note;
  const isAhead = id % 3 === 0 && category !== System;
  const owner = id <= 12 ? 1 : id;
  const moment = addMinutes(context.day(isAhead ? id : -id), 60 + id * 5);
  yield* activityWithLinks({
    ...commonFields(context, random, category, moment),
    id,
    candidateID: owner,
    contactID: owner,
    clientID: clientOfContact(context, owner),
    jobID: 1,
    statusID: isAhead ? Open : Completed,
    assignedToID: 1,
    parentID: id % 5 === 0 ? id - 1 : null,
  });
}

function* ordinaryActivity(context: DemoContext, id: number): DemoRecords {
  const random = context.random('activity', id);
  const category = random.weighted<number>([Note, 30], [Task, 16], [Call, 22], [Email, 14], [Sms, 6], [Meeting, 10], [System, 2]);
  const isAhead = [Task, Call, Meeting].some((each) => each === category) && random.chance(0.25);
  const moment = addMinutes(
    context.moment(isAhead ? random.int(1, 45) : -random.weighted([random.int(1, 14), 3], [random.int(15, 500), 7]), random),
    random.int(0, 14),
  );
  const activity = {
    ...commonFields(context, random, category, moment),
    id,
    statusID: statusOf(random, category, isAhead),
    ...relatedRecords(context, random),
    deleted: id % 97 === 60,
  };
  yield* activityWithLinks(
    { ...activity, parentID: id % 40 === 0 ? id - 1 : null },
    random.chance(0.08) ? additionalParties(context, random) : {},
  );
}

function commonFields(context: DemoContext, random: Random, category: number, moment: Date): Partial<Activity> {
  const dateCreated = moment > context.today ? context.moment(-random.int(1, 9), random) : moment;
  const duration = [Call, Meeting].some((each) => each === category) ? random.step(5, 90, 5) : 0;
  const user = random.int(1, USERS - 1);
  return {
    category,
    typeID: typeOf(random, category),
    notes: random.pick(NOTES[category] ?? []),
    activityDate: moment,
    activityEndDate: duration ? addMinutes(moment, duration) : null,
    duration,
    entityId: 0,
    associatedData: category === Email ? '{"direction":"out"}' : null,
    assignedToID: random.int(1, USERS - 1),
    createdByID: user,
    lastUpdatedByID: user,
    dateCreated,
    lastUpdatedDate: dateCreated,
    deleted: false,
  };
}

/** The id of the default type of a category equals the category; some categories have a second type. */
function typeOf(random: Random, category: number): number {
  const others: Readonly<Record<number, readonly number[]>> = { [Note]: [12], [Task]: [13], [Call]: [15], [Meeting]: [14] };
  return random.chance(0.25) ? random.pick(others[category] ?? [category]) : category;
}

/** A few tasks are overdue. */
function statusOf(random: Random, category: number, isAhead: boolean): number {
  if (category === Note || category === System) return Completed;
  if (isAhead) return random.weighted([Open, 15], [Cancelled, 1]);
  return category === Task ? random.weighted([Completed, 7], [Open, 2], [Cancelled, 1]) : random.weighted([Completed, 30], [Cancelled, 1]);
}

function relatedRecords(context: DemoContext, random: Random): Partial<Activity> {
  const { candidates, contacts, jobs, opportunities } = context.sizes;
  const candidateID = random.chance(0.7) ? random.int(1, candidates) : null;
  const contactID = candidateID === null || random.chance(0.3) ? random.int(1, contacts) : null;
  const jobID = random.chance(0.35) ? random.int(1, jobs) : null;
  const clientID = contactID !== null ? clientOfContact(context, contactID) : jobID !== null ? (clientOfJob(context, jobID) ?? null) : null;
  return { candidateID, contactID, clientID, jobID, opportunityID: random.chance(0.03) ? random.int(1, opportunities) : null };
}

/** Other participants. */
function additionalParties({ sizes }: DemoContext, random: Random): Linked {
  return random.chance(0.6)
    ? { Contact: [random.int(1, sizes.contacts), random.int(1, sizes.contacts)] }
    : {
        Candidate: [random.int(1, sizes.candidates)],
        Job: [random.int(1, sizes.jobs)],
      };
}
