import { startApp, type TestApp } from './support/app';
import { seedRecord } from './support/database';
import { RecruiterApi, type Body, type Vacancy } from './support/recruiter-api';
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

const STAGES: Readonly<Record<string, number>> = {
  New: 1,
  Screening: 2,
  Shortlisted: 3,
  Submitted: 4,
  Interview: 5,
  Offer: 6,
  Placed: 7,
  Rejected: 8,
  Withdrawn: 9,
};
const post = (path: string, body?: Body) => service.http.post(`/api/Applications${path}`).send(body);
const put = (id: number, body: Body) => service.http.put(`/api/Applications/${id}`).send(body);
const application = (fields: Body = {}) =>
  seedRecord(service, 'Application', { jobID: vacancy.jobID, candidateID: vacancy.candidateID, stageID: 1, version: 1, ...fields });
const placement = (applicationID: number, fields: Body = {}) =>
  seedRecord(service, 'Placement', { jobID: vacancy.jobID, candidateID: vacancy.candidateID, applicationID, statusID: 1, ...fields });
const closedJob = () => seedRecord(service, 'Job', { title: 'Closed', stageID: 7 });

describe('A new application', () => {
  it('starts on the stage New and belongs to the caller by default', async () => {
    const { jobID, candidateID } = vacancy;
    expect((await post('', { jobID, candidateID }).expect(201)).body).toMatchObject({
      stageID: 1,
      ownerID: 1,
      stageChangedDate: expect.any(String),
    });
    const owner = await seedRecord(service, 'User', { name: 'Noah', isActive: true });
    const { body, headers } = await post('', {
      jobID,
      candidateID: await office.candidate(),
      stageID: 4,
      ownerID: owner,
      submittedDate: '2026-01-05T10:00:00Z',
    }).expect(201);
    const { id } = body as { id: number };
    expect(body).toMatchObject({ stageName: 'Submitted', ownerName: 'Noah', submittedDate: '2026-01-05T10:00:00.000Z' });
    expect(headers['location']).toBe(`/api/Applications/${id}`);
    expect(await office.latestEvents('Application', id)).toEqual([
      eventID('Application received'),
      eventID('Candidate submitted to client'),
    ]);
    expect(await office.mirrorActivities(8, id)).toMatchObject([{ statusID: 2 }]);
  });

  it.each<[string, Body, string[]]>([
    ['a job', { candidateID: 1 }, ['/jobID']],
    ['a candidate', { jobID: 1 }, ['/candidateID']],
    ['either', {}, ['/candidateID', '/jobID']],
    ['either, sent as 0', { jobID: 0, candidateID: 0 }, ['/candidateID', '/jobID']],
    ['either, sent as null', { jobID: null, candidateID: null }, ['/candidateID', '/jobID']],
    ['existing ones', { jobID: 99999, candidateID: 99999 }, ['/candidateID', '/jobID']],
  ])('is rejected without %s', async (_, body, pointers) => {
    const { body: problem } = await post('', body).expect(400);
    expect((problem as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer).sort()).toEqual(pointers);
  });

  it('cannot be created as Placed, which requires a placement', async () => {
    const { body } = await post('', { jobID: vacancy.jobID, candidateID: vacancy.candidateID, stageID: 7 }).expect(409);
    expect(body).toMatchObject({
      type: '/problems/transition',
      detail: 'An application becomes Placed only through an accepted offer or a placement.',
    });
  });

  it.each<[string, Body, string]>([
    ['closed', { stageID: 7 }, 'is closed (Lost): move it to an open stage'],
    ['deleted', { stageID: 1, deleted: true }, 'is deleted: restore it'],
  ])('is rejected for a job that is %s', async (_, fields, detail) => {
    const jobID = await seedRecord(service, 'Job', fields);
    const { body } = await post('', { jobID, candidateID: vacancy.candidateID }).expect(409);
    expect(body).toMatchObject({ type: '/problems/job-closed', detail: expect.stringContaining(`Job ${jobID} ${detail}`) });
  });
});

