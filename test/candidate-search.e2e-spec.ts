import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import { apiClient, type Body, type RecordBody } from './support/api-client';
import { asCommon } from './support/common-words';
import { fold } from './support/oracle/fold';
import { fetchAllPages } from './support/paging';
import { isGiven, isOneOf, startsEveryWord } from './support/search-meaning';
import { words } from './support/oracle/words';
import { Dice } from './support/oracle/dice';

/** Random candidate searches, compared with a plain evaluation of what was sent to the API. */
let service: TestApp;
const { createRecord, updateRecord, deleteRecord, getRecord } = apiClient(() => service);
const dice = new Dice(11);

interface Placement {
  readonly clientID: number;
  readonly typeID: number;
  readonly payRate: number;
  readonly kind: 'current' | 'past' | 'draft' | 'cancelled';
}
interface Person {
  readonly id: number;
  readonly sent: Body;
  readonly ownerID: number;
  readonly divisions: readonly number[];
  readonly tags: readonly string[];
  readonly notes: readonly string[];
  readonly resumes: readonly string[];
  readonly placements: readonly Placement[];
}
const people: Person[] = [];
let users: number[], divisions: number[], clients: number[];

const FIRST = ['Grace', 'Zoë', 'Noah', 'Ana María'];
const LAST = ['Nguyen', 'Ölund', 'Hart', 'Engström'];
const TITLES = ['Site Engineer', 'Engineering Manager', 'Nurse', 'C++ Developer', ''];
const NOTES = ['Prefers induction in the morning', 'No answer', 'Engineer by heart'];
const RESUMES = ['Underwater welder.\nC++ and induction heating', 'Nurse, later engineer', 'Welding inspector (Zürich)'];
const PLACES = [
  { suburb: 'Sydney', state: 'NSW', postcode: '2000', countryCode: 'AU' },
  { suburb: 'Geelong', state: 'VIC', postcode: '3220', countryCode: 'AU' },
  { suburb: 'Auckland', state: '', postcode: '1010', countryCode: 'NZ' },
  {},
];
const TAGS = ['AutoCAD', 'Revit', 'Forklift'];

const DATES = {
  current: { startDate: '2026-11-01', endDate: '2027-11-01' },
  past: { startDate: '2026-01-01', endDate: '2026-06-30' },
  draft: { startDate: '2026-01-01', endDate: '2026-06-30' },
  cancelled: { startDate: '2025-01-01', endDate: '2025-06-30' },
} as const;

const CONFIRMED = 'allowRedFlagged=true&allowOverlappingPlacement=true';

async function createPlacement(candidateID: number, kind: Placement['kind'], jobs: readonly RecordBody[]): Promise<Placement> {
  const job = dice.pick(jobs);
  const placement = { typeID: dice.pick([1, 2]), payRate: dice.pick([40, 55.5, 70]), clientID: Number(job['clientID']), kind };
  const { id } = await createRecord(`Placements?${CONFIRMED}`, {
    jobID: job.id,
    candidateID,
    typeID: placement.typeID,
    payRate: placement.payRate,
    chargeRate: 99,
    ...DATES[kind],
  });
  if (kind === 'current' || kind === 'past') await service.http.post(`/api/Placements/${id}/Approve?${CONFIRMED}`).expect(200);
  if (kind === 'cancelled') await updateRecord(`Placements/${id}`, { statusID: 5 });
  return placement;
}

