import { startApp, type TestApp } from './support/app';
import { apiClient, type Body } from './support/api-client';

/** Every criterion of contact searches, on records that the service itself has made. */
let service: TestApp;
const { createRecord, listRecords, updateRecord } = apiClient(() => service);

let searchID: number, contactID: number, otherID: number, owner: number, noah: number, division: number;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  ({ id: owner } = await createRecord('Users', { name: 'Olivia Bennett' }));
  ({ id: noah } = await createRecord('Users', { name: 'Noah Fraser' }));
  ({ id: division } = await createRecord('Divisions', { name: 'Construction' }));
  const { id: clientID } = await createRecord('Clients', { name: 'Harbour' });
  const site = { clientID, name: 'Yard', suburb: 'Geelong', state: 'VIC', countryCode: 'AU', latitude: -38.15, longitude: 144.36 };
  await createRecord('Sites', site);
  const contact = { surname: 'Hartley', clientID, statusID: 2, jobTitle: 'Project Director', suburb: 'Sydney', state: 'NSW' };
  ({ id: contactID } = await createRecord('Contacts', contact));
  const assignment = { ownerID: noah, ratingID: 1, divisionIDs: [division], latitude: -33.8688, longitude: 151.2093 };
  await updateRecord(`Contacts/${contactID}/Assignment`, assignment);
  ({ id: otherID } = await createRecord('Contacts', { surname: 'Young', statusID: 1 }));
  await createRecord(`Contacts/${contactID}/Tags`, { tag: 'Leader', typeId: 1 });
  await createRecord(`Contacts/${otherID}/Tags`, { tag: 'Quiet' });

  const { id: candidateID } = await createRecord('Candidates', { lastName: 'Nguyen' });
  const { id: jobID } = await createRecord('Jobs', { title: 'Site Engineer', type: 'CONTRACT', clientID, contact1ID: contactID });
  const { id: applicationID } = await createRecord('Applications', { jobID, candidateID, ownerID: owner, stageID: 4 });
  await createRecord('Interviews', { applicationID, typeID: 1, ownerID: noah });
  await createRecord('Placements', { jobID, candidateID, typeID: 2 });
  await createRecord('Activities', { category: 1, typeID: 1, contactID, assignedToID: owner, notes: 'Site induction at six.' });
  await createRecord('Activities', { category: 6, typeID: 14, contactID, assignedToID: noah });
  ({ id: searchID } = await createRecord('Contacts/Searches', { name: 'Contacts' }));
});
afterAll(() => service.close());

/** The ids of the contacts that a saved contact search finds by these criteria. */
async function found(criteria: Body): Promise<unknown[]> {
  await updateRecord(`Contacts/Search/${searchID}`, criteria);
  return (await listRecords(`Contacts/Searches/${searchID}/Results`)).map(({ id }) => id);
}

/** What a search by a period finds, and what it does not. */
const period = (name: string): Row[] => [
  [() => ({ [`${name}From`]: '2020-01-01' }), () => ({ [`${name}From`]: '2999-01-01' })],
  [() => ({ [`${name}To`]: '2999-01-01' }), () => ({ [`${name}To`]: '2020-01-01' })],
];
type Row = [hits: () => Body, misses: () => Body];
const near = (radius: string, more: Body = {}): Body => ({ latitude: '-33.8', longitude: '151.2', radius, ...more });
/** Criteria that find the one contact, and criteria that do not. Functions, since the ids are known only later. */
const TELLING: Row[] = [
  [() => ({ owner: [String(noah)] }), () => ({ owner: [String(owner)] })],
  [() => ({ owner: ['noah fraser'] }), () => ({ owner: ['olivia bennett'] })],
  [() => ({ status: [2] }), () => ({ status: [1] })],
  [() => ({ rating: 'A' }), () => ({ rating: 'B' })],
  [() => ({ division: [division] }), () => ({ division: [0] })],
  [() => ({ location: 'Sydney' }), () => ({ location: 'Perth' })],
  [() => ({ location: 'Geelong', includeSites: true }), () => ({ location: 'Geelong', includeSites: false })],
  [() => near('20'), () => near('5')],
  [() => ({ jobTitle: 'director' }), () => ({ jobTitle: 'rector' })],
  [() => ({ includeTags: [{ tag: 'leader' }] }), () => ({ includeTags: [{ tag: 'leader', typeId: 2 }] })],
  [() => ({ excludeTags: [{ tag: 'quiet' }] }), () => ({ excludeTags: [{ tag: 'leader' }] })],
  [
    () => ({ includeTags: [{ tag: 'leader' }], taggedTimeRange: 'last7Days' }),
    () => ({ includeTags: [{ tag: 'leader' }, { tag: 'unknown' }], includeTagsMatchAll: true }),
  ],
  [() => ({ jobTypeIds: [2] }), () => ({ jobTypeIds: [1] })],
  [() => ({ placementTypeIds: [2] }), () => ({ placementTypeIds: [3] })],
  [() => ({ noteTypeIds: [1] }), () => ({ noteTypeIds: [12] })],
  [() => ({ noteAssignedUsers: [owner] }), () => ({ noteAssignedUsers: [noah] })],
  [() => ({ noteContents: 'induct' }), () => ({ noteContents: 'duct' })],
  [() => ({ meetingTypeIds: [14] }), () => ({ meetingTypeIds: [6] })],
  [() => ({ meetingAssignedUsers: [noah] }), () => ({ meetingAssignedUsers: [owner] })],
  [() => ({ interviewTypeIds: [16] }), () => ({ interviewTypeIds: [17] })],
  [() => ({ interviewAssignedUsers: [noah] }), () => ({ interviewAssignedUsers: [owner] })],
  [() => ({ submissionAssignedUsers: [owner] }), () => ({ submissionAssignedUsers: [noah] })],
  ...['job', 'placement', 'note', 'meeting', 'interview', 'submission'].flatMap((name) => period(`${name}Created`)),
];
const OF_BOTH: Row[] = [...period('createdDate'), ...period('updatedDate'), [() => ({ createdBy: [1] }), () => ({ createdBy: [noah] })]];

const shown = (rows: Row[]) => rows.map(([hits, misses]) => [Object.keys(hits()).join(' and '), hits, misses] as const);

/** Searches by exactly these criteria: all others are cleared. */
async function foundBy(criteria: Body): Promise<unknown[]> {
  const ids = await found(criteria);
  await found(Object.fromEntries(Object.keys(criteria).map((name) => [name, null])));
  return ids;
}

describe('A contact search finds what the service has made', () => {
  it.each(shown(TELLING))('by %s', async (_, hits, misses) => {
    expect(await foundBy(hits())).toEqual([contactID]);
    expect(await foundBy(misses())).not.toContain(contactID);
  });

  it.each(shown(OF_BOTH))('by %s, of all contacts', async (_, hits, misses) => {
    expect((await foundBy(hits())).sort()).toEqual([contactID, otherID]);
    expect(await foundBy(misses())).toEqual([]);
  });

  it('by every criterion there is', async () => {
    const { body } = await service.http.get('/api/openapi.json');
    const tested = [...TELLING, ...OF_BOTH].flatMap((row) => row.flatMap((criteria) => Object.keys(criteria())));
    const { properties } = (body as { components: { schemas: Record<string, { properties: object }> } }).components.schemas[
      'ContactSearchRequest'
    ]!;
    expect([...new Set(tested)].sort()).toEqual(
      Object.keys(properties)
        .filter((name) => !['ssid', 'name'].includes(name))
        .sort(),
    );
  });
});
