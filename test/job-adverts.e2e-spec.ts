import { Housekeeping } from '../src/core/housekeeping';
import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';
import { setClock } from './support/event-processing';

const NOW = '2026-11-20T01:00:00.000Z';
const THE_DAY = NOW.slice(0, 10);

let service: TestApp;

beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: NOW });
  await seedRecord(service, 'Job', { id: 1, title: 'Site Engineer', description: 'Lead the team.', stageID: 1 });
  await seedRecord(service, 'Job', { id: 2, title: 'Foreman', stageID: 1 });
  await seedRecord(service, 'Job', { id: 3, title: 'Gone', deleted: true });
});
afterAll(() => service.close());

type Body = Record<string, unknown>;
const [DRAFT, POSTED, EXPIRED, WITHDRAWN, FAILED] = [1, 2, 3, 4, 5] as const;

const post = (body: Body) => service.http.post('/api/JobAdverts').send(body);
const created = async (body: Body = {}): Promise<Body> => (await post({ jobID: 1, ...body }).expect(201)).body as Body;
const put = (id: unknown, body: Body) => service.http.put(`/api/JobAdverts/${String(id)}`).send(body);
const liveAdverts = async (id: number): Promise<unknown> =>
  ((await service.http.get(`/api/Jobs/${id}`).expect(200)).body as Body)['liveAdverts'];
const daysAfter = (moment: unknown, days: number): string => new Date(new Date(String(moment)).getTime() + days * 86_400_000).toISOString();
const problems = (body: unknown) => (body as { errors: { pointer: string; detail: string }[] }).errors;

interface Raised {
  events: number[];
  fields: Record<string, unknown>;
}
/** The changes and events of a job caused by some work. */
async function eventsOfJob(id: number, work: () => Promise<unknown>): Promise<Raised[]> {
  const changes = () =>
    queryRows<{ events: string; fields: string }>(
      service,
      "SELECT events, fields FROM record_change WHERE type = 'Job' AND recordID = ? ORDER BY id",
      [id],
    );
  const before = (await changes()).length;
  await work();
  return (await changes())
    .slice(before)
    .map(({ events, fields }) => ({ events: JSON.parse(events) as number[], fields: JSON.parse(fields) as Raised['fields'] }));
}

describe('A new advert', () => {
  it('is a draft with the title and the description of its job', async () => {
    const saved = await created({ board: 'Trade Board' });
    expect(saved).toMatchObject({
      jobID: 1,
      jobTitle: 'Site Engineer',
      title: 'Site Engineer',
      description: 'Lead the team.',
      board: 'Trade Board',
      statusID: DRAFT,
      statusName: 'Draft',
      deleted: false,
    });
    expect(saved).not.toHaveProperty('postedDate');
    expect(saved).not.toHaveProperty('expiryDate');
    const { body } = await service.http.get(`/api/JobAdverts/${String(saved['id'])}`).expect(200);
    expect(body).toEqual(saved);
    expect(await created({ title: 'Own', description: 'Own text' })).toMatchObject({ title: 'Own', description: 'Own text' });
  });

  it.each<[string, Body, string]>([
    ['without a job', {}, '/jobID'],
    ['with the job 0', { jobID: 0 }, '/jobID'],
    ['with an unknown job', { jobID: 99 }, '/jobID'],
    ['with a deleted job', { jobID: 3 }, '/jobID'],
    ['with an unknown status', { jobID: 1, statusID: 9 }, '/statusID'],
    ['that ends before it begins', { jobID: 1, postedDate: '2026-12-02', expiryDate: '2026-12-01' }, '/expiryDate'],
    ['as posted, with an end in the past', { jobID: 1, statusID: POSTED, expiryDate: '2026-11-01' }, '/expiryDate'],
    ['with a script as URL', { jobID: 1, url: 'javascript:alert(1)' }, '/url'],
  ])('is rejected %s', async (_, body, pointer) => {
    expect(problems((await post(body).expect(400)).body).map((each) => each.pointer)).toEqual([pointer]);
  });

  it('can be created as already posted and expired', async () => {
    const raised = await eventsOfJob(1, () => created({ statusID: EXPIRED, postedDate: '2026-01-01', expiryDate: '2026-02-01' }));
    expect(raised).toEqual([]);
  });
});

