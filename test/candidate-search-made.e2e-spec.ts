import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import { apiClient, pointersOf, type Body } from './support/api-client';

/** Every criterion of candidate searches, on records that the service itself has made. */
let service: TestApp;
const { createRecord, getRecord, updateRecord, deleteRecord } = apiClient(() => service);

let graceID: number, otherID: number, noah: number, division: number, harbour: number, bayside: number;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-20T01:00:00.000Z' });
  ({ id: noah } = await createRecord('Users', { name: 'Noah Fraser' }));
  ({ id: division } = await createRecord('Divisions', { name: 'Construction' }));
  ({ id: harbour } = await createRecord('Clients', { name: 'Harbour' }));
  ({ id: bayside } = await createRecord('Clients', { name: 'Bayside' }));
  const site = { clientID: harbour, name: 'Yard', suburb: 'Geelong', state: 'VIC', countryCode: 'AU', latitude: -38.15, longitude: 144.36 };
  await createRecord('Sites', site);
  ({ id: graceID } = await createRecord('Candidates', {
    firstName: 'Zoë',
    lastName: 'Nguyen-Hart',
    preferredName: 'Gracie',
    email1: 'zoe.nguyen@example.com',
    email2: 'zn@example.net',
    jobTitle: 'Senior Site Engineer',
    employer: 'Östlund Civil',
    summary: 'Ten years of tunnels.',
    profileStatusID: 2,
    jobSeekingStatusID: 3,
    isRedFlagged: true,
    suburb: 'Geelong',
    state: 'VIC',
    postcode: '3220',
    countryCode: 'AU',
    availabilityDate: '2026-12-01',
    preferredRate: 68.5,
    preferredRateUnitsId: 1,
    preferredSalary: 125000,
    preferredSalaryUnitsId: 5,
  }));
  await updateRecord(`Candidates/${graceID}/Assignment`, { ownerID: noah, ratingID: 1, divisionIDs: [division] });
  ({ id: otherID } = await createRecord('Candidates', { lastName: 'Young', profileStatusID: 1 }));
  await createRecord(`Candidates/${graceID}/Tags`, { tag: 'AutoCAD', typeId: 1 });
  await createRecord(`Candidates/${otherID}/Tags`, { tag: 'Quiet' });
  const { id: jobID } = await createRecord('Jobs', { title: 'Engineer', clientID: harbour });
  const running = { jobID, typeID: 2, startDate: '2026-11-01', endDate: '2027-11-01', payRate: 70, chargeRate: 99 };
  const { id } = await createRecord('Placements?allowRedFlagged=true', { ...running, candidateID: graceID });
  await service.http.post(`/api/Placements/${id}/Approve?allowRedFlagged=true`).expect(200);
  const { id: resumeID } = await createRecord('Documents', { name: 'CV.txt', candidateID: graceID, typeID: 1 });
  await service.http.post(`/api/Documents/${resumeID}/Content`).set('Content-Type', 'text/plain').send('Underwater wélder').expect(200);
  while ((await getRecord(`Documents/${resumeID}`))['textState'] === 'pending') await pause(10);
  await createRecord('Activities', { category: 1, candidateID: graceID, notes: 'Site induction at six.' });
  await createRecord('Activities', { category: 3, candidateID: otherID, notes: 'Induction, by phone.' });
});
afterAll(() => service.close());

const search = async (criteria: Body): Promise<unknown[]> =>
  ((await service.http.post('/api/Candidates/Search').send(criteria).expect(200)).body as Body[]).map(({ id }) => id);

type Row = [hits: () => Body, misses: () => Body];
/** What a search by a range finds, and what it does not. */
const range = (name: string, low: unknown, high: unknown): Row[] => [
  [() => ({ [`${name}From`]: low }), () => ({ [`${name}From`]: high })],
  [() => ({ [`${name}To`]: high }), () => ({ [`${name}To`]: low })],
];
const period = (name: string): Row[] => range(name, '2020-01-01', '2999-01-01');
const near = (radius: string): Body => ({ latitude: '-38.1', longitude: '144.36', radius });

