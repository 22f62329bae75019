import { apiClient, pointersOf, type Body } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { seedRecord } from './support/database';

let service: TestApp;
let inactive: number;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-23T01:00:00Z' });
  inactive = await seedRecord(service, 'User', { name: 'Left', isActive: false });
});
afterAll(() => service.close());
const { createRecord, getRecord, updateRecord, expectProblem, changesTo } = apiClient(() => service);

describe('A new record that cannot be', () => {
  it.each<[path: string, body: () => Body, pointers: string[]]>([
    ['Jobs', () => ({}), ['/title']],
    ['Jobs', () => ({ title: ' ' }), ['/title']],
    ['Candidates', () => ({}), ['/lastName']],
    ['Candidates', () => ({ preferredName: 'Gracie', firstName: '', lastName: null }), ['/lastName']],
    ['Contacts', () => ({}), ['/surname']],
    ['Contacts', () => ({ firstName: ' ', jobTitle: 'Buyer' }), ['/surname']],
    ['Jobs', () => ({ title: 'A', rateFrom: 70.01, rateTo: 70 }), ['/rateTo']],
    ['Jobs', () => ({ title: 'A', chargeRateFrom: 2, chargeRateTo: 1, onCostsFrom: 4, onCostsTo: 3 }), ['/chargeRateTo', '/onCostsTo']],
    ['Jobs', () => ({ title: 'A', salaryFrom: 120_000, salaryTo: 100_000 }), ['/salaryTo']],
    ['Jobs', () => ({ title: 'A', startDate: '2027-01-02', endDate: '2027-01-01' }), ['/endDate']],
    ['Jobs', () => ({ title: 'A', consultantPercentage2: 0.01 }), ['/consultantPercentage2']],
    ['Candidates', () => ({ lastName: 'A', dateOfBirth: '2040-01-01' }), ['/dateOfBirth']],
    ['Candidates', () => ({ lastName: 'A', dateOfBirth: '2016-11-24' }), ['/dateOfBirth']],
    ['Candidates', () => ({ lastName: 'A', dateOfBirth: '1916-11-22' }), ['/dateOfBirth']],
    ['Activities', () => ({ category: 3, statusID: 2, activityDate: '2030-01-01T00:00:00Z' }), ['/activityDate']],
    ['Activities', () => ({ category: 1, activityDate: '2026-11-23T01:10:00Z' }), ['/activityDate']],
    ['Jobs', () => ({ title: 'A', consultantID1: inactive, consultantID2: inactive }), ['/consultantID1', '/consultantID2']],
    ['Clients', () => ({ name: 'A', ownerID: inactive }), ['/ownerID']],
    ['Opportunities', () => ({ name: 'A', ownerID: inactive }), ['/ownerID']],
    ['Activities', () => ({ category: 2, assignedToID: inactive }), ['/assignedToID']],
  ])('is refused: %s %#', async (path, body, pointers) => {
    expect(pointersOf(await expectProblem('post', path, body(), 400))).toEqual(pointers);
  });

  it('is refused: a job with one contact in three places', async () => {
    const [one, other] = [await createRecord('Contacts', { surname: 'A' }), await createRecord('Contacts', { surname: 'B' })];
    const body = { title: 'A', contact1ID: one.id, contact2ID: other.id, contact3ID: one.id, contact4ID: one.id };
    const problem = await expectProblem('post', 'Jobs', body, 400);
    expect(problem['errors']).toEqual([
      { pointer: '/contact3ID', detail: 'must be another contact than contact1ID' },
      { pointer: '/contact4ID', detail: 'must be another contact than contact1ID' },
    ]);
    const { id } = await createRecord('Jobs', { title: 'A', contact1ID: one.id });
    expect(pointersOf(await expectProblem('put', `Jobs/${id}`, { contact2ID: one.id }, 400))).toEqual(['/contact2ID']);
    await updateRecord(`Jobs/${id}`, { contact1ID: other.id, contact2ID: one.id });
    expect(pointersOf(await expectProblem('put', `Jobs/${id}`, { contact1ID: one.id }, 400))).toEqual(['/contact1ID']);
  });

  it.each([
    ['Candidates', { firstName: 'Grace' }],
    ['Candidates', { lastName: 'Nguyen', dateOfBirth: '2016-11-23' }],
    ['Candidates', { lastName: 'Nguyen', dateOfBirth: '1916-11-23' }],
    ['Contacts', { firstName: 'Olivia' }],
    ['Jobs', { title: 'A', rateFrom: 70, rateTo: 70, salaryFrom: 90_000, startDate: '2027-01-01', endDate: '2027-01-01' }],
    ['Jobs', { title: 'A', consultantPercentage1: 100 }],
    ['Activities', { category: 2, statusID: 2, activityDate: '2030-01-01T00:00:00Z' }],
    ['Activities', { category: 6, activityDate: '2030-01-01T00:00:00Z' }],
    ['Activities', { category: 3, statusID: 2, activityDate: '2026-11-23T01:00:00Z' }],
  ])('is accepted where it can be: %s %j', async (path, body) => {
    await createRecord(path, body);
  });
});