describe('An advert that is posted', () => {
  it('is live from now for thirty days, and raises an event of its job', async () => {
    const { id } = await created();
    const live = Number(await liveAdverts(1));
    const raised = await eventsOfJob(1, () => put(id, { statusID: POSTED }).expect(200));
    const { body } = await service.http.get(`/api/JobAdverts/${String(id)}`);
    const { postedDate, expiryDate, updatedDate } = body as Body;
    expect(postedDate).toBe(updatedDate);
    expect(expiryDate).toBe(daysAfter(postedDate, 30));
    expect(raised).toEqual([{ events: [39], fields: { liveAdverts: [live, live + 1] } }]);
    expect(await liveAdverts(1)).toBe(live + 1);
  });

  it('is live for the number of days in the settings', async () => {
    await service.http
      .post('/api/Configuration/JobPosting')
      .send([{ type: 'advertDays', value: '14' }])
      .expect(200);
    const { postedDate, expiryDate } = await created({ statusID: POSTED });
    expect(expiryDate).toBe(daysAfter(postedDate, 14));
    await service.http.delete('/api/Configuration/JobPosting/advertDays').expect(204);
  });

  it('keeps the dates that are sent with it', async () => {
    const dates = { postedDate: `${THE_DAY}T00:00:00.000Z`, expiryDate: '2027-01-31T00:00:00.000Z' };
    expect(await created({ statusID: POSTED, ...dates })).toMatchObject(dates);
  });

  it('a second time has a new time', async () => {
    const { id } = await created({ statusID: EXPIRED, postedDate: '2026-01-01', expiryDate: '2026-02-01' });
    const { body } = await put(id, { statusID: POSTED }).expect(200);
    const { postedDate, expiryDate, updatedDate } = body as Body;
    expect([postedDate, expiryDate]).toEqual([updatedDate, daysAfter(updatedDate, 30)]);
  });

  it('a second time has a new time when the whole record is sent back, too', async () => {
    const expired = await created({ statusID: EXPIRED, postedDate: '2026-01-01', expiryDate: '2026-02-01' });
    const { postedDate, expiryDate, updatedDate } = (await put(expired['id'], { ...expired, statusID: POSTED }).expect(200)).body as Body;
    expect([postedDate, expiryDate]).toEqual([updatedDate, daysAfter(updatedDate, 30)]);
  });

  it('without an end date counts as live', async () => {
    const { id: jobID } = (await service.http.post('/api/Jobs').send({ title: 'Rigger' }).expect(201)).body as { id: number };
    const { id } = await created({ jobID, statusID: POSTED });
    await put(id, { expiryDate: null }).expect(200);
    const raised = await eventsOfJob(jobID, () => created({ jobID, statusID: POSTED }));
    expect([await liveAdverts(jobID), raised]).toEqual([2, [{ events: [39], fields: { liveAdverts: [1, 2] } }]]);
  });

  it('that moves to another job is no longer live for the first', async () => {
    const { id } = await created({ statusID: POSTED });
    let toSecond: Raised[] = [];
    const toFirst = await eventsOfJob(1, async () => (toSecond = await eventsOfJob(2, () => put(id, { jobID: 2 }).expect(200))));
    expect([toFirst.map(({ events }) => events), toSecond.map(({ events }) => events)]).toEqual([[[40]], [[39]]]);
  });
});

describe('An advert that is posted with a date in the future', () => {
  const TOMORROW = '2026-11-21T09:00:00.000Z';
  // after everything that earlier tests have posted, which would become live by and by otherwise
  const LATER_TODAY = '2026-11-20T12:00:00.000Z';
  const catchUp = async (time: string): Promise<void> => {
    await setClock(service, time);
    await service.app.get(Housekeeping, { strict: false }).catchUp();
  };
  afterEach(() => setClock(service, LATER_TODAY));

  it('becomes live on that date, and raises the event then and once', async () => {
    const { id: jobID } = (await service.http.post('/api/Jobs').send({ title: 'Rigger' }).expect(201)).body as { id: number };
    expect(await eventsOfJob(jobID, () => created({ jobID, statusID: POSTED, postedDate: TOMORROW }))).toEqual([]);
    expect(await liveAdverts(jobID)).toBe(0);
    expect(await eventsOfJob(jobID, () => catchUp('2026-11-21T08:59:00.000Z'))).toEqual([]);
    const raised = await eventsOfJob(jobID, () => catchUp(TOMORROW));
    expect([raised, await liveAdverts(jobID)]).toEqual([[{ events: [39], fields: { liveAdverts: [0, 1] } }], 1]);
    expect(await eventsOfJob(jobID, () => catchUp('2026-11-21T10:00:00.000Z'))).toEqual([]);
  });

  it('raises nothing when it is withdrawn before, and nothing on the date', async () => {
    const { id } = await created({ statusID: POSTED, postedDate: TOMORROW });
    expect(await eventsOfJob(1, () => put(id, { statusID: WITHDRAWN }).expect(200))).toEqual([]);
    expect(await eventsOfJob(1, () => catchUp('2026-11-21T10:00:00.000Z'))).toEqual([]);
  });
});

