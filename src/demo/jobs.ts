import { followSite, Job, jobTexts } from '../jobs';
import { siteAt, placeOfSite } from './clients';
import { customValues } from './custom-values';
import { industryAt, type Industry } from './industries';
import { USERS } from './office';
import { payOf } from './pay';
import { PLACES } from './places';
import type { Random } from './random';
import { clientOfJob, contactsOfClient, divisionOfClient, industryOfClient, sitesOfClient } from './relations';
import { isBare, isDeleted, later, type World } from './world';

const DESCRIPTIONS = [
  'Lead the site team of a hospital extension.', 'Join a stable team of twelve; 50% hands-on, 50% coaching.', 'Cover for parental leave, with a view to permanent.', 'Own the rollout end to end. <b>No agencies</b> besides us.',
  'Rotating roster (8/6), flights & camp provided.', 'Entwicklung in C++ und C#, Englisch genügt.', 'Weekend work at 150 %; tools supplied.',
] as const;
const SOURCES = ['Referral', 'Client request', 'Company website', 'Tender', 'Cold call'] as const;
const INFO = ['Account manager', 'Resourcer', 'Branch share', 'Introduced the client', 'Payroll'] as const;
/** Of the five places for consultants, how the work is shared. */
const SHARES: readonly (readonly number[])[] = [[100], [60, 40], [50, 30, 20], [40, 30, 20, 10], [30, 25, 20, 15, 10]];

/** Stages from Filled on are closed. */
const CLOSED = 6;
export const isClosed = (job: Job): boolean => (job.stageID ?? 0) >= CLOSED;

/** A job, the same each time it is asked for. */
export function jobAt(world: World, id: number): Job {
  const random = world.random('job', id);
  if (isBare(id)) return withTexts({ id, title: 'Position to be defined', stageID: 1, deleted: false, createdByID: 1, createdDate: world.day(-12), updatedDate: world.day(-12) }, null);
  const client = clientOfJob(world, id);
  const industry = client === undefined ? industryAt(id) : industryOfClient(client);
  const course = courseOf(id, random);
  const type = id === 1 ? 'CONTRACT' : random.weighted(['PERM', 9], ['CONTRACT', 6], ['TEMP', 4], ['FTC', 2], ['LABOUR', 1]);
  return withTexts(
    {
      id, type, jobReference: `JOB-${1000 + id}`, title: titleOf(id, industry, random), stageID: course.stageID, deleted: isDeleted(id),
      createdByID: 1, updatedByID: 1, createdByConsultantID: random.int(1, USERS - 1),
      ...datesOf(world, course, random),
      ...outcomeOf(course, random),
      ...connected(course, world, random),
      ...placeOf(world, id, client, random),
      ...consultants(id, random),
      ...payOf(industry, type, random, id === 1),
      ...conditionsOf(id, random, type),
      division: client === undefined ? null : divisionOfClient(client),
      ...customValues(Job, world, random, id === 1 ? 1 : 0.12),
      ...(id === 1 ? theFirst(world) : {}),
    },
    client === undefined ? null : world,
  );
}

/** @param world where the site of the job is looked up; null: it has none */
function withTexts(fields: Partial<Job>, world: World | null): Job {
  const job = Object.assign(new Job(), fields);
  const { siteID, clientID } = job;
  if (!world || !siteID || !clientID) {
    jobTexts(job, null);
    return job;
  }
  const site = siteAt(world, siteID, clientID);
  const place = placeOfSite(world, siteID);
  followSite(job, { ...place, address1: site.address1, address2: site.address2, address3: site.address3 });
  jobTexts(job, job.hasOwnAddress ? 'Australia' : place.countryName);
  return job;
}

function titleOf(id: number, { titles }: Industry, random: Random): string {
  if (id === 1) return 'Senior Site Engineer';
  return random.pick(titles) + random.weighted(['', 8], [' (6 months)', 1], [' – night shift', 1], [' / Team Lead', 1]);
}

/** Where it stands, and since when; days are counted from today. */
interface Course {
  readonly stageID: number;
  readonly opened: number;
  /** undefined: it is open. */
  readonly closed: number | undefined;
}

