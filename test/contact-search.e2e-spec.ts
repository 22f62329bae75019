import { startApp, type TestApp } from './support/app';
import { isGiven, matchesChoice, isBetween, isOneOf, startsEveryWord, tagsMatch, type Body } from './support/search-meaning';
import {
  makeWorld,
  newestFirst,
  NOW,
  saveSearch,
  storeSearchWorld,
  type ContactRow,
  type Place,
  type SiteRow,
} from './support/search-world';
import { Dice } from './support/oracle/dice';
import { fold } from './support/oracle/fold';

const world = makeWorld();
let service: TestApp;

beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: NOW.toISOString() });
  await storeSearchWorld(service, world);
  for (const id of [1, 2, 3]) await saveSearch(service, 'ContactSearch', { id, criteria: {} });
  await saveSearch(service, 'ContactSearch', { id: 4, criteria: {}, deleted: true });
});
afterAll(() => service.close());

const put = (ssid: number, body: object) => service.http.put(`/api/Contacts/Search/${ssid}`).send(body);
const HISTORY = ['id', 'deleted', 'createdByID', 'createdDate', 'updatedByID', 'updatedDate'];
/** The criteria, and a name. */
const saved = async (ssid: number): Promise<Record<string, unknown>> => {
  const { body } = await service.http.get(`/api/Contacts/Searches/${ssid}`).expect(200);
  return Object.fromEntries(Object.entries(body as object).filter(([name]) => !HISTORY.includes(name)));
};
const run = async (ssid: number): Promise<number[]> => {
  const { body } = await service.http.get(`/api/Contacts/Searches/${ssid}/Results?limit=1000`).expect(200);
  return (body as { id: number }[]).map(({ id }) => id);
};
const pointers = (body: { errors: { pointer: string }[] }): string[] => body.errors.map(({ pointer }) => pointer);

/** Every criterion, each with a value that clears it. */
const LISTS = [
  'owner',
  'status',
  'division',
  'includeTags',
  'excludeTags',
  'createdBy',
  'jobTypeIds',
  'placementTypeIds',
  'noteTypeIds',
  'noteAssignedUsers',
  'meetingTypeIds',
  'meetingAssignedUsers',
  'interviewTypeIds',
  'interviewAssignedUsers',
  'submissionAssignedUsers',
];
const TEXTS = ['rating', 'location', 'longitude', 'latitude', 'radius', 'jobTitle', 'taggedTimeRange', 'noteContents'];
const FLAGS = ['includeSites', 'includeTagsMatchAll'];
const DATES = [
  'createdDate',
  'updatedDate',
  'jobCreated',
  'placementCreated',
  'noteCreated',
  'meetingCreated',
  'interviewCreated',
  'submissionCreated',
].flatMap((name) => [`${name}From`, `${name}To`]);
const NOTHING = Object.fromEntries([...LISTS, ...TEXTS, ...FLAGS, ...DATES].map((name) => [name, null]));
const UNSET = Object.fromEntries([
  ...LISTS.map((name) => [name, []]),
  ...TEXTS.map((name) => [name, '']),
  ...FLAGS.map((name) => [name, false]),
]);

/** Saves exactly these criteria and runs the search. */
async function found(body: Body): Promise<number[]> {
  const response = await put(1, { ...NOTHING, ...body });
  if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
  return run(1);
}

const userName = (id: number): string[] => [world.users.find((user) => user.id === id)!.name, ...(id === 1 ? ['me'] : [])];
const RATINGS = ['', 'A', 'B', 'C'];
const TYPE_IDS: Readonly<Record<string, number>> = { PERM: 1, CONTRACT: 2, TEMP: 3 };
const COUNTRIES: Readonly<Record<string, string[]>> = {
  AU: ['au', 'aus', 'australia'],
  GB: ['gb', 'gbr', 'united kingdom'],
  NZ: ['nz', 'nzl', 'new zealand'],
  FJ: ['fj', 'fji', 'fiji'],
};