describe('An advert', () => {
  it.each([
    [DRAFT, POSTED, [39]],
    [DRAFT, WITHDRAWN, undefined],
    [DRAFT, FAILED, undefined],
    [POSTED, EXPIRED, [40]],
    [POSTED, WITHDRAWN, [40]],
    [POSTED, FAILED, undefined],
    [EXPIRED, DRAFT, undefined],
    [EXPIRED, POSTED, [39]],
    [WITHDRAWN, DRAFT, undefined],
    [WITHDRAWN, POSTED, [39]],
    [FAILED, DRAFT, undefined],
    [FAILED, POSTED, [39]],
    [FAILED, WITHDRAWN, undefined],
  ])('may change its status from %d to %d, raising %j', async (from, to, events) => {
    const { id } = await created({ statusID: from });
    const raised = await eventsOfJob(1, () => put(id, { statusID: to }).expect(200));
    expect(raised.map((each) => each.events)).toEqual(events ? [events] : []);
  });

  it.each([
    [DRAFT, EXPIRED],
    [POSTED, DRAFT],
    [EXPIRED, WITHDRAWN],
    [EXPIRED, FAILED],
    [WITHDRAWN, EXPIRED],
    [WITHDRAWN, FAILED],
    [FAILED, EXPIRED],
  ])('may not change its status from %d to %d', async (from, to) => {
    const { id } = await created({ statusID: from });
    const { body } = await put(id, { statusID: to }).expect(409);
    expect((body as Body)['detail']).toMatch(/can only become (Draft|Posted|Expired|Withdrawn|Failed)/);
    expect((await service.http.get(`/api/JobAdverts/${String(id)}`)).body).toMatchObject({ statusID: from });
  });

  it('cannot lose its job or its status', async () => {
    const { id } = await created();
    expect(problems((await put(id, { jobID: 0 }).expect(400)).body)).toMatchObject([{ pointer: '/jobID' }]);
    expect(problems((await put(id, { statusID: null }).expect(400)).body)).toMatchObject([{ pointer: '/statusID' }]);
  });

  it('that is deleted is not live, and is again when it is restored', async () => {
    const { id } = await created({ statusID: POSTED });
    const live = Number(await liveAdverts(1));
    expect(
      (await eventsOfJob(1, () => service.http.delete(`/api/JobAdverts/${String(id)}`).expect(204))).map(({ events }) => events),
    ).toEqual([[40]]);
    expect(await liveAdverts(1)).toBe(live - 1);
    expect((await service.http.get(`/api/JobAdverts?ids=${String(id)}`)).body).toEqual([]);
    expect((await eventsOfJob(1, () => put(id, { deleted: false }).expect(200))).map(({ events }) => events)).toEqual([[39]]);
  });

  it('has a version, and is listed', async () => {
    const { id } = await created();
    const { headers } = await service.http.get(`/api/JobAdverts/${String(id)}`).expect(200);
    await put(id, { title: 'New' }).set('If-Match', String(headers['etag'])).expect(200);
    await put(id, { title: 'Newer' }).set('If-Match', String(headers['etag'])).expect(412);
    expect((await service.http.get(`/api/JobAdverts?ids=${String(id)}`).expect(200)).body).toMatchObject([{ id, title: 'New' }]);
    await service.http.get('/api/JobAdverts/99999').expect(404);
  });
});

