import { startApp, type TestApp } from './support/app';
import { seedRecord } from './support/database';
import { byType, RecruiterApi, type Body, type Vacancy } from './support/recruiter-api';
import { transitions } from './support/transitions';
import { eventID } from './support/events';

let service: TestApp;
let office: RecruiterApi;
let vacancy: Vacancy;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  office = new RecruiterApi(service);
  vacancy = await office.vacancy();
});
afterAll(() => service.close());

const STATUSES: Readonly<Record<string, number>> = { Scheduled: 1, Rescheduled: 2, Completed: 3, Cancelled: 4, 'No show': 5 };
const post = (path: string, body?: Body) => service.http.post(`/api/Interviews${path}`).send(body);
const put = (id: number, body: Body) => service.http.put(`/api/Interviews/${id}`).send(body);
const application = (fields: Body = {}) =>
  seedRecord(service, 'Application', { jobID: vacancy.jobID, candidateID: vacancy.candidateID, stageID: 4, ...fields });
const interview = (fields: Body = {}) =>
  seedRecord(service, 'Interview', { jobID: vacancy.jobID, candidateID: vacancy.candidateID, statusID: 1, version: 1, ...fields });
const errorsOf = (body: unknown) => (body as { errors: { pointer: string; detail: string }[] }).errors;