const textOf = (body: Body, name: string): string => (typeof body[name] === 'string' ? body[name] : '');

function isAt(place: Place, location: string): boolean {
  const own = [place.suburb, place.state, place.postcode].map((part) => fold(part ?? '')).concat(COUNTRIES[place.countryCode ?? ''] ?? []);
  return location
    .split(',')
    .map(fold)
    .filter((part) => part !== '')
    .every((part) => own.includes(part));
}

interface Point {
  latitude: number;
  longitude: number;
}
const pointOf = ({ latitude, longitude }: Place): Point | undefined =>
  latitude === null || longitude === null ? undefined : { latitude, longitude };
const everyPlace = (): Place[] => [...world.sites, ...world.contacts].filter((place) => !place.deleted && pointOf(place));
const searchCentre = (places: readonly Place[]): Point | undefined =>
  places.length === 0
    ? undefined
    : { latitude: mean(places.map(({ latitude }) => latitude!)), longitude: mean(places.map(({ longitude }) => longitude!)) };
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
/** At the mean of the latitudes and the mean of the longitudes that are known there. */
function localityOf({ suburb, state }: Place): Point | undefined {
  if (suburb === null) return undefined;
  const there = [...world.sites, ...world.contacts].filter(
    (other) => !other.deleted && fold(other.suburb ?? '') === fold(suburb) && fold(other.state ?? '') === fold(state ?? ''),
  );
  const known = (axis: 'latitude' | 'longitude'): number[] => there.flatMap((other) => other[axis] ?? []);
  const [latitudes, longitudes] = [known('latitude'), known('longitude')];
  return latitudes.length === 0 || longitudes.length === 0 ? undefined : { latitude: mean(latitudes), longitude: mean(longitudes) };
}

/** By the law of cosines: not the formula that the service uses. */
function kilometres(one: Point, other: Point): number {
  const [a, b, turn] = [one.latitude, other.latitude, other.longitude - one.longitude].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  return 6371.0088 * Math.acos(Math.min(1, Math.max(-1, Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(turn))));
}

function isThere(contact: ContactRow, body: Body): boolean {
  const location = textOf(body, 'location');
  const own = world.sites.find((site) => site.id === contact.siteID && !site.deleted);
  const client = world.clients.find(({ id, deleted }) => id === contact.clientID && !deleted);
  const clientSites: SiteRow[] =
    body['includeSites'] === true ? world.sites.filter((site) => client && site.clientID === client.id && !site.deleted) : [];
  if (!isGiven(body['radius'])) return !isGiven(location) || isAt(contact, location) || clientSites.some((site) => isAt(site, location));
  const given =
    isGiven(body['longitude']) && isGiven(body['latitude'])
      ? { latitude: Number(body['latitude']), longitude: Number(body['longitude']) }
      : undefined;
  const middle = given ?? searchCentre(everyPlace().filter((place) => isAt(place, location)));
  const points = [
    pointOf(contact) ?? (own && pointOf(own)) ?? localityOf(contact),
    ...clientSites.map((site) => pointOf(site) ?? localityOf(site)),
  ];
  return points.some((point) => point && middle && kilometres(point, middle) <= Number(body['radius']));
}

/** Whether one record meets all criteria for its kind. */
function hasOne<T>(records: readonly T[], criteria: readonly unknown[], holds: (record: T) => boolean): boolean {
  return !criteria.some(isGiven) || records.some(holds);
}

function hasActivity(contact: ContactRow, category: number, name: string, body: Body): boolean {
  const [types, from, to, users] = [`${name}TypeIds`, `${name}CreatedFrom`, `${name}CreatedTo`, `${name}AssignedUsers`].map(
    (criterion) => body[criterion],
  );
  const contents = name === 'note' ? body['noteContents'] : undefined;
  const own = world.activities.filter(
    (activity) => !activity.deleted && activity.category === category && activity.contacts.includes(contact.id),
  );
  return hasOne(
    own,
    [types, from, to, users, contents],
    (activity) =>
      isOneOf(activity.typeID, types) &&
      isBetween(activity.dateCreated, from, to) &&
      isOneOf(activity.assignedToID, users) &&
      startsEveryWord(activity.notes, contents),
  );
}