/** Criteria that find the one candidate, and criteria that do not. Functions, since the ids are known only later. */
const TELLING: Row[] = [
  [() => ({ words: 'zoe' }), () => ({ words: 'oë' })],
  [() => ({ words: 'hart ENGIN' }), () => ({ words: 'hart nurse' })],
  [() => ({ words: 'gracie ostlund tunnel' }), () => ({ words: 'gracie ostlunds' })],
  [() => ({ words: 'Zoe.Nguyen@EXAMPLE.com' }), () => ({ words: 'nguyen@example.com' })],
  [() => ({ words: 'zn@ civil' }), () => ({ words: 'zn@example.com' })],
  [() => ({ jobTitle: 'engineer senior' }), () => ({ jobTitle: 'zoe' })],
  [() => ({ noteContents: 'induct' }), () => ({ noteContents: 'phone' })],
  [() => ({ resumeContents: 'weld under' }), () => ({ resumeContents: 'welder baker' })],
  [() => ({ owner: [String(noah)] }), () => ({ owner: ['me'] })],
  [() => ({ owner: ['noah fraser'] }), () => ({ owner: ['0'] })],
  [() => ({ status: [2] }), () => ({ status: [1] })],
  [() => ({ jobSeekingStatus: [3, 4] }), () => ({ jobSeekingStatus: [0] })],
  [() => ({ rating: 'A' }), () => ({ rating: 'B,0' })],
  [() => ({ division: [division] }), () => ({ division: [0] })],
  [() => ({ isRedFlagged: true }), () => ({ isRedFlagged: false })],
  [() => ({ location: 'Geelong, Australia' }), () => ({ location: 'Perth' })],
  [() => ({ location: '3220' }), () => ({ location: '322' })],
  [() => near('20'), () => near('5')],
  [() => ({ location: 'VIC', radius: '1' }), () => ({ latitude: '-33.8', longitude: '151.2', radius: '500' })],
  ...range('availabilityDate', '2026-12-01', '2026-12-02').slice(0, 1),
  [() => ({ availabilityDateTo: '2026-12-01T13:00:00+11:00' }), () => ({ availabilityDateTo: '2026-11-30' })],
  ...range('preferredRate', 68.5, 68.6).slice(0, 1),
  [() => ({ preferredRateTo: 68.5 }), () => ({ preferredRateTo: 68.4 })],
  [() => ({ preferredRateUnits: [1] }), () => ({ preferredRateUnits: [2, 0] })],
  ...range('preferredSalary', 100_000, 150_000),
  [() => ({ preferredSalaryUnits: [5] }), () => ({ preferredSalaryUnits: [1, 0] })],
  ...range('payRate', 70, 70.5).slice(0, 1),
  [() => ({ payRateTo: 70 }), () => ({ payRateTo: 69.9999 })],
  [() => ({ placed: 'current' }), () => ({ placed: 'past' })],
  [() => ({ placed: 'any' }), () => ({ placed: 'none' })],
  [() => ({ placementClientIds: [harbour] }), () => ({ placementClientIds: [bayside, 0] })],
  [() => ({ placementTypeIds: [2], placementClientIds: [harbour] }), () => ({ placementTypeIds: [3], placementClientIds: [harbour] })],
  [() => ({ includeTags: [{ tag: 'autocad', typeId: 1 }] }), () => ({ includeTags: [{ tag: 'autocad', typeId: 2 }] })],
  [() => ({ excludeTags: [{ tag: 'quiet' }] }), () => ({ excludeTags: [{ tag: 'autocad' }] })],
  [
    () => ({ includeTags: [{ tag: 'autocad' }], taggedTimeRange: 'last7Days' }),
    () => ({ includeTags: [{ tag: 'autocad' }, { tag: 'unknown' }], includeTagsMatchAll: true }),
  ],
];
const OF_BOTH: Row[] = [...period('createdDate'), ...period('updatedDate'), [() => ({ createdBy: [1] }), () => ({ createdBy: [noah] })]];
const shown = (rows: Row[]) => rows.map(([hits, misses]) => [JSON.stringify(hits()), hits, misses] as const);