describe('An application', () => {
  it('moves to another job, updating the figures of both, but not to a closed one', async () => {
    const other = await office.vacancy();
    const { id } = await office.createRecord('Applications', { jobID: other.jobID, candidateID: other.candidateID });
    const target = await office.vacancy();
    await put(id, { jobID: await closedJob() }).expect(409);
    await put(id, { jobID: target.jobID }).expect(200);
    expect(await office.getRecord(`Jobs/${other.jobID}`)).toMatchObject({ total: 0, toDo: 0 });
    expect(await office.getRecord(`Jobs/${target.jobID}`)).toMatchObject({ total: 1, toDo: 1 });
  });

  it('stays with a job that has been closed since', async () => {
    const id = await application({ jobID: await closedJob() });
    expect((await put(id, { comments: 'Good fit.' }).expect(200)).body).toMatchObject({ comments: 'Good fit.' });
  });

  it.each(['Interviews', 'Offers', 'Placements'])('keeps its job and candidate while it has %s', async (path) => {
    const { jobID, candidateID } = await office.vacancy();
    const { id } = await office.createRecord('Applications', { jobID, candidateID });
    const part = await office.createRecord(path, { applicationID: id, jobID, candidateID });
    const kind = path.toLowerCase().slice(0, -1);
    for (const change of [{ candidateID: await office.candidate() }, { jobID: vacancy.jobID }])
      expect((await put(id, change).expect(409)).body).toMatchObject({
        type: '/problems/in-use',
        detail: `Application ${id} is used by 1 ${kind}: they are for its job and candidate.`,
        usedBy: [{ kind, count: 1 }],
      });
    await put(id, { jobID, candidateID, comments: 'Good fit.' }).expect(200);
    await service.http.delete(`/api/${path}/${part.id}`).expect(204);
    await put(id, { jobID: vacancy.jobID }).expect(200);
  });

  it('has not been submitted at a moment to come', async () => {
    const { jobID, candidateID, contactID } = await office.vacancy();
    const submittedDate = new Date(Date.now() + 3_600_000).toISOString();
    const errors = [{ pointer: '/submittedDate', detail: 'must not be in the future' }];
    expect((await post('', { jobID, candidateID, stageID: 4, submittedDate }).expect(400)).body).toMatchObject({ errors });
    const { id } = await office.createRecord('Applications', { jobID, candidateID });
    expect((await put(id, { submittedDate }).expect(400)).body).toMatchObject({ errors });
    expect(await office.getRecord(`Contacts/${contactID}`)).not.toHaveProperty('lastActivityDate');
    await put(id, { submittedDate: new Date().toISOString() }).expect(200);
  });

  it('cannot lose its job, its candidate or its stage', async () => {
    const id = await application();
    for (const body of [{ jobID: null }, { candidateID: 0 }, { stageID: null }]) {
      const [field] = Object.keys(body);
      expect((await put(id, body).expect(400)).body).toMatchObject({ errors: [{ pointer: `/${field}` }] });
    }
  });

  it('is listed until it is deleted, hides its submission then, and is restored complete', async () => {
    const { jobID, candidateID } = await office.vacancy();
    const { id } = await office.createRecord('Applications', { jobID, candidateID, stageID: 4 });
    const listed = async () =>
      ((await service.http.get(`/api/Applications?ids=${id}`).expect(200)).body as Body[]).map((each) => each['id']);
    expect(await listed()).toEqual([id]);
    await service.http.delete(`/api/Applications/${id}`).expect(204);
    expect(await listed()).toEqual([]);
    expect(await office.getRecord(`Applications/${id}`)).toMatchObject({ deleted: true });
    expect(await office.mirrorActivities(8, id)).toMatchObject([{ deleted: 1 }]);
    expect(await office.getRecord(`Jobs/${jobID}`)).toMatchObject({ total: 0, yellow: 0 });
    await put(id, { deleted: false }).expect(200);
    expect(await office.mirrorActivities(8, id)).toMatchObject([{ deleted: 0 }]);
    expect(await office.getRecord(`Jobs/${jobID}`)).toMatchObject({ total: 1, yellow: 1 });
    expect((await office.changesTo('Application', id)).map(({ action, events }) => [action, events])).toEqual([
      ['created', [44, 46]],
      ['deleted', []],
      ['restored', []],
    ]);
  });

  it('shows changes to its submission', async () => {
    const { jobID } = await office.vacancy();
    const candidateID = await office.candidate();
    const { id } = await office.createRecord('Applications', { jobID: vacancy.jobID, candidateID, stageID: 4 });
    await put(id, { jobID, submittedDate: '2026-01-05T10:00:00Z' }).expect(200);
    const [mirror] = await office.mirrorActivities(8, id);
    expect(mirror).toMatchObject({ jobID });
    expect(String(mirror?.['activityDate'] instanceof Date ? mirror['activityDate'].toISOString() : mirror?.['activityDate'])).toMatch(
      /^2026-01-05.10:00/,
    );
  });

  it.each([
    ['put', ''],
    ['post', '/Submit'],
    ['post', '/Reject'],
    ['delete', ''],
  ] as const)('rejects %s %s when it has changed since it was read', async (method, path) => {
    const id = await application({ version: 3 });
    const request = service.http[method](`/api/Applications/${id}${path}`).set('If-Match', '"2-x"');
    await (method === 'put' ? request.send({ comments: 'Late' }) : request).expect(412);
    expect(await office.getRecord(`Applications/${id}`)).toMatchObject({ stageID: 1, comments: null, deleted: false });
  });
});