/** What each criterion means, record by record. */
function matches(contact: ContactRow, body: Body): boolean {
  const divisions = world.contactDivisions.filter(({ recordID }) => recordID === contact.id).map(({ divisionID }) => divisionID);
  const jobIDs = world.jobContacts.filter(({ contactID }) => contactID === contact.id).map(({ jobID }) => jobID);
  const jobs = world.jobs.filter(({ id, deleted }) => !deleted && jobIDs.includes(id));
  const placements = world.placements.filter(({ jobID, deleted }) => !deleted && jobIDs.includes(jobID));
  const { jobTypeIds, jobCreatedFrom, jobCreatedTo, placementTypeIds, placementCreatedFrom, placementCreatedTo } = body;
  return [
    !contact.deleted,
    matchesChoice(body['owner'], [contact.ownerID], userName),
    matchesChoice(isGiven(body['rating']) ? String(body['rating']).split(',').map(fold) : undefined, [contact.ratingID], (id) => [
      RATINGS[id]!,
    ]),
    isOneOf(contact.statusID, body['status']),
    !isGiven(body['division']) || (divisions.length === 0 ? [0] : divisions).some((id) => (body['division'] as number[]).includes(id)),
    isThere(contact, body),
    startsEveryWord(contact.jobTitle, body['jobTitle']),
    tagsMatch(
      world,
      world.contactTags.filter(({ recordID }) => recordID === contact.id),
      body,
    ),
    isOneOf(contact.createdByID, body['createdBy']),
    isBetween(contact.createdDate, body['createdDateFrom'], body['createdDateTo']),
    isBetween(contact.updatedDate, body['updatedDateFrom'], body['updatedDateTo']),
    hasOne(
      jobs,
      [jobTypeIds, jobCreatedFrom, jobCreatedTo],
      (job) => isOneOf(TYPE_IDS[job.type ?? ''] ?? 0, jobTypeIds) && isBetween(job.createdDate, jobCreatedFrom, jobCreatedTo),
    ),
    hasOne(
      placements,
      [placementTypeIds, placementCreatedFrom, placementCreatedTo],
      (placement) =>
        isOneOf(placement.typeID, placementTypeIds) && isBetween(placement.createdDate, placementCreatedFrom, placementCreatedTo),
    ),
    hasActivity(contact, 1, 'note', body),
    hasActivity(contact, 6, 'meeting', body),
    hasActivity(contact, 7, 'interview', body),
    hasActivity(contact, 8, 'submission', body),
  ].every(Boolean);
}
const expected = (body: Body): number[] =>
  world.contacts
    .filter((contact) => matches(contact, body))
    .sort(newestFirst)
    .map(({ id }) => id);

