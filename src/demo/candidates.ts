import { Candidate, setCandidateTexts } from '../candidates';
import { RateUnit } from '../core/terms/numbers';
import { fold } from '../core/text/fold';
import { standardisedPhone } from '../core/text/phones';
import { customValues } from './custom-values';
import { divisionsText } from './divisions';
import { histories } from './employment';
import { demoRecord, type DemoRecords, type IdSequences } from './demo-record';
import { USERS } from './office';
import { addressName, landline, mobileNumber, personOf } from './people';
import { PLACES, STREETS } from './places';
import type { Random } from './random';
import { divisionOfClient, industryOfCandidate } from './relations';
import { resumeDay } from './resumes';
import { tagsOn } from './tags';
import { isBare, isDeleted, isRegisteredTwice, addMinutes, keysOf, type DemoContext } from './demo-context';

const SUMMARIES = [
  'Ten years of civil and building sites.',
  'Calm under pressure, known for tidy handovers.',
  'Returned from parental leave; prefers four days a week.',
  'Bilingual (English / Français).',
  'Looking for a first lead role. Will relocate 🚚.',
  'Strong references; 95% retention in the last team.',
] as const;
const SOURCES = ['Job board', 'Referral', 'Company website', 'Social network', 'Walk-in', 'Career fair'] as const;
const NATIONALITIES = ['Australian', 'New Zealander', 'British', 'Indian', 'Irish', 'American', 'Filipino', 'Chinese'] as const;

/** The candidates with their employment histories, tags and divisions. */
export function* candidates(context: DemoContext, ids: IdSequences): DemoRecords {
  for (let id = 1; id <= context.sizes.candidates; id++) {
    const since = createdDay(context, id);
    yield demoRecord('Candidate', isBare(id) ? bareCandidate(context, id) : candidateAt(context, id));
    if (isBare(id)) continue;
    yield* histories(context, ids, id);
    for (const division of divisionsOf(context, id)) yield demoRecord('CandidateDivision', { recordID: id, divisionID: division });
    yield* tagsOn('CandidateTag', context, ids, { id, industry: industryOfCandidate(id), since });
  }
}

function createdDay(context: DemoContext, id: number): number {
  if (id === 1) return -400;
  return context.random('candidate since', id).weighted([-1, 1], [-3, 1], [-20, 4], [-200, 10], [-600, 10]) - (id % 5);
}

function divisionsOf(context: DemoContext, id: number): number[] {
  const own = divisionOfClient(id);
  return id === 1 || context.random('candidate divisions', id).chance(0.2) ? [own, (own % 5) + 1] : [own];
}

function bareCandidate(context: DemoContext, id: number): Candidate {
  const { first, last } = personOf(context, 'candidate', id);
  return withTexts({
    id,
    firstName: first,
    lastName: last,
    deleted: false,
    createdByID: 1,
    createdDate: context.day(createdDay(context, id)),
    lastUpdateDate: context.day(createdDay(context, id)),
  });
}

export function candidateAt(context: DemoContext, id: number): Candidate {
  const random = context.random('candidate', id);
  const createdDate = context.moment(createdDay(context, id), random);
  const deleted = isDeleted(id);
  return withTexts({
    id,
    ...keysOf('hr', id),
    deleted,
    createdDate,
    createdByID: random.int(1, USERS - 1),
    updatedByID: 1,
    lastUpdateDate: addMinutes(createdDate, random.int(0, 20)),
    ...nameAndAddresses(context, id, random, deleted),
    ...contactDetails(context, id, random),
    ...work(context, id, random),
    ...preferences(context, id, random),
    ...profile(context, id, random),
    ...customValues(Candidate, context, random, id === 1 ? 1 : 0.15),
    divisions: divisionsText(divisionsOf(context, id)),
    ...(isRegisteredTwice(id) ? unmistakable(candidateAt(context, id - 1)) : {}),
  });
}

/** What somebody who registers twice gives twice, besides the name. */
const unmistakable = ({ dateOfBirth, mobile, mobile_Standardised }: Candidate): Partial<Candidate> => ({
  dateOfBirth,
  mobile,
  mobile_Standardised,
});

function withTexts(fields: Partial<Candidate>): Candidate {
  const candidate = Object.assign(new Candidate(), fields);
  setCandidateTexts(candidate);
  return candidate;
}

/** No two live candidates have the same first address. */
function nameAndAddresses(context: DemoContext, id: number, random: Random, deleted: boolean): Partial<Candidate> {
  const person = personOf(context, 'candidate', id);
  const name = addressName(person);
  const email1 = id === 1 ? 'grace.nguyen@example.com' : `${name}.${id}@${random.pick(['example.com', 'example.net', 'example.org'])}`;
  return {
    firstName: person.first,
    lastName: person.last,
    preferredName: id === 1 ? 'Gracie' : random.chance(0.15) ? person.first.slice(0, 3) : '',
    email1,
    emailKey: deleted ? null : fold(email1),
    email2: id === 1 ? 'grace.n@example.net' : random.chance(0.2) ? `${name}@example.net` : '',
    payrollEmail: id === 1 || random.chance(0.3) ? email1 : '',
    payrollCountry: 'Australia',
    payrollState: 'NSW',
    professionalNetworkUrl: `https://network.example.com/in/${name.replace('.', '-')}-${id}`,
    socialNetworkUrl: filled(id, random, 0.3, `https://social.example.com/${name}`),
    photoName: filled(id, random, 0.4, `${name}.jpg`),
    photoUrl: filled(id, random, 0.4, `https://photos.example.com/${name}.jpg`),
    professionalNetworkProfilePictureUrl: filled(id, random, 0.3, `https://network.example.com/photo/${name}.jpg`),
    website: filled(id, random, 0.1, `https://${name}.example.com`),
  };
}