async function createPerson(jobs: readonly RecordBody[]): Promise<Person> {
  const sent = {
    firstName: dice.pick(FIRST),
    lastName: dice.pick(LAST),
    preferredName: dice.pick(['', 'Gracie']),
    jobTitle: dice.pick(TITLES),
    employer: dice.pick(['', 'Harbour Engineers']),
    summary: dice.pick(['', 'Ten years of tunnels, for a nurse.']),
    profileStatusID: dice.pick([1, 2, 0]),
    jobSeekingStatusID: dice.pick([1, 2, 0]),
    isRedFlagged: dice.roll(3) === 0,
    availabilityDate: dice.pick(['2026-12-01', '2027-01-15', null]),
    preferredRate: dice.pick([0, 50, 68.5]),
    preferredRateUnitsId: dice.pick([1, 2, 0]),
    preferredSalary: dice.pick([0, 90_000, 125_000.5]),
    ...dice.pick(PLACES),
  };
  const { id } = await createRecord('Candidates', sent);
  const assignment = { ownerID: dice.pick(users), divisionIDs: dice.some(divisions, 2) };
  await updateRecord(`Candidates/${id}/Assignment`, assignment);
  const tags = dice.some(TAGS, 2);
  for (const tag of tags) await createRecord(`Candidates/${id}/Tags`, { tag, typeId: 1 });
  const notes = dice.some(NOTES, 2);
  for (const text of notes) await createRecord('Activities', { category: 1, candidateID: id, notes: text });
  const resumes = dice.some(RESUMES, 2);
  for (const resume of resumes) await addDocument(id, 1, resume);
  // of another type, or deleted, it counts as none
  if (dice.roll(3) === 0) await addDocument(id, 2, 'Nurse, welder and engineer');
  if (dice.roll(3) === 0) await deleteRecord(`Documents/${await addDocument(id, 1, 'Underwater nurse')}`);
  const placements: Placement[] = [];
  for (const kind of dice.some(['current', 'past', 'draft', 'cancelled'] as const, 2))
    placements.push(await createPlacement(id, kind, jobs));
  return { id, sent, ownerID: assignment.ownerID, divisions: assignment.divisionIDs, tags, notes, resumes, placements };
}

async function addDocument(candidateID: number, typeID: number, content: string): Promise<number> {
  const { id } = await createRecord('Documents', { name: 'CV.txt', candidateID, typeID });
  await service.http.post(`/api/Documents/${id}/Content`).set('Content-Type', 'text/plain').send(content).expect(200);
  while ((await getRecord(`Documents/${id}`))['textState'] === 'pending') await pause(10);
  return id;
}

beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-20T01:00:00.000Z' });
  users = [1, (await createRecord('Users', { name: 'Noah Fraser' })).id];
  divisions = [(await createRecord('Divisions', { name: 'Construction' })).id, (await createRecord('Divisions', { name: 'Health' })).id];
  clients = [(await createRecord('Clients', { name: 'Harbour' })).id, (await createRecord('Clients', { name: 'Bayside' })).id];
  const jobs: RecordBody[] = [];
  for (const clientID of clients) jobs.push(await createRecord('Jobs', { title: 'Engineer', clientID }));
  for (let count = 0; count < 60; count++) people.push(await createPerson(jobs));
});
afterAll(() => service.close());

const text = (person: Person, name: string): string => (person.sent[name] ?? '') as string;
const number = (person: Person, name: string): number => (person.sent[name] ?? 0) as number;

const isAmount = (amount: number, from: unknown, to: unknown): boolean =>
  (from === undefined && to === undefined) ||
  (amount !== 0 && (from === undefined || amount >= Number(from)) && (to === undefined || amount <= Number(to)));

function isAvailable(person: Person, { availabilityDateFrom: from, availabilityDateTo: to }: Body): boolean {
  const day = person.sent['availabilityDate'] as string | null;
  if (from === undefined && to === undefined) return true;
  return day !== null && (from === undefined || day >= (from as string)) && (to === undefined || day <= (to as string));
}

function hasPlacement({ placements }: Person, { placed, placementClientIds, placementTypeIds }: Body): boolean {
  if (placed === undefined && placementClientIds === undefined && placementTypeIds === undefined) return true;
  const found = placements.some(
    ({ kind, clientID, typeID }) =>
      kind !== 'cancelled' &&
      (placed === 'current' || placed === 'past' ? kind === placed : true) &&
      isOneOf(clientID, placementClientIds) &&
      isOneOf(typeID, placementTypeIds),
  );
  return placed === 'none' ? !found : found;
}

const COUNTRIES: Readonly<Record<string, string>> = { AU: 'Australia', NZ: 'New Zealand' };
const isAt = (person: Person, location: unknown): boolean =>
  !isGiven(location) ||
  String(location)
    .split(',')
    .every((part) =>
      [
        ...['suburb', 'state', 'postcode', 'countryCode'].map((name) => text(person, name)),
        COUNTRIES[text(person, 'countryCode')] ?? '',
      ].some((value) => value !== '' && fold(value) === fold(part)),
    );