describe('A new interview', () => {
  it('takes the job and the candidate of its application', async () => {
    const applicationID = await application();
    const { jobID, candidateID, contactID } = vacancy;
    expect((await post('', { applicationID }).expect(201)).body).toMatchObject({
      applicationID,
      jobID,
      candidateID,
      contactID,
      statusID: 1,
      ownerID: 1,
      jobTitle: 'Site Engineer',
    });
    expect((await post('', { applicationID, jobID, candidateID }).expect(201)).body).toMatchObject({ applicationID });
  });

  it('cannot contradict its application', async () => {
    const applicationID = await application();
    const other = await office.vacancy();
    const { body } = await post('', { applicationID, jobID: other.jobID, candidateID: other.candidateID }).expect(400);
    expect(errorsOf(body)).toEqual([
      { pointer: '/jobID', detail: `must be ${vacancy.jobID} as in application ${applicationID}, or be omitted` },
      { pointer: '/candidateID', detail: `must be ${vacancy.candidateID} as in application ${applicationID}, or be omitted` },
    ]);
  });

  it('finds the open application of the candidate for the job', async () => {
    const { jobID } = vacancy;
    const candidateID = await office.candidate();
    expect((await post('', { jobID, candidateID }).expect(201)).body).toMatchObject({ applicationID: 0 });
    await application({ candidateID, stageID: 8 });
    await application({ candidateID, deleted: true });
    expect((await post('', { jobID, candidateID }).expect(201)).body).toMatchObject({ applicationID: 0 });
    const applicationID = await application({ candidateID });
    expect((await post('', { jobID, candidateID }).expect(201)).body).toMatchObject({ applicationID });
  });

  it.each<[string, Body, string[]]>([
    ['an application, or a job and a candidate', {}, ['/jobID', '/candidateID']],
    ['a candidate', { jobID: 1 }, ['/candidateID']],
    ['an existing application', { applicationID: 99999 }, ['/applicationID']],
  ])('is rejected without %s', async (_, body, pointers) => {
    expect(errorsOf((await post('', body).expect(400)).body).map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it.each<[from: number, statusID: number, to: number]>([
    [1, 1, 5],
    [4, 1, 5],
    [4, 4, 4],
    [6, 1, 6],
    [7, 1, 7],
    [8, 1, 8],
    [9, 1, 9],
  ])('for an application on stage %i, with status %i, moves it to %i', async (stageID, statusID, to) => {
    const applicationID = await application({ stageID });
    await post('', { applicationID, statusID }).expect(201);
    expect(await office.getRecord(`Applications/${applicationID}`)).toMatchObject({ stageID: to });
  });
});

describe('An interview', () => {
  it('that is moved is rescheduled, and raises an event each time', async () => {
    const { id } = await office.createRecord('Interviews', {
      applicationID: await application(),
      startsAt: '2026-12-01T23:00:00Z',
      duration: 30,
    });
    expect((await put(id, { startsAt: '2026-12-02T23:00:00Z' }).expect(200)).body).toMatchObject({ statusName: 'Rescheduled' });
    await put(id, { startsAt: '2026-12-03T23:00:00Z' }).expect(200);
    await put(id, { startsAt: '2026-12-03T23:00:00Z', place: 'Video call' }).expect(200);
    expect((await office.changesTo('Interview', id)).map(({ events }) => events)).toEqual([
      [eventID('Interview scheduled')],
      [eventID('Interview rescheduled or cancelled')],
      [eventID('Interview rescheduled or cancelled')],
      [],
    ]);
    expect(await office.mirrorActivities(7, id)).toMatchObject([{ statusID: 1, duration: 30, deleted: 0 }]);
  });

  it('cannot end after the last supported year', async () => {
    const applicationID = await application();
    const { body } = await post('', { applicationID, startsAt: '9999-12-31T23:30:00Z', duration: 30 }).expect(400);
    expect(body).toMatchObject({ errors: [{ pointer: '/duration', detail: 'must not extend the end beyond the year 9999' }] });
    await post('', { applicationID, startsAt: '9999-12-31T23:30:00Z', duration: 29 }).expect(201);
  });

  it('without a time can get one and is still scheduled', async () => {
    const { id } = await office.createRecord('Interviews', { applicationID: await application() });
    expect((await put(id, { startsAt: '2026-12-02T23:00:00Z' }).expect(200)).body).toMatchObject({ statusName: 'Scheduled' });
    expect(await office.latestEvents('Interview', id)).toEqual([]);
  });

  it('moves to another application with its job and its candidate', async () => {
    const other = await office.vacancy();
    const applicationID = await application({ jobID: other.jobID, candidateID: other.candidateID });
    const { id } = await office.createRecord('Interviews', { applicationID: await application() });
    expect((await put(id, { applicationID }).expect(200)).body).toMatchObject({
      applicationID,
      jobID: other.jobID,
      candidateID: other.candidateID,
    });
    expect(await office.mirrorActivities(7, id)).toMatchObject([{ jobID: other.jobID, candidateID: other.candidateID }]);
    expect(await office.getRecord(`Applications/${applicationID}`)).toMatchObject({ stageName: 'Interview' });
    expect(errorsOf((await put(id, { jobID: vacancy.jobID }).expect(400)).body)).toMatchObject([{ pointer: '/jobID' }]);
    await put(id, { candidateID: null }).expect(400);
  });

  it('is not counted while it is deleted', async () => {
    const { jobID, candidateID, contactID } = await office.vacancy();
    const counted = async () => byType((await office.getRecord(`Contacts/${contactID}`))['statisticsCounts'])['interviews'];
    const { id } = await office.createRecord('Interviews', { jobID, candidateID, startsAt: '2026-12-02T23:00:00Z' });
    expect(await counted()).toBe(1);
    await service.http.delete(`/api/Interviews/${id}`).expect(204);
    expect([await counted(), await office.mirrorActivities(7, id)]).toMatchObject([0, [{ deleted: 1 }]]);
    await put(id, { deleted: false }).expect(200);
    expect([await counted(), await office.mirrorActivities(7, id)]).toMatchObject([1, [{ deleted: 0 }]]);
    expect((await office.changesTo('Interview', id)).map(({ action, events }) => [action, events])).toEqual([
      ['created', [50]],
      ['deleted', []],
      ['restored', [50]],
    ]);
  });

  it.each([
    ['put', ''],
    ['post', '/Feedback'],
    ['delete', ''],
  ] as const)('rejects %s %s when it has changed since it was read', async (method, path) => {
    const id = await interview({ version: 3 });
    const request = service.http[method](`/api/Interviews/${id}${path}`).set('If-Match', '"2-x"');
    await (method === 'delete' ? request : request.send({ feedback: 'Late' })).expect(412);
    expect(await office.getRecord(`Interviews/${id}`)).toMatchObject({ statusID: 1, feedback: null, deleted: false });
  });
});

describe('The status of an interview', () => {
  const over = 'Completed, Cancelled, No show';
  const table = {
    Scheduled: `Rescheduled, ${over}`,
    Rescheduled: `Scheduled, ${over}`,
    Completed: '',
    Cancelled: 'Scheduled, Rescheduled',
    'No show': 'Scheduled, Rescheduled',
  };
  const shown: Readonly<Record<string, number>> = { Completed: 2, 'No show': 2, Cancelled: 3 };

  it.each(transitions(table))('from %s to %s: %s', async (from, to, isAllowed) => {
    const id = await interview({ statusID: STATUSES[from] });
    const { body } = await put(id, { statusID: STATUSES[to] }).expect(isAllowed ? 200 : 409);
    expect(await office.getRecord(`Interviews/${id}`)).toMatchObject({ statusName: isAllowed ? to : from });
    if (isAllowed) expect(await office.mirrorActivities(7, id)).toMatchObject([{ statusID: shown[to] ?? 1 }]);
    else
      expect(body).toMatchObject({
        type: '/problems/transition',
        detail: expect.stringContaining(`The interview ${id} is ${from} and cannot become ${to}`),
      });
  });

  it.each<[from: string, to: string, events: number[]]>([
    ['Scheduled', 'Rescheduled', [51]],
    ['Scheduled', 'Cancelled', [51]],
    ['Rescheduled', 'Cancelled', [51]],
    ['Scheduled', 'Completed', []],
    ['Scheduled', 'No show', []],
    ['Cancelled', 'Scheduled', [50]],
    ['No show', 'Rescheduled', [50]],
  ])('from %s to %s raises %j', async (from, to, events) => {
    const id = await interview({ statusID: STATUSES[from] });
    await put(id, { statusID: STATUSES[to] }).expect(200);
    expect(await office.latestEvents('Interview', id)).toEqual(events);
  });

  it.each<[string, boolean]>([
    ['Scheduled', true],
    ['Rescheduled', true],
    ['Completed', true],
    ['Cancelled', false],
    ['No show', false],
  ])('%s allows feedback: %s', async (from, isAllowed) => {
    const id = await interview({ statusID: STATUSES[from] });
    await post(`/${id}/Feedback`, { feedback: 'Knows the trade.', score: 5 }).expect(isAllowed ? 200 : 409);
    expect(await office.getRecord(`Interviews/${id}`)).toMatchObject(
      isAllowed ? { statusName: 'Completed', feedback: 'Knows the trade.', score: 5 } : { statusName: from, feedback: null, score: 0 },
    );
    expect(await office.latestEvents('Interview', id)).toEqual(isAllowed ? [eventID('Interview feedback submitted')] : []);
  });

  it('is not No show before it has begun', async () => {
    const startsAt = new Date(Date.now() + 3_600_000).toISOString();
    const error = { pointer: '/startsAt', detail: 'must not be in the future for a no-show' };
    const { jobID, candidateID, contactID } = await office.vacancy();
    expect(errorsOf((await post('', { jobID, candidateID, startsAt, statusID: 5 }).expect(400)).body)).toEqual([error]);
    const { id } = await office.createRecord('Interviews', { jobID, candidateID, startsAt });
    expect(errorsOf((await put(id, { statusID: 5 }).expect(400)).body)).toEqual([error]);
    expect(await office.getRecord(`Contacts/${contactID}`)).not.toHaveProperty('lastActivityDate');
    await put(id, { startsAt: new Date().toISOString(), statusID: 5 }).expect(200);
    expect(errorsOf((await put(id, { startsAt }).expect(400)).body)).toEqual([error]);
    expect((await put(id, { startsAt, statusID: 2 }).expect(200)).body).toMatchObject({ statusName: 'Rescheduled' });
  });

  it('is not Completed before it has begun', async () => {
    const startsAt = new Date(Date.now() + 3_600_000).toISOString();
    const id = await interview({ startsAt: new Date(startsAt) });
    const error = { pointer: '/startsAt', detail: 'must not be in the future for a completed interview' };
    expect(errorsOf((await put(id, { statusID: STATUSES['Completed'] }).expect(400)).body)).toEqual([error]);
    expect(errorsOf((await post(`/${id}/Feedback`, { feedback: 'Early.' }).expect(400)).body)).toEqual([error]);
    await put(id, { startsAt: new Date().toISOString() }).expect(200);
    await post(`/${id}/Feedback`, { feedback: 'Early.' }).expect(200);
    expect(errorsOf((await put(id, { startsAt }).expect(400)).body)).toEqual([error]);
    await put(id, { place: 'Office' }).expect(200);
  });

  it('Completed: repeating the feedback changes nothing, other feedback raises an event', async () => {
    const id = await interview();
    await post(`/${id}/Feedback`, { feedback: 'Good.' }).expect(200);
    await post(`/${id}/Feedback`, { feedback: 'Good.' }).expect(200);
    expect(await office.changesTo('Interview', id)).toHaveLength(1);
    await post(`/${id}/Feedback`, { feedback: 'Very good.' }).expect(200);
    expect(await office.latestEvents('Interview', id)).toEqual([eventID('Interview feedback submitted')]);
  });

  it.each<[string, Body, string]>([
    ['no feedback', { score: 3 }, '/feedback'],
    ['empty feedback', { feedback: null }, '/feedback'],
    ['a score below 0', { feedback: 'Good.', score: -1 }, '/score'],
  ])('is not changed by %s', async (_, body, pointer) => {
    expect(errorsOf((await post(`/${await interview()}/Feedback`, body).expect(400)).body)).toMatchObject([{ pointer }]);
  });
});