const JOB = { title: 'A', stageID: 1 };

describe('An old record', () => {
  it.each<[what: string, type: string, path: string, old: () => Body, harmless: Body, wrong: Body, pointer: string, right: Body]>([
    [
      'reversed rates',
      'Job',
      'Jobs/:id',
      () => ({ ...JOB, rateFrom: 80, rateTo: 70 }),
      { title: 'B' },
      { rateFrom: 75 },
      '/rateFrom',
      { rateTo: 80 },
    ],
    [
      'reversed days',
      'Job',
      'Jobs/:id',
      () => ({ ...JOB, startDate: new Date('2027-02-01'), endDate: new Date('2027-01-01') }),
      { title: 'B' },
      { endDate: '2027-01-31' },
      '/endDate',
      { endDate: '2027-02-01' },
    ],
    [
      'a share of nobody',
      'Job',
      'Jobs/:id',
      () => ({ ...JOB, consultantPercentage3: 40 }),
      { title: 'B' },
      { consultantPercentage3: 30 },
      '/consultantPercentage3',
      { consultantID3: 1 },
    ],
    [
      'shares of more than 100',
      'Job',
      'Jobs/:id',
      () => ({ ...JOB, consultantID1: 1, consultantPercentage1: 120 }),
      { title: 'B' },
      { consultantPercentage1: 110 },
      '/consultantPercentage1',
      { consultantPercentage1: 100 },
    ],
    ['no title', 'Job', 'Jobs/:id', () => ({ stageID: 1 }), { rating: 1 }, { rating: 9 }, '/rating', { title: 'Found' }],
    ['no name', 'Candidate', 'Candidates/:id/V2', () => ({}), { jobTitle: 'Cook' }, { email1: 'none' }, '/email1', { firstName: 'Ann' }],
    [
      'a birth date to come',
      'Candidate',
      'Candidates/:id/V2',
      () => ({ lastName: 'A', dateOfBirth: new Date('2040-01-01') }),
      { jobTitle: 'Cook' },
      { dateOfBirth: '2041-01-01' },
      '/dateOfBirth',
      { dateOfBirth: null },
    ],
    [
      'an inactive owner',
      'Client',
      'Clients/:id',
      () => ({ name: 'A', ownerID: inactive }),
      { industry: 'Ports', ownerID: 2 },
      { ownerID: 99 },
      '/ownerID',
      { ownerID: 1 },
    ],
    [
      'a completed call to come',
      'Activity',
      'Activities/:id',
      () => ({ category: 3, typeID: 3, statusID: 2, activityDate: new Date('2030-01-01') }),
      { notes: 'B' },
      { activityDate: '2031-01-01' },
      '/activityDate',
      { statusID: 1 },
    ],
  ])('with %s keeps it until somebody touches it', async (_, type, template, old, harmless, wrong, pointer, right) => {
    const id = await seedRecord(service, type, { version: 1, ...old() });
    const path = template.replace(':id', String(id));
    await updateRecord(path, harmless);
    expect(pointersOf(await expectProblem('put', path, wrong, 400))).toEqual([pointer]);
    await updateRecord(path, right);
  });

  it('cannot lose its title, but the names of a person', async () => {
    const job = await createRecord('Jobs', { title: 'A' });
    expect(pointersOf(await expectProblem('put', `Jobs/${job.id}`, { title: null }, 400))).toEqual(['/title']);
    const candidate = await createRecord('Candidates', { firstName: 'A' });
    expect(await updateRecord(`Candidates/${candidate.id}/V2`, { firstName: null })).toMatchObject({ fullName: '' });
  });

  it('of a consultant who has left can lead to an offer, a placement and a release', async () => {
    const { id: leaver } = await createRecord('Users', { name: 'Leaver' });
    const job = await createRecord('Jobs', { title: 'A', consultantID2: leaver, consultantPercentage1: 60, consultantPercentage2: 40 });
    const { id: candidateID } = await createRecord('Candidates', { lastName: 'A' });
    const offer = await createRecord('Offers', { jobID: job.id, candidateID, ownerID: leaver });
    await updateRecord(`Users/${leaver}`, { isActive: false });
    const { body } = await service.http.post(`/api/Offers/${offer.id}/Accept`).expect(200);
    expect(await getRecord(`Placements/${(body as { placementID: number }).placementID}`)).toMatchObject({ ownerID: 1 });
    const { body: release } = await service.http.post(`/api/Jobs/${job.id}/Releases`).send({}).expect(201);
    expect(release).toMatchObject({ consultantID2: 0, consultantPercentage1: 60, consultantPercentage2: 0 });
    expect(await updateRecord(`Jobs/${job.id}`, { title: 'B' })).toMatchObject({ consultantID2: leaver });
    expect((await changesTo('Job', job.id)).at(-1)?.fields).toEqual({ title: ['A', 'B'] });
  });
});