const dates = (name: string): [string, Body][] => [
  [name, { [`${name}From`]: '2026-07-01' }],
  [name, { [`${name}To`]: '2026-09-30' }],
  [name, { [`${name}From`]: '2026-08-01T00:00:00+10:00', [`${name}To`]: '2026-10-31' }],
];
const lists = (name: string, ...values: unknown[]): [string, Body][] => values.map((value) => [name, { [name]: value }]);
const near = (radius: string, more: Body = {}): Body => ({ longitude: '151.2093', latitude: '-33.8688', radius, ...more });
const CRITERIA: readonly [string, Body][] = [
  ...lists('owner', ['me'], ['NOAH sinclair'], ['3'], ['0', 'zoe olund'], ['']),
  ...lists('status', [1], [0, 2], [5]),
  ...lists('rating', 'A', '1,b', '0', ' c , , 2'),
  ...lists('division', [1], [2, 3], [0], [0, 4]),
  ...lists('location', 'sydney', 'NSW', 'Newcastle, NSW', 'Newcastle,GB', 'Australia', 'nzl', '2000', 'nowhere else'),
  ['location and sites', { location: 'Auckland', includeSites: true }],
  ['coordinates without a radius', { longitude: '151.2093', latitude: '-33.8688' }],
  ['radius', near('0.5')],
  ['radius', near('30')],
  ['radius', near('130')],
  ['radius', near('3000.5')],
  ['radius', near('20000')],
  ['radius and sites', near('30', { includeSites: true })],
  ['radius in the Pacific', { longitude: '-179.5', latitude: '-18', radius: '500' }],
  ['radius around coordinates rather than the location', near('30', { location: 'Auckland' })],
  ['radius around a location', { location: 'Newcastle, NSW', radius: '40' }],
  ['radius around a location and sites', { location: 'Auckland', radius: '15', includeSites: true }],
  ...lists('jobTitle', 'site', 'eng night', 'cafe', 'c++', 'rector'),
  ...lists('taggedTimeRange', 'last7Days', 'lastMonth', 'all'),
  ...lists(
    'includeTags',
    [{ tag: 'LEADERSHIP' }],
    [{ tag: 'leadership', typeId: 2 }],
    [{ tag: '', typeId: 3, source: 'import' }, { tag: 'Civil' }],
    [{ tag: 'unknown', typeId: 5 }],
  ),
  ...lists('excludeTags', [{ tag: 'civil' }], [{ tag: '', typeId: 1 }]),
  ['includeTagsMatchAll', { includeTags: [{ tag: 'civil' }, { tag: 'leadership' }], includeTagsMatchAll: true }],
  ['tags added in a period', { includeTags: [{ tag: 'leadership' }], excludeTags: [{ tag: 'civil' }], taggedTimeRange: 'last30Days' }],
  ...lists('createdBy', [1], [0, 3]),
  ...dates('createdDate'),
  ...dates('updatedDate'),
  ...dates('jobCreated'),
  ...dates('placementCreated'),
  ...dates('noteCreated'),
  ...dates('meetingCreated'),
  ...dates('interviewCreated'),
  ...dates('submissionCreated'),
  ...lists('jobTypeIds', [1], [2, 0]),
  ...lists('placementTypeIds', [1], [2, 0]),
  ...lists('noteTypeIds', [1], [12, 0]),
  ...lists('meetingTypeIds', [6], [14, 0]),
  ...lists('interviewTypeIds', [7], [0]),
  ...lists('noteAssignedUsers', [1], [0]),
  ...lists('meetingAssignedUsers', [2, 3]),
  ...lists('interviewAssignedUsers', [4, 0]),
  ...lists('submissionAssignedUsers', [1, 5]),
  ...lists('noteContents', 'induct', 'resume inducted', 'duct'),
  [
    'a single note that matches all',
    { noteTypeIds: [1], noteAssignedUsers: [2], noteContents: 'induct', noteCreatedFrom: '2026-05-01', noteCreatedTo: '2026-10-01' },
  ],
  ['a single job that matches all', { jobTypeIds: [1], jobCreatedFrom: '2026-06-01', jobCreatedTo: '2026-09-01' }],
  ['a single placement that matches all', { placementTypeIds: [2], placementCreatedFrom: '2026-04-01', placementCreatedTo: '2026-09-01' }],
];