function hasTags({ tags }: Person, { includeTags, includeTagsMatchAll, excludeTags }: Body): boolean {
  const named = (list: unknown): string[] => ((list ?? []) as { tag: string }[]).map(({ tag }) => fold(tag));
  const own = tags.map(fold);
  const [included, excluded] = [named(includeTags), named(excludeTags)];
  const isIn = (tag: string): boolean => own.includes(tag);
  const fits = included.length === 0 || (includeTagsMatchAll === true ? included.every(isIn) : included.some(isIn));
  return fits && !excluded.some(isIn);
}

const OWN_TEXTS = ['firstName', 'lastName', 'preferredName', 'jobTitle', 'employer', 'summary'];

/** What each criterion asks, in the words of its description. */
const MEANINGS: readonly ((person: Person, body: Body) => boolean)[] = [
  (person, { words: searched = '' }) =>
    words(searched as string).every((word) => OWN_TEXTS.flatMap((name) => words(text(person, name))).some((each) => each.startsWith(word))),
  (person, { jobTitle }) => startsEveryWord(text(person, 'jobTitle'), jobTitle),
  ({ notes }, { noteContents }) => !isGiven(noteContents) || notes.some((note) => startsEveryWord(note, noteContents)),
  ({ resumes }, { resumeContents }) => !isGiven(resumeContents) || resumes.some((resume) => startsEveryWord(resume, resumeContents)),
  ({ ownerID }, { owner }) => !isGiven(owner) || (owner as string[]).includes(ownerID === 1 ? 'me' : String(ownerID)),
  (person, { status }) => isOneOf(number(person, 'profileStatusID'), status),
  (person, { jobSeekingStatus }) => isOneOf(number(person, 'jobSeekingStatusID'), jobSeekingStatus),
  ({ divisions: own }, { division }) =>
    !isGiven(division) || (division as number[]).some((id) => (id === 0 ? own.length === 0 : own.includes(id))),
  ({ sent }, { isRedFlagged }) => isRedFlagged === undefined || sent['isRedFlagged'] === isRedFlagged,
  (person, { location }) => isAt(person, location),
  isAvailable,
  (person, { preferredRateFrom, preferredRateTo }) => isAmount(number(person, 'preferredRate'), preferredRateFrom, preferredRateTo),
  (person, { preferredRateUnits }) => isOneOf(number(person, 'preferredRateUnitsId'), preferredRateUnits),
  (person, { preferredSalaryFrom, preferredSalaryTo }) =>
    isAmount(number(person, 'preferredSalary'), preferredSalaryFrom, preferredSalaryTo),
  hasPlacement,
  ({ placements }, { payRateFrom, payRateTo }) =>
    (payRateFrom === undefined && payRateTo === undefined) ||
    placements.some(({ kind, payRate }) => kind === 'current' && isAmount(payRate, payRateFrom, payRateTo)),
  hasTags,
];
const matches = (person: Person, body: Body): boolean => MEANINGS.every((holds) => holds(person, body));

const CRITERIA: readonly (() => Body)[] = [
  () => ({ words: dice.pick(['eng', 'grac hart', 'nurse', 'zoe', 'maria engstrom', 'c++', 'tunnels site', 'engin harb', 'xyz']) }),
  () => ({ jobTitle: dice.pick(['engin', 'site eng', 'c++', 'harb']) }),
  () => ({ noteContents: dice.pick(['induct', 'answer no', 'engineer']) }),
  () => ({ resumeContents: dice.pick(['weld', 'nurse engin', 'under nurse', 'c++ induc', 'zurich', 'xyz']) }),
  () => ({ owner: dice.some(['me', String(users[1])], 2) }),
  () => ({ status: dice.some([0, 1, 2], 2) }),
  () => ({ jobSeekingStatus: dice.some([0, 1, 2], 2) }),
  () => ({ division: dice.some([0, ...divisions], 2) }),
  () => ({ isRedFlagged: dice.roll(2) === 0 }),
  () => ({ location: dice.pick(['Geelong', 'sydney, nsw', '1010', 'Australia', 'vic', 'Perth']) }),
  () => ({ availabilityDateFrom: dice.pick(['2026-12-01', '2026-12-02']) }),
  () => ({ availabilityDateTo: dice.pick(['2026-12-01', '2027-01-15']) }),
  () => ({ preferredRateFrom: dice.pick([0, 50.01, 68.5]) }),
  () => ({ preferredRateTo: dice.pick([50, 68.5]) }),
  () => ({ preferredRateUnits: dice.some([0, 1, 2], 2) }),
  () => ({ preferredSalaryFrom: dice.pick([90_000, 90_000.5]) }),
  () => ({ preferredSalaryTo: dice.pick([90_000, 125_000.5]) }),
  () => ({ payRateFrom: dice.pick([40, 55.5]) }),
  () => ({ payRateTo: dice.pick([40, 69.9]) }),
  () => ({ placed: dice.pick(['current', 'past', 'any', 'none', '']) }),
  () => ({ placementClientIds: dice.some(clients, 2) }),
  () => ({ placementTypeIds: dice.some([0, 1, 2], 2) }),
  () => ({ includeTags: dice.some(TAGS, 2).map((tag) => ({ tag: tag.toUpperCase(), typeId: 1 })) }),
  () => ({ excludeTags: dice.some(TAGS, 2).map((tag) => ({ tag })), includeTagsMatchAll: true }),
];
/** Without what means no criterion. */
const meant = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([, value]) => isGiven(value)));