function courseOf(id: number, random: Random): Course {
  if (id === 1) return { stageID: 2, opened: -45, closed: undefined };
  const stageID = random.weighted([1, 3], [2, 7], [3, 5], [4, 2], [5, 2], [6, 8], [7, 2], [8, 1]);
  if (stageID < CLOSED) return { stageID, opened: -random.weighted([0, 1], [random.int(1, 6), 4], [random.int(7, 120), 12]), closed: undefined };
  const opened = -random.int(20, 540);
  return { stageID, opened, closed: Math.min(-1, opened + random.int(10, 90)) };
}

function datesOf(world: World, { opened, closed }: Course, random: Random): Partial<Job> {
  const createdDate = world.moment(opened, random);
  const start = (closed ?? Math.max(opened, 0)) + random.int(7, 60);
  return {
    createdDate,
    updatedDate: later(createdDate, 15),
    closeDate: closed === undefined ? undefined : world.moment(closed, random),
    deadline: world.day(opened + random.int(14, 80)),
    startDate: world.day(start),
    startTime: later(world.day(start), -180),
    endDate: world.day(start + random.int(30, 365)),
    estimatedPlacementDate: world.day(opened + random.int(10, 60)),
    timeToFillStartDate: random.chance(0.3) ? createdDate : null,
  };
}

function outcomeOf({ stageID, closed }: Course, random: Random): Partial<Job> {
  if (closed === undefined) return {};
  const outcomeComments = random.pick(['Filled from the talent pool', 'Budget was frozen', 'The client hired internally', "Didn't get past the panel"]);
  return { outcome: stageID === CLOSED ? 1 : random.int(2, 5), outcomeComments };
}

/** What connectors have written. */
function connected({ stageID, opened }: Course, world: World, random: Random): Partial<Job> {
  if (!random.chance(0.4)) return { isAiMatchesReady: random.pick([false, null]) };
  return { isAiMatchesReady: true, aiMatchesCompletedDate: later(world.day(opened), 18), lastSyncedJobBoardStageId: stageID };
}

function placeOf(world: World, id: number, client: number | undefined, random: Random): Partial<Job> {
  if (client === undefined) return {};
  const [contact1ID = null, contact2ID = null, contact3ID = null, contact4ID = null] = contactsOfClient(world, client, id === 1 ? 4 : random.int(0, 3));
  const own = random.pick(PLACES.slice(0, -1));
  const hasOwnAddress = id !== 1 && random.chance(0.12);
  const { suburb, state, postcode, countryCode, latitude, longitude } = own;
  return {
    clientID: client, siteID: id === 1 ? 1 : random.pick(sitesOfClient(client)), contact1ID, contact2ID, contact3ID, contact4ID, clientReference: `PO-${77119 + id}`, hasOwnAddress,
    ...(hasOwnAddress && { address1: `Lot ${random.int(1, 90)} Quarry Road`, suburb, state, postcode, countryCode, latitude, longitude }),
  };
}

/** Job 20 is a release of job 1; later ones are of the job before them. */
const releasedFrom = (id: number): number | null => (id === 20 ? 1 : id % 50 === 0 && !isBare(id - 1) ? id - 1 : null);

/** The contacts of a job, each once. */
export const contactsOf = ({ contact1ID, contact2ID, contact3ID, contact4ID }: Job): number[] => [contact1ID, contact2ID, contact3ID, contact4ID].flatMap((contact) => contact ?? []);

function consultants(id: number, random: Random): Partial<Job> {
  const shares = id === 1 ? (SHARES[4] ?? []) : random.weighted(...SHARES.map((each, index) => [each, [10, 6, 2, 1, 1][index] ?? 1] as const));
  const first = id === 1 ? 1 : random.int(1, USERS - 1);
  const fields = shares.map((share, index) => {
    const consultant = ((first + index - 1) % (USERS - 1)) + 1;
    return { [`consultantID${index + 1}`]: consultant, [`consultantPercentage${index + 1}`]: share, [`consultantInfo${index + 1}`]: INFO[index] ?? null };
  });
  return Object.assign({}, ...fields) as Partial<Job>;
}