function contactDetails(_: DemoContext, id: number, random: Random): Partial<Candidate> {
  const place = id === 1 ? (PLACES[1] ?? random.pick(PLACES)) : random.pick(PLACES);
  const mobile = id === 1 ? '0412 345 678' : random.weighted([mobileNumber(random), 30], ['see resume', 1]);
  const [homePhone, workPhone] = [
    filled(id, random, 0.3, landline(random, place.state)),
    filled(id, random, 0.2, landline(random, place.state)),
  ];
  const standard = (phone: string): string => standardisedPhone(phone, place.countryCode);
  const isLocated = id === 1 || random.chance(0.5);
  return {
    mobile,
    home: homePhone,
    work: workPhone,
    mobile_Standardised: standard(mobile),
    home_Standardised: standard(homePhone),
    work_Standardised: standard(workPhone),
    address1: id === 1 ? '14 Wattle Street' : `${random.int(1, 320)} ${random.pick(STREETS)}`,
    address2: filled(id, random, 0.25, `Unit ${random.int(1, 40)}`),
    suburb: place.suburb,
    state: place.state,
    postcode: place.postcode,
    countryCode: place.countryCode,
    latitude: isLocated ? place.latitude : null,
    longitude: isLocated ? place.longitude : null,
  };
}

function work(context: DemoContext, id: number, random: Random): Partial<Candidate> {
  const { titles, clients } = industryOfCandidate(id);
  const resume = resumeDay(context, id);
  const resumeDate = resume === undefined ? undefined : context.day(resume);
  return {
    jobTitle: id === 1 ? 'Site Engineer' : random.pick(titles),
    employer: id === 1 ? 'Bayside Civil' : random.chance(0.7) ? random.pick(clients) : '',
    hasResumeViewerDoc: resume !== undefined,
    resumeViewerDate: resumeDate,
    resumeUpdateDate: resumeDate,
    summary: id === 1 ? SUMMARIES[0] : random.chance(0.5) ? random.pick(SUMMARIES) : '',
    candidateClientID: id === 1 ? 1 : random.chance(0.15) ? random.int(1, context.sizes.clients) : null,
    weeksNotice: random.int(0, 8),
    originalSource: id === 1 ? 'Job board' : random.pick(SOURCES),
  };
}

function preferences(context: DemoContext, id: number, random: Random): Partial<Candidate> {
  const [low, high] = industryOfCandidate(id).pay;
  const rate = id === 1 ? 68.5 : random.step(low, high, 0.5);
  return {
    preferredRate: rate,
    preferredRateUnitsId: RateUnit.Hour,
    preferredSalary: id === 1 ? 125_000 : Math.round(rate * 1.9) * 1000,
    preferredSalaryUnitsId: RateUnit.Year,
    jobSeekingStatusID: id === 1 ? 1 : random.weighted([1, 5], [2, 6], [3, 3], [4, 3], [5, 2]),
    preferredJobTypeID: id === 1 ? 2 : random.int(1, 5),
    availabilityDate: id === 1 || random.chance(0.6) ? context.day(id === 1 ? 12 : random.int(-30, 90)) : undefined,
  };
}

function profile(context: DemoContext, id: number, random: Random): Partial<Candidate> {
  const isFlagged = id !== 1 && random.chance(0.03);
  const nationalityID = id === 1 ? 1 : random.int(1, NATIONALITIES.length);
  return {
    genderID: id === 1 ? 1 : random.int(1, 5),
    dateOfBirth: birthday(context, id, random),
    nationalityID,
    nationality: NATIONALITIES[nationalityID - 1] ?? '',
    profileStatusID: id === 1 ? 1 : random.weighted([1, 12], [2, 4], [3, 3], [4, 1], [5, 1]),
    optOut: id !== 1 && random.chance(0.06),
    isRedFlagged: isFlagged,
    // nothing has been done for them since
    redFlaggedDate: isFlagged ? context.day(0) : undefined,
    redFlaggedByID: isFlagged ? 2 : null,
    redFlaggedComments: isFlagged ? 'Left a placement without notice.' : '',
    ownerID: id === 1 ? 1 : random.int(1, USERS - 1),
    ratingID: id === 1 ? 1 : random.int(1, 5),
  };
}

/** Candidate 2 has a birthday today, candidate 3 in leap years only. */
function birthday(context: DemoContext, id: number, random: Random): Date {
  if (id === 1) return new Date('1991-04-17T00:00:00Z');
  if (id === 2) return new Date(Date.UTC(1988, context.today.getUTCMonth(), context.today.getUTCDate()));
  return id === 3 ? new Date('1992-02-29T00:00:00Z') : new Date(Date.UTC(random.int(1958, 2006), random.int(0, 11), random.int(1, 28)));
}

const filled = (id: number, random: Random, share: number, text: string): string => (random.chance(share) || id === 1 ? text : '');