describe('A saved contact search finds contacts by', () => {
  it.each(CRITERIA.map(([name, body]) => [name, JSON.stringify(body), body] as const))('%s %s', async (_, __, body) => {
    expect(await found(body)).toEqual(expected(body));
  });

  it('criteria that rarely match all or none, so that the comparison is meaningful', () => {
    const all = expected({}).length;
    const telling = CRITERIA.filter(([, body]) => expected(body).length > 0 && expected(body).length < all);
    expect(telling.length).toBeGreaterThan(CRITERIA.length * 0.85);
  });

  it('any combination of criteria', async () => {
    const dice = new Dice(5);
    for (let trial = 0; trial < 120; trial++) {
      const body: Body = Object.assign({}, ...dice.some(CRITERIA, 3).map(([, each]) => each)) as Body;
      if (
        Object.keys(body).some((name) => name.endsWith('From') && textOf(body, name) > (textOf(body, name.replace(/From$/, 'To')) || '9'))
      )
        continue;
      expect([body, await found(body)]).toEqual([body, expected(body)]);
    }
  });

  it('nothing at all, without criteria', async () => expect(await found({})).toEqual(expected({})));

  it('page by page', async () => {
    await put(1, NOTHING).expect(200);
    const seen: number[] = [];
    let address: string | undefined = '/api/Contacts/Searches/1/Results?limit=40';
    while (address) {
      const response: { body: unknown; headers: Record<string, string> } = await service.http.get(address).expect(200);
      seen.push(...(response.body as { id: number }[]).map(({ id }) => id));
      address = /<([^>]+)>; rel="next"/.exec(response.headers['link'] ?? '')?.[1];
    }
    expect(seen).toEqual(expected({}));
  });
});