describe('A candidate search finds what the service has made', () => {
  it.each(shown(TELLING))('by %s', async (_, hits, misses) => {
    expect(await search(hits())).toEqual([graceID]);
    expect(await search(misses())).not.toContain(graceID);
  });

  it.each(shown(OF_BOTH))('by %s, of all candidates', async (_, hits, misses) => {
    expect(await search(hits())).toEqual([otherID, graceID]);
    expect(await search(misses())).toEqual([]);
  });

  it('by every criterion there is', async () => {
    const { components } = await getRecord('openapi.json');
    const { properties } = (components as { schemas: Record<string, { properties: object }> }).schemas['CandidateSearchRequest']!;
    const tested = [...TELLING, ...OF_BOTH].flatMap((row) => row.flatMap((criteria) => Object.keys(criteria())));
    expect([...new Set(tested)].sort()).toEqual(
      Object.keys(properties)
        .filter((name) => name !== 'ssid')
        .sort(),
    );
  });

  it('all of them, without a body or criteria, but not deleted ones', async () => {
    const { id } = await createRecord('Candidates', { lastName: 'Gone', jobTitle: 'Diver' });
    expect(await search({ words: 'gone' })).toEqual([id]);
    await deleteRecord(`Candidates/${id}`);
    expect(await search({ words: 'gone' })).toEqual([]);
    expect(await search({})).toEqual([otherID, graceID]);
    const { body } = await service.http.post('/api/Candidates/Search').expect(200);
    expect((body as Body[]).map((each) => each['id'])).toEqual([otherID, graceID]);
  });

  it('by its words as they are now', async () => {
    const { id } = await createRecord('Candidates', { lastName: 'Before', jobTitle: 'Diver' });
    await updateRecord(`Candidates/${id}/V2`, { lastName: 'After', jobTitle: 'Welder' });
    expect([await search({ words: 'before' }), await search({ words: 'diver' })]).toEqual([[], []]);
    expect([await search({ words: 'after welder' }), await search({ jobTitle: 'weld' })]).toEqual([[id], [id]]);
    await deleteRecord(`Candidates/${id}`);
  });
});

describe('A placement that has ended', () => {
  it('is past, and neither current nor none', async () => {
    const { id: candidateID } = await createRecord('Candidates', { lastName: 'Veteran' });
    const { id: jobID } = await createRecord('Jobs', { title: 'Foreman', clientID: bayside });
    const ended = { jobID, candidateID, typeID: 2, startDate: '2026-01-01', endDate: '2026-06-30', payRate: 70, chargeRate: 99 };
    const { id } = await createRecord('Placements', ended);
    const found = (placed: string): Promise<unknown[]> => search({ words: 'veteran', placed });
    expect([await found('any'), await found('past')]).toEqual([[candidateID], []]);
    await service.http.post(`/api/Placements/${id}/Approve`).expect(200);
    expect(await Promise.all(['current', 'past', 'any', 'none'].map(found))).toEqual([[], [candidateID], [candidateID], []]);
    expect(await search({ placed: 'past', placementClientIds: [bayside] })).toEqual([candidateID]);
    expect(await search({ words: 'veteran', placed: 'none', placementClientIds: [harbour] })).toEqual([candidateID]);
    expect(await search({ words: 'veteran', payRateFrom: 1 })).toEqual([]);
  });
});