describe('The stage of an application', () => {
  const others = 'New, Screening, Shortlisted, Submitted, Interview, Offer, Rejected, Withdrawn';
  const reopened = 'New, Screening, Shortlisted';
  const table = {
    New: others,
    Screening: others,
    Shortlisted: others,
    Submitted: others,
    Interview: others,
    Offer: others,
    Placed: 'Offer, Rejected, Withdrawn',
    Rejected: reopened,
    Withdrawn: reopened,
  };

  it.each(transitions(table))('from %s to %s: %s', async (from, to, isAllowed) => {
    const id = await application({ stageID: STAGES[from], candidateID: await office.candidate() });
    const { body } = await put(id, { stageID: STAGES[to] }).expect(isAllowed ? 200 : 409);
    expect(await office.getRecord(`Applications/${id}`)).toMatchObject({ stageName: isAllowed ? to : from });
    if (!isAllowed) expect(body).toMatchObject({ type: '/problems/transition' });
    const more =
      to === 'Submitted' ? [eventID('Candidate submitted to client')] : to === 'Rejected' ? [eventID('Application rejected')] : [];
    expect(await office.latestEvents('Application', id)).toEqual(isAllowed ? [eventID('Application stage changed'), ...more] : []);
  });

  it.each(Object.keys(STAGES))('from %s: Submit and Reject follow the rules of PUT', async (from) => {
    for (const [path, to] of [
      ['/Submit', 'Submitted'],
      ['/Reject', 'Rejected'],
    ] as const) {
      const id = await application({ stageID: STAGES[from] });
      const isAllowed = from === to || table[from as keyof typeof table].split(', ').includes(to);
      await post(`/${id}${path}`).expect(isAllowed ? 200 : 409);
      expect(await office.getRecord(`Applications/${id}`)).toMatchObject({ stageName: isAllowed ? to : from });
    }
  });

  it('is returned with the stages it can move to', async () => {
    const id = await application({ stageID: 8 });
    const { body } = await post(`/${id}/Submit`).expect(409);
    expect(body).toEqual({
      type: '/problems/transition',
      title: 'Transition not allowed',
      status: 409,
      instance: `/api/Applications/${id}/Submit`,
      detail: `The application ${id} is Rejected and cannot become Submitted: it can only become New, Screening or Shortlisted.`,
    });
  });

  it('is Placed while it has an active placement', async () => {
    const id = await application({ stageID: 6 });
    const placementID = await placement(id);
    await put(id, { stageID: 7 }).expect(200);
    const { body } = await put(id, { stageID: 8 }).expect(409);
    expect(body).toMatchObject({
      detail: `Application ${id} is Placed by placement ${placementID}: cancel or delete the placement first.`,
    });
  });

  it('cannot be deleted while it has an active placement', async () => {
    const id = await application({ stageID: 6 });
    const { jobID, candidateID } = vacancy;
    const { id: placementID } = await office.createRecord('Placements', { applicationID: id, jobID, candidateID });
    const { body } = await service.http.delete(`/api/Applications/${id}`).expect(409);
    expect(body).toMatchObject({
      detail: `Application ${id} is Placed by placement ${placementID}: cancel or delete the placement first.`,
    });
    await service.http.delete(`/api/Placements/${placementID}`).expect(204);
    await service.http.delete(`/api/Applications/${id}`).expect(204);
    await service.http.put(`/api/Placements/${placementID}`).send({ deleted: false }).expect(409);
  });

  it.each(['Interviews', 'Offers'])('is restored before any of its %s', async (path) => {
    const { jobID, candidateID } = await office.vacancy();
    const { id } = await office.createRecord('Applications', { jobID, candidateID });
    const { id: itsID } = await office.createRecord(path, { applicationID: id });
    for (const each of [`${path}/${itsID}`, `Applications/${id}`]) await service.http.delete(`/api/${each}`).expect(204);
    const restored = (each: string) => service.http.put(`/api/${each}`).send({ deleted: false });
    expect((await restored(`${path}/${itsID}`).expect(409)).body).toMatchObject({
      detail: `Application ${id} is deleted: restore it first.`,
    });
    await restored(`Applications/${id}`).expect(200);
    await restored(`${path}/${itsID}`).expect(200);
  });

  it.each(['Interviews', 'Offers', 'Placements'])('has for its candidate and its job whatever is restored: %s', async (path) => {
    const { jobID, candidateID } = await office.vacancy();
    const { id } = await office.createRecord('Applications', { jobID, candidateID });
    const { id: itsID } = await office.createRecord(path, { applicationID: id, ...(path === 'Placements' ? { jobID, candidateID } : {}) });
    await service.http.delete(`/api/${path}/${itsID}`).expect(204);
    const other = await office.candidate();
    await service.http.put(`/api/Applications/${id}`).send({ candidateID: other }).expect(200);
    const restored = (body: Body) => service.http.put(`/api/${path}/${itsID}`).send({ deleted: false, ...body });
    expect((await restored({}).expect(409)).body).toMatchObject({
      detail: `Application ${id} is of candidate ${other} for job ${jobID} now: send applicationID 0 with the restoration, or change the application first.`,
    });
    expect((await restored({ applicationID: 0 }).expect(200)).body).toMatchObject({ applicationID: 0, candidateID, jobID });
  });

  it.each(['Submit', 'Reject'])('does not change while it is deleted: %s', async (transition) => {
    const id = await application({ deleted: true });
    expect((await post(`/${id}/${transition}`).expect(409)).body).toMatchObject({
      type: '/problems/transition',
      detail: expect.stringContaining(`The application ${id} is deleted: restore it before`),
    });
    expect(await office.changesTo('Application', id)).toEqual([]);
  });

  it('does not follow interviews and offers while deleted', async () => {
    const id = await application({ deleted: true });
    const { jobID, candidateID } = vacancy;
    const interviewID = await seedRecord(service, 'Interview', { applicationID: id, jobID, candidateID, statusID: 4, version: 1 });
    await service.http.put(`/api/Interviews/${interviewID}`).send({ statusID: 1 }).expect(200);
    expect(await office.changesTo('Application', id)).toEqual([]);
  });

  it.each<[string, Body]>([
    ['cancelled', { statusID: 5 }],
    ['deleted', { deleted: true }],
  ])('does not become Placed through a placement that is %s', async (_, fields) => {
    const id = await application({ stageID: 6 });
    await placement(id, fields);
    await put(id, { stageID: 7 }).expect(409);
  });

  it('raises no event when set to the current stage', async () => {
    const id = await application();
    const first = await post(`/${id}/Submit`).expect(200);
    const second = await post(`/${id}/Submit`).expect(200);
    expect(second.body).toEqual(first.body);
    expect(second.headers['etag']).toBe(first.headers['etag']);
    expect(await office.changesTo('Application', id)).toHaveLength(1);
  });

  it('changes once when submitted concurrently', async () => {
    const id = await application();
    const responses = await Promise.all(Array.from({ length: 6 }, async () => post(`/${id}/Submit`)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await office.changesTo('Application', id)).toMatchObject([{ events: [45, 46] }]);
    expect(await office.mirrorActivities(8, id)).toHaveLength(1);
  });

  it('takes a comment when set to Rejected', async () => {
    const id = await application({ stageID: 4 });
    expect((await post(`/${id}/Reject`, { comments: 'Too far away.' }).expect(200)).body).toMatchObject({
      stageName: 'Rejected',
      comments: 'Too far away.',
    });
    await post(`/${id}/Reject`, { reason: 'Misspelt' }).expect(400);
  });

  it('keeps the date of the first submission', async () => {
    const id = await application({ stageID: 5, submittedDate: new Date('2026-01-05T10:00:00Z') });
    expect((await post(`/${id}/Submit`).expect(200)).body).toMatchObject({ submittedDate: '2026-01-05T10:00:00.000Z' });
  });

  it('can be a stage the firm has added', async () => {
    const { id: stageID } = await office.createRecord('Configuration/Lookups/applicationStage', { name: 'Phone screen', parentID: 2 });
    const id = await application();
    expect((await put(id, { stageID }).expect(200)).body).toMatchObject({ stageName: 'Phone screen' });
    await office.createRecord('Interviews', { applicationID: id });
    expect(await office.getRecord(`Applications/${id}`)).toMatchObject({ stageName: 'Interview' });
    await put(id, { stageID: 99 }).expect(400);
  });
});