describe('The adverts of a job that closes or is deleted', () => {
  const closed = { stageID: 7 };
  const withAdverts = async (): Promise<{ jobID: number; ids: unknown[] }> => {
    const { id: jobID } = (await service.http.post('/api/Jobs').send({ title: 'Rigger' }).expect(201)).body as { id: number };
    const ids = [];
    for (const statusID of [POSTED, POSTED, DRAFT, EXPIRED]) ids.push((await created({ jobID, statusID }))['id']);
    return { jobID, ids };
  };
  const statusesOf = (ids: unknown[]) =>
    Promise.all(ids.map(async (id) => ((await service.http.get(`/api/JobAdverts/${String(id)}`).expect(200)).body as Body)['statusID']));
  const putJob = (id: number, body: Body) => service.http.put(`/api/Jobs/${id}`).send(body);

  it.each<[string, (id: number) => PromiseLike<unknown>, number[][]]>([
    ['closes', (id) => putJob(id, closed).expect(200), [[40], [40], [35, 36, 38]]],
    ['is deleted', (id) => service.http.delete(`/api/Jobs/${id}`).expect(204), [[40], [40], []]],
  ])('are withdrawn when it %s, before any other event', async (_, end, events) => {
    const { jobID, ids } = await withAdverts();
    const raised = await eventsOfJob(jobID, async () => end(jobID));
    expect(await statusesOf(ids)).toEqual([WITHDRAWN, WITHDRAWN, DRAFT, EXPIRED]);
    expect(await liveAdverts(jobID)).toBe(0);
    expect(raised.map((each) => each.events)).toEqual(events);
    const versions = await queryRows<{ version: number }>(
      service,
      "SELECT version FROM record_change WHERE type = 'Job' AND recordID = ? ORDER BY id",
      [jobID],
    );
    expect(versions.map(({ version }) => version)).toEqual(versions.map((__, index) => index + 1));
  });

  it('are withdrawn when it closes because it is filled, and stay so when it is reopened', async () => {
    await service.http
      .post('/api/Configuration/JobPosting')
      .send([{ type: 'closeWhenFilled', value: 'true' }])
      .expect(200);
    const { jobID, ids } = await withAdverts();
    await putJob(jobID, { candidatesRequired: 1 }).expect(200);
    const candidateID = await seedRecord(service, 'Candidate', { fullName: 'Ava Nguyen' });
    await service.http.post('/api/Placements').send({ jobID, candidateID, statusID: 2, startDate: '2027-01-11' }).expect(201);
    expect([await statusesOf(ids), await liveAdverts(jobID)]).toEqual([[WITHDRAWN, WITHDRAWN, DRAFT, EXPIRED], 0]);
    await service.http.delete('/api/Configuration/JobPosting/closeWhenFilled').expect(204);
    const { body } = await putJob(jobID, { stageID: 2 }).expect(200);
    expect(body).toMatchObject({ liveAdverts: 0 });
    await put(ids[0], { statusID: POSTED }).expect(200);
    expect(await liveAdverts(jobID)).toBe(1);
  });

  it('cannot be posted while it is closed', async () => {
    const { jobID, ids } = await withAdverts();
    const deleted = (await created({ jobID, statusID: POSTED }))['id'];
    await service.http.delete(`/api/JobAdverts/${String(deleted)}`).expect(204);
    await putJob(jobID, closed).expect(200);
    const problem = { type: '/problems/job-closed', detail: expect.stringContaining(`Job ${jobID} is closed`) as string };
    expect((await post({ jobID, statusID: POSTED }).expect(409)).body).toMatchObject(problem);
    expect((await put(ids[0], { statusID: POSTED }).expect(409)).body).toMatchObject(problem);
    expect((await put(deleted, { deleted: false }).expect(409)).body).toMatchObject(problem);
    expect((await put((await created({ statusID: POSTED }))['id'], { jobID }).expect(409)).body).toMatchObject(problem);
    await put(ids[2], { title: 'For later' }).expect(200);
    await created({ jobID, statusID: EXPIRED, postedDate: '2026-01-01', expiryDate: '2026-02-01' });
  });
});

describe('Adverts past their end date', () => {
  it('expire automatically, however many there are, each with an event of its job', async () => {
    const { Housekeeping } = await import('../src/core/housekeeping/index.js');
    const over = { isLive: true, jobID: 2, statusID: POSTED, postedDate: new Date('2026-10-01'), expiryDate: new Date('2026-11-01') };
    const ids: number[] = [];
    for (let count = 0; count < 60; count++) ids.push(await seedRecord(service, 'JobAdvert', over));
    const deleted = await seedRecord(service, 'JobAdvert', { ...over, deleted: true });
    const later = await seedRecord(service, 'JobAdvert', { ...over, expiryDate: new Date('2027-01-01') });
    const raised = await eventsOfJob(2, () => service.app.get(Housekeeping, { strict: false }).catchUp());
    expect(raised.map(({ events }) => events)).toEqual(ids.map(() => [40]));
    const statuses = await queryRows<{ id: number; statusID: number }>(
      service,
      'SELECT id, statusID FROM job_advert WHERE id >= ? ORDER BY id',
      [ids[0]],
    );
    expect(statuses.map(({ statusID }) => statusID)).toEqual([...ids.map(() => EXPIRED), POSTED, POSTED]);
    expect([statuses.at(-2)?.id, statuses.at(-1)?.id]).toEqual([deleted, later]);
    const rowsOf = await queryRows<{ fields: string }>(
      service,
      "SELECT fields FROM record_change WHERE type = 'JobAdvert' AND recordID = ?",
      [ids[0]],
    );
    expect(rowsOf.map(({ fields }) => JSON.parse(fields) as unknown)).toEqual([{ statusID: [POSTED, EXPIRED] }]);
  });
});