describe('Saving a contact search', () => {
  const FULL = {
    owner: ['me', '2'],
    status: [1, 0],
    rating: 'A, 2',
    division: [1],
    location: 'Sydney',
    longitude: '151.2093',
    latitude: '-33.8688',
    radius: '25',
    jobTitle: 'director',
    includeSites: true,
    taggedTimeRange: 'last7Days',
    includeTags: [{ tag: 'Leadership', typeId: 1, source: 'user' }],
    excludeTags: [{ tag: 'Civil', typeId: 5, source: '' }],
    includeTagsMatchAll: true,
    createdBy: [1],
    jobTypeIds: [1],
    placementTypeIds: [2],
    noteTypeIds: [3],
    noteAssignedUsers: [1],
    meetingTypeIds: [6],
    meetingAssignedUsers: [2],
    interviewTypeIds: [7],
    interviewAssignedUsers: [3],
    submissionAssignedUsers: [4],
    noteContents: 'induction',
    ...Object.fromEntries(DATES.map((name, index) => [name, `2026-0${1 + (index % 2)}-05T09:30:15.120Z`])),
  };

  it('returns what is stored, all 42 fields', async () => {
    const { body } = await put(2, { ...FULL, ssid: 2 }).expect(200);
    expect(body).toEqual({ ...FULL, ssid: 2 });
    expect(Object.keys(body as object)).toHaveLength(42);
    expect(await saved(2)).toEqual({ ...FULL, ssid: 2, name: 'Search 2' });
  });

  it('keeps absent criteria', async () => {
    await put(2, FULL).expect(200);
    const { body } = await put(2, { jobTitle: 'manager', status: [] }).expect(200);
    expect(body).toEqual({ ...FULL, ssid: 2, jobTitle: 'manager', status: [] });
  });

  it('clears null criteria and returns them empty; dates are left out', async () => {
    await put(2, FULL).expect(200);
    const { body } = await put(2, NOTHING).expect(200);
    expect(body).toEqual({ ...UNSET, ssid: 2 });
  });

  it('completes a tag filter and reads a bare date as the complete day of the firm', async () => {
    const { body } = await put(3, { includeTags: [{ tag: 'Civil' }], createdDateFrom: '2026-03-01', createdDateTo: '2026-03-31' }).expect(
      200,
    );
    expect(body).toMatchObject({
      includeTags: [{ tag: 'Civil', typeId: 0, source: '' }],
      createdDateFrom: '2026-02-28T13:00:00.000Z',
      createdDateTo: '2026-03-31T12:59:59.999Z',
    });
  });

  it.each<[string, Body, string[]]>([
    ['a different id in the body', { ssid: 2 }, ['/ssid']],
    [
      'unknown ids',
      { createdBy: [1, 99], status: [77], meetingTypeIds: [0, 99], division: [5] },
      ['/status/0', '/meetingTypeIds/1', '/division/0', '/createdBy/1'],
    ],
    ['an unknown owner or rating', { owner: ['me', 'Nobody'], rating: 'A,Z' }, ['/owner/1', '/rating']],
    ['a From after its To', { noteCreatedFrom: '2026-02-02', noteCreatedTo: '2026-02-01' }, ['/noteCreatedTo']],
    ['an invalid longitude or latitude', { longitude: '181', latitude: 'north' }, ['/longitude', '/latitude']],
    ['a radius of 0', { radius: '0' }, ['/radius']],
    ['a radius around the earth', { radius: '20000.1' }, ['/radius']],
    ['a malformed radius', { radius: '1e3' }, ['/radius']],
    ['a radius without a center', { radius: '5' }, ['/radius']],
    ['a radius around a single coordinate', { radius: '5', longitude: '151' }, ['/radius']],
    ['a radius around an unknown location', { radius: '5', location: 'Atlantis' }, ['/radius']],
    ['a number for a string', { radius: 5 }, ['/radius']],
    ['an invalid time range', { taggedTimeRange: 'soon' }, ['/taggedTimeRange']],
    ['a tag filter without a tag', { excludeTags: [{ tag: 'x' }, {}] }, ['/excludeTags/1/tag']],
    ['an unknown field', { name: 'x' }, ['/name']],
  ])('rejects %s', async (_, body, expectedPointers) => {
    await put(3, NOTHING).expect(200);
    expect(pointers((await put(3, body).expect(400)).body)).toEqual(expectedPointers);
    expect(await saved(3)).toEqual({ ...UNSET, ssid: 3, name: 'Search 3' });
  });

  it('rejects a From after the stored To', async () => {
    await put(3, { ...NOTHING, createdDateTo: '2026-03-31' }).expect(200);
    expect(pointers((await put(3, { createdDateFrom: '2026-04-01' }).expect(400)).body)).toEqual(['/createdDateFrom']);
  });

  it.each<[string, unknown, string]>([
    ['radius', 25, 'must be a number as text, more than 0 and at most 20000, or "" for none; for example "25"'],
    ['radius', '25 km', 'must be a number as text, more than 0 and at most 20000, or "" for none; for example "25"'],
    ['latitude', -33.8, 'must be a number as text, from -90 to 90, or "" for none; for example "-33.8688"'],
  ])('shows what %s may be where it is %p', async (name, value, detail) => {
    expect((await put(3, { [name]: value }).expect(400)).body.errors).toEqual([{ pointer: `/${name}`, detail }]);
  });

  it('rejects removing the center of a radius', async () => {
    await put(3, { ...NOTHING, ...near('25') }).expect(200);
    expect(pointers((await put(3, { latitude: '' }).expect(400)).body)).toEqual(['/radius']);
  });

  it('requires a body and an existing search', async () => {
    await service.http.put('/api/Contacts/Search/1').expect(400);
    await put(99, {}).expect(404);
    await service.http.get('/api/Contacts/Searches/0').expect(404);
    await service.http.get('/api/Contacts/Searches/99/Results').expect(404);
  });
});

describe('A deleted contact search', () => {
  it('can still be read and changed', async () => {
    await put(4, { jobTitle: 'nurse' }).expect(200);
    expect(await saved(4)).toMatchObject({ ssid: 4, jobTitle: 'nurse' });
  });
  it('cannot be run', async () => void (await service.http.get('/api/Contacts/Searches/4/Results').expect(404)));
});

describe('One contact', () => {
  it('is returned complete, even when deleted', async () => {
    const { id } = world.contacts.find(({ deleted }) => deleted)!;
    const { body } = await service.http.get(`/api/Contacts/${id}`).expect(200);
    expect(body).toMatchObject({ id, deleted: true });
  });
  it('returns 404 for an unknown id', async () => void (await service.http.get('/api/Contacts/-1').expect(404)));
});