describe('A candidate search', () => {
  it.each(CRITERIA.map((_, index) => index))(
    'finds by criterion %d, alone and with others, whom a plain evaluation finds',
    async (index) => {
      for (let round = 0; round < 8; round++) {
        const others = Array.from({ length: round % 4 }, () => dice.pick(CRITERIA)());
        const body: Body = Object.assign({}, ...others, CRITERIA[index]!());
        const response = await service.http.post('/api/Candidates/Search?limit=1000').send(body);
        const found = (response.body as RecordBody[]).map(({ id }) => id);
        const expected = people.filter((person) => matches(person, meant(body))).map(({ id }) => id);
        expect({ body, status: response.status, found: found.toSorted((one, other) => one - other) }).toEqual({
          body,
          status: 200,
          found: expected,
        });
      }
    },
  );

  it.each([
    ['are all sorted', 1_000_000, ['ENG', 'nurse', 'tunnels eng', 'hart']],
    ['are sought in their order', 0, ['engi', 'nurs', 'tunnel eng', 'har']],
  ])('for common words finds the same page by page where those that match %s', async (_, sorted, texts) => {
    await asCommon(sorted, async () => {
      for (const words of texts)
        for (const also of [{}, { includeTags: [{ tag: TAGS[0] }] }, { jobTitle: 'engin', status: [0, 1] }]) {
          const body = { words, ...also };
          const found = await fetchAllPages(service, { path: '/api/Candidates/Search?limit=1', body });
          const expected = people.filter((person) => matches(person, body)).map(({ id }) => id);
          expect([body, found.map(({ id }) => id)]).toEqual([body, expected.toReversed()]);
        }
    });
    expect(people.filter((person) => matches(person, { words: texts[0] })).length).toBeGreaterThan(10);
  });

  it('shows the newest first', async () => {
    const { body } = await service.http.post('/api/Candidates/Search?limit=1000').send({}).expect(200);
    expect((body as RecordBody[]).map(({ id }) => id)).toEqual(people.map(({ id }) => id).toReversed());
  });

  it.each([
    ['createdDate', '2026-02-01', '2026-01-31', 'before', 'after'],
    ['payRate', 60, 59.5, 'less than', 'greater than'],
  ])('rejects a %sFrom beyond its To, in the words for what it is', async (name, from, to, below, above) => {
    const [first, last] = [`${name}From`, `${name}To`];
    const search = (path: string, body: object) => service.http.post(`/api/Candidates/${path}`).send(body);
    expect((await search('Search', { [first]: from, [last]: to }).expect(400)).body).toMatchObject({
      errors: [{ pointer: `/${last}`, detail: `must not be ${below} ${first}` }],
    });
    const { id } = await createRecord('Candidates/Searches', { [last]: to });
    const { body } = await service.http
      .put(`/api/Candidates/Searches/${id}`)
      .send({ [first]: from })
      .expect(400);
    expect(body).toMatchObject({ errors: [{ pointer: `/${first}`, detail: `must not be ${above} ${last}` }] });
  });
});
