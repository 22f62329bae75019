import { copySiteAddress, Job, setJobTexts } from '../jobs';
import { siteAt, placeOfSite } from './clients';
import { customValues } from './custom-values';
import { industryAt, type Industry } from './industries';
import { termsOf, firstJobFields } from './job-terms';
import { integrationFieldsOf, timelineOf, datesOf, outcomeOf } from './job-timeline';
import { USERS } from './office';
import { payOf } from './pay';
import { PLACES } from './places';
import type { Random } from './random';
import { clientOfJob, contactsOfClient, divisionOfClient, industryOfClient, sitesOfClient } from './relations';
import { isBare, isDeleted, keysOf, type DemoContext } from './demo-context';

const INFO = ['Account manager', 'Resourcer', 'Branch share', 'Introduced the client', 'Payroll'] as const;
/** How the percentages are split between up to five consultants. */
const SHARES: readonly (readonly number[])[] = [[100], [60, 40], [50, 30, 20], [40, 30, 20, 10], [30, 25, 20, 15, 10]];

/** Deterministic: the same id always returns the same job. */
export function jobAt(context: DemoContext, id: number): Job {
  const random = context.random('job', id);
  if (isBare(id)) return bareJob(context, id);
  const client = clientOfJob(context, id);
  const industry = client === undefined ? industryAt(id) : industryOfClient(client);
  const course = timelineOf(id, random);
  const type = id === 1 ? 'CONTRACT' : random.weighted(['PERM', 9], ['CONTRACT', 6], ['TEMP', 4], ['FTC', 2], ['LABOUR', 1]);
  return withTexts(
    {
      id,
      ...keysOf('ats', id),
      type,
      jobReference: `JOB-${1000 + id}`,
      title: titleOf(id, industry, random),
      stageID: course.stageID,
      deleted: isDeleted(id),
      createdByID: 1,
      updatedByID: 1,
      createdByConsultantID: random.int(1, USERS - 1),
      ...datesOf(context, course, random),
      ...outcomeOf(course, random),
      ...integrationFieldsOf(course, context, random),
      ...placeOf(context, id, client, random),
      ...consultants(id, random),
      ...payOf(industry, type, random, id === 1),
      ...termsOf(id, random, type),
      division: client === undefined ? null : divisionOfClient(client),
      ...customValues(Job, context, random, id === 1 ? 1 : 0.12),
      ...(id === 1 ? firstJobFields(context) : {}),
    },
    client === undefined ? null : context,
  );
}

function bareJob(context: DemoContext, id: number): Job {
  const date = context.day(-12);
  return withTexts(
    { id, title: 'Position to be defined', stageID: 1, deleted: false, createdByID: 1, createdDate: date, updatedDate: date },
    null,
  );
}

/** @param context used to look up the site of the job; null when the job has no site */
function withTexts(fields: Partial<Job>, context: DemoContext | null): Job {
  const job = Object.assign(new Job(), fields);
  const { siteID, clientID } = job;
  if (!context || !siteID || !clientID) {
    setJobTexts(job, null);
    return job;
  }
  const site = siteAt(context, siteID, clientID);
  const place = placeOfSite(context, siteID);
  copySiteAddress(job, { ...place, address1: site.address1, address2: site.address2, address3: site.address3 });
  setJobTexts(job, job.hasOwnAddress ? 'Australia' : place.countryName);
  return job;
}

function titleOf(id: number, { titles }: Industry, random: Random): string {
  if (id === 1) return 'Senior Site Engineer';
  return random.pick(titles) + random.weighted(['', 8], [' (6 months)', 1], [' – night shift', 1], [' / Team Lead', 1]);
}

function placeOf(context: DemoContext, id: number, client: number | undefined, random: Random): Partial<Job> {
  if (client === undefined) return {};
  const [contact1ID = null, contact2ID = null, contact3ID = null, contact4ID = null] = contactsOfClient(
    context,
    client,
    id === 1 ? 4 : random.int(0, 3),
  );
  const own = random.pick(PLACES.slice(0, -1));
  const hasOwnAddress = id !== 1 && random.chance(0.12);
  const { suburb, state, postcode, countryCode, latitude, longitude } = own;
  return {
    clientID: client,
    siteID: id === 1 ? 1 : random.pick(sitesOfClient(client)),
    contact1ID,
    contact2ID,
    contact3ID,
    contact4ID,
    clientReference: `PO-${77119 + id}`,
    hasOwnAddress,
    ...(hasOwnAddress && { address1: `Lot ${random.int(1, 90)} Quarry Road`, suburb, state, postcode, countryCode, latitude, longitude }),
  };
}

/** The ids of the contacts of a job. */
export const contactsOf = ({ contact1ID, contact2ID, contact3ID, contact4ID }: Job): number[] =>
  [contact1ID, contact2ID, contact3ID, contact4ID].flatMap((contact) => contact ?? []);

function consultants(id: number, random: Random): Partial<Job> {
  const shares =
    id === 1 ? (SHARES[4] ?? []) : random.weighted(...SHARES.map((each, index) => [each, [10, 6, 2, 1, 1][index] ?? 1] as const));
  const first = id === 1 ? 1 : random.int(1, USERS - 1);
  const fields = shares.map((share, index) => {
    const consultant = ((first + index - 1) % (USERS - 1)) + 1;
    return {
      [`consultantID${index + 1}`]: consultant,
      [`consultantPercentage${index + 1}`]: share,
      [`consultantInfo${index + 1}`]: INFO[index] ?? null,
    };
  });
  return Object.assign({}, ...fields) as Partial<Job>;
}
