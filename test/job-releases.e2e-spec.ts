import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';

let service: TestApp;

beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-20T01:00:00.000Z' });
  await seedRecord(service, 'User', { id: 2, name: 'Noah Sinclair', isActive: true });
  await seedRecord(service, 'Client', { id: 1, name: 'Harbour Construction Group' });
  await seedRecord(service, 'Site', { id: 1, clientID: 1, name: 'Head office', suburb: 'Sydney', state: 'NSW', countryCode: 'AU' });
  await seedRecord(service, 'Contact', { id: 1, clientID: 1, fullName: 'Olivia Bennett' });
});
afterAll(() => service.close());

type Body = Record<string, unknown>;
const created = async (body: Body): Promise<Body> =>
  (
    await service.http
      .post('/api/Jobs')
      .send({ title: 'Engineer', ...body })
      .expect(201)
  ).body as Body;
const job = async (id: unknown): Promise<Body> => (await service.http.get(`/api/Jobs/${String(id)}`).expect(200)).body as Body;
const release = (id: unknown, body?: Body) => service.http.post(`/api/Jobs/${String(id)}/Releases`).send(body);

const WHOLE = {
  jobReference: 'JOB-1',
  title: 'Site Engineer',
  stageID: 3,
  rating: 1,
  clientID: 1,
  siteID: 1,
  contact1ID: 1,
  consultantID1: 2,
  consultantID2: 1,
  createdByConsultantID: 2,
  candidatesRequired: 5,
  rateFrom: 65,
  rateUnits: 1,
  deadline: '2026-12-18',
  startTime: '2027-01-10T21:00:00.000Z',
  type: 'CONTRACT',
  workAssignment: 2,
  jobDescriptionType: 1,
  customField1: 'Blue badge',
  customField16: '2026-11-02T00:00:00.000Z',
  isAiMatchesReady: true,
  outcome: 1,
  timeToFillStartDate: '2026-01-01T00:00:00.000Z',
};

describe('A release of a job', () => {
  it('is a copy of it that starts over', async () => {
    const parent = await created(WHOLE);
    const { body, headers } = await release(parent['id']).expect(201);
    const child = body as Body;
    expect(headers['location']).toBe(`/api/Jobs/${String(child['id'])}`);
    const copied = [
      'title',
      'rating',
      'clientID',
      'siteID',
      'contact1ID',
      'contact1Name',
      'consultantID1',
      'consultantID2',
      'candidatesRequired',
      'payRange',
      'deadline',
      'startTime',
      'type',
      'workAssignment',
      'jobDescriptionType',
      'customField1',
      'customField16',
      'suburb',
      'fullAddress',
    ];
    expect(copied.map((name) => [name, child[name]])).toEqual(copied.map((name) => [name, parent[name]]));
    expect(child).toMatchObject({
      isReleasedJob: true,
      currentReleasedJobId: 0,
      stageID: 1,
      jobReference: null,
      createdByConsultantID: 1,
      isAiMatchesReady: null,
      outcome: 0,
      deleted: false,
    });
    expect(child['timeToFillStartDate']).toBe(child['createdDate']);
    expect(await job(child['id'])).toEqual(child);
  });

  it('raises its own events, and counts as a change of the original job', async () => {
    const parent = await created({ title: 'Foreman' });
    const first = (await release(parent['id'], {}).expect(201)).body as Body;
    const second = (await release(parent['id']).expect(201)).body as Body;
    expect(await job(parent['id'])).toMatchObject({ isReleasedJob: false, currentReleasedJobId: second['id'] });
    const raised = await queryRows<{ action: string; events: string; fields: string; version: number }>(
      service,
      "SELECT action, events, fields, version FROM record_change WHERE type = 'Job' AND recordID = ? ORDER BY id",
      [parent['id']],
    );
    expect(raised.slice(1).map(({ action, events, fields, version }) => [action, JSON.parse(events), JSON.parse(fields), version])).toEqual(
      [
        ['updated', [35], { currentReleasedJobId: [0, first['id']] }, 2],
        ['updated', [35], { currentReleasedJobId: [first['id'], second['id']] }, 3],
      ],
    );
    const ofChild = await queryRows<{ events: string; fields: string }>(
      service,
      "SELECT events, fields FROM record_change WHERE type = 'Job' AND recordID = ?",
      [first['id']],
    );
    expect(ofChild.map(({ events }) => JSON.parse(events) as unknown)).toEqual([[34]]);
    expect(JSON.parse(ofChild[0]?.fields ?? '{}')).toMatchObject({ parentJobID: [null, parent['id']], title: [null, 'Foreman'] });
  });

  it('is changed by the fields of the body', async () => {
    const { id } = await created(WHOLE);
    const { body } = await release(id, {
      title: 'Night shift',
      candidatesRequired: 1,
      contact1ID: 0,
      stageID: 2,
      jobReference: 'JOB-1-A',
      suburb: 'Newcastle',
    }).expect(201);
    expect(body).toMatchObject({
      title: 'Night shift',
      candidatesRequired: 1,
      contact1ID: 0,
      stageID: 2,
      jobReference: 'JOB-1-A',
      suburb: 'Newcastle',
      rating: 1,
      isReleasedJob: true,
    });
  });

  it("keeps the job's own address, or continues to follow the site", async () => {
    const own = await created({ clientID: 1, siteID: 1, suburb: 'Hobart', countryCode: 'NZ' });
    expect((await release(own['id'], { siteID: 0 }).expect(201)).body).toMatchObject({ suburb: 'Hobart', countryName: 'New Zealand' });
    const followed = await created({ clientID: 1, siteID: 1 });
    expect((await release(followed['id'], { siteID: 0 }).expect(201)).body).toMatchObject({ suburb: null });
  });

  it('can be released in turn, and is no longer counted when it is deleted', async () => {
    const { id } = await created({ title: 'Foreman' });
    const child = (await release(id).expect(201)).body as Body;
    const grandchild = (await release(child['id']).expect(201)).body as Body;
    expect(await job(child['id'])).toMatchObject({ isReleasedJob: true, currentReleasedJobId: grandchild['id'] });
    await service.http.delete(`/api/Jobs/${String(child['id'])}`).expect(204);
    expect(await job(id)).toMatchObject({ currentReleasedJobId: 0 });
  });

  it.each<[string, Body, RegExp]>([
    ['closed', { stageID: 7 }, /is closed: move it to an open stage/],
    ['deleted', { deleted: true }, /is deleted: restore it/],
  ])('is rejected for a job that is %s', async (_, body, detail) => {
    const { id } = await created({ title: 'Foreman' });
    await service.http
      .put(`/api/Jobs/${String(id)}`)
      .send(body)
      .expect(200);
    expect(((await release(id).expect(409)).body as Body)['detail']).toMatch(detail);
    expect(await job(id)).toMatchObject({ currentReleasedJobId: 0 });
  });

  it('is rejected for an unknown job and with invalid fields', async () => {
    await release(99999).expect(404);
    const { id } = await created({ title: 'Foreman' });
    await release(id, { parentJobID: 1 }).expect(400);
    await release(id, { clientID: 99 }).expect(400);
    expect(await job(id)).toMatchObject({ currentReleasedJobId: 0 });
  });
});