function conditionsOf(id: number, random: Random, type: string): Partial<Job> {
  return {
    rating: random.int(1, 5),
    videoLink: random.chance(0.1) ? `https://video.example.com/job-${1000 + id}` : '',
    description: random.pick(DESCRIPTIONS),
    ...(type === 'PERM' ? {} : { duration: random.int(1, 12), durationPeriod: 4 }),
    candidatesRequired: random.weighted([1, 5], [2, 4], [5, 1]),
    exclusive: random.chance(0.2),
    savedSearchID: random.chance(0.1) ? random.int(1, 3) : null,
    hoursPerDay: 7.6,
    daysPerWeek: random.weighted([5, 8], [4, 1], [3, 1]),
    source: random.weighted([random.pick(SOURCES), 9], [null, 1]),
    workAssignment: random.pick([0, 1, 1, 2, 3, 4] as const),
    workTypeID: random.int(1, 5),
    complianceChecklistID: random.int(1, 5),
    billingGroupID: random.weighted([random.int(1, 5), 2], [null, 1]),
    jobDescriptionType: random.pick([0, 1, 1, 2] as const),
    parentJobID: releasedFrom(id),
  };
}

/** What job 1 has for certain. */
const theFirst = (world: World): Partial<Job> => ({
  rating: 1, videoLink: 'https://video.example.com/job-1001', description: DESCRIPTIONS[0], duration: 6, durationPeriod: 4, candidatesRequired: 2, exclusive: true, savedSearchID: 1,
  daysPerWeek: 5, source: 'Referral', workAssignment: 1, workTypeID: 1, complianceChecklistID: 3, billingGroupID: 1, jobDescriptionType: 1, createdByConsultantID: 1,
  deadline: world.day(28), timeToFillStartDate: world.day(-45), isAiMatchesReady: true, aiMatchesCompletedDate: later(world.day(-44), 135), lastSyncedJobBoardStageId: 3,
});

/** Job 20 is a release of job 1; later ones are of the job before them. */
const releasedFrom = (id: number): number | null => (id === 20 ? 1 : id % 50 === 0 && !isBare(id - 1) ? id - 1 : null);

/** The contacts of a job, each once. */
export const contactsOf = ({ contact1ID, contact2ID, contact3ID, contact4ID }: Job): number[] => [contact1ID, contact2ID, contact3ID, contact4ID].flatMap((contact) => contact ?? []);

function consultants(id: number, random: Random): Partial<Job> {
  const shares = id === 1 ? (SHARES[4] ?? []) : random.weighted(...SHARES.map((each, index) => [each, [10, 6, 2, 1, 1][index] ?? 1] as const));
  const first = id === 1 ? 1 : random.int(1, USERS - 1);
  const fields = shares.map((share, index) => {
    const consultant = ((first + index - 1) % (USERS - 1)) + 1;
    return { [`consultantID${index + 1}`]: consultant, [`consultantPercentage${index + 1}`]: share, [`consultantInfo${index + 1}`]: INFO[index] ?? null };
  });
  return Object.assign({}, ...fields) as Partial<Job>;
}

function conditions(world: World, id: number, random: Random, type: string): Partial<Job> {
  const isFirst = id === 1;
  return {
    rating: isFirst ? 1 : random.int(1, 5), videoLink: isFirst || random.chance(0.1) ? `https://video.example.com/job-${1000 + id}` : '', description: isFirst ? DESCRIPTIONS[0] : random.pick(DESCRIPTIONS),
    duration: type === 'PERM' ? 0 : isFirst ? 6 : random.int(1, 12), durationPeriod: type === 'PERM' ? null : 4, candidatesRequired: isFirst ? 2 : random.weighted([1, 5], [2, 4], [5, 1]),
    exclusive: isFirst || random.chance(0.2), savedSearchID: isFirst ? 1 : random.chance(0.1) ? random.int(1, 3) : null, hoursPerDay: 7.6, daysPerWeek: isFirst ? 5 : random.weighted([5, 8], [4, 1], [3, 1]),
    source: isFirst ? 'Referral' : random.weighted([random.pick(SOURCES), 9], [null, 1]), workAssignment: isFirst ? 1 : random.pick([0, 1, 1, 2, 3, 4] as const), workTypeID: isFirst ? 1 : random.int(1, 5),
    complianceChecklistID: isFirst ? 3 : random.int(1, 5), billingGroupID: isFirst ? 1 : random.weighted([random.int(1, 5), 2], [null, 1]),
    jobDescriptionType: isFirst ? 1 : random.pick([0, 1, 1, 2] as const), parentJobID: releasedFrom(id),
  };
}