describe('A candidate search', () => {
  it('starts from a saved one', async () => {
    const { ssid } = await createRecord('Candidates/Searches', { words: 'engineer', status: [2], preferredRateFrom: 60 });
    expect(await search({ ssid })).toEqual([graceID]);
    expect(await search({ ssid, words: null, status: [1] })).toEqual([]);
    expect(await search({ ssid, words: 'nurse' })).toEqual([]);
    expect(await search({ ssid, words: '', status: [] })).toEqual([graceID]);
    await service.http.post('/api/Candidates/Search').send({ ssid: 9999 }).expect(404);
  });

  it.each<[string, Body, string[]]>([
    ['a radius without a centre', { radius: '5' }, ['/radius']],
    ['a radius around a place that nobody knows', { radius: '5', location: 'Atlantis' }, ['/radius']],
    ['a range that ends before it begins', { preferredRateFrom: 50, preferredRateTo: 49.99 }, ['/preferredRateTo']],
    ['days that end before they begin', { availabilityDateFrom: '2026-12-02', availabilityDateTo: '2026-12-01' }, ['/availabilityDateTo']],
    ['a day that does not exist', { availabilityDateFrom: '2026-02-30' }, ['/availabilityDateFrom']],
    ['an amount below 0', { payRateFrom: -1 }, ['/payRateFrom']],
    ['an unknown kind of placement', { placed: 'soon' }, ['/placed']],
    ['a text for a flag', { isRedFlagged: 'yes' }, ['/isRedFlagged']],
    ['an unknown criterion', { word: 'x' }, ['/word']],
  ])('is rejected with %s', async (_, body, pointers) => {
    const { body: problem } = await service.http.post('/api/Candidates/Search').send(body).expect(400);
    expect(pointersOf(problem as Body)).toEqual(pointers);
  });

  it('shows what placed may be where it is none of that', async () => {
    for (const placed of [true, 'soon']) {
      const { body } = await service.http.post('/api/Candidates/Search').send({ placed }).expect(400);
      expect((body as Body)['detail']).toBe('/placed must be one of: current, past, any, none, or "" for no criterion; for example "any".');
    }
  });

  it.each<[string, Body, string[]]>([
    [
      'unknown ids',
      { status: [77], jobSeekingStatus: [0, 78], preferredRateUnits: [79], placementTypeIds: [80], placementClientIds: [81] },
      ['/status/0', '/jobSeekingStatus/1', '/preferredRateUnits/0', '/placementTypeIds/0', '/placementClientIds/0'],
    ],
    ['an unknown rating', { rating: 'A,Z' }, ['/rating']],
    ['an unknown user', { createdBy: [99] }, ['/createdBy/0']],
    ['a radius without a centre', { radius: '5' }, ['/radius']],
  ])('is not saved with %s', async (_, body, pointers) => {
    const { body: problem } = await service.http.post('/api/Candidates/Searches').send(body).expect(400);
    expect(pointersOf(problem as Body)).toEqual(pointers);
  });

  it('is returned as it is saved, without what is unset', async () => {
    const saved = { name: 'Riggers', words: 'rigger', isRedFlagged: false, preferredRateFrom: 0, availabilityDateTo: '2026-12-01' };
    const { ssid } = await createRecord('Candidates/Searches', saved);
    const read = await getRecord(`Candidates/Searches/${Number(ssid)}`);
    expect(read).toMatchObject({ ...saved, ssid, availabilityDateTo: '2026-12-01T00:00:00.000Z', status: [], owner: [], placed: '' });
    for (const unset of ['preferredRateTo', 'payRateFrom', 'availabilityDateFrom', 'createdDateFrom'])
      expect(read).not.toHaveProperty(unset);
    const cleared = await updateRecord(`Candidates/Searches/${Number(ssid)}`, { isRedFlagged: null, preferredRateFrom: null });
    for (const unset of ['isRedFlagged', 'preferredRateFrom']) expect(cleared).not.toHaveProperty(unset);
  });
});
