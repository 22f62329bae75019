import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';
import { RecruiterApi, type Body, type Vacancy } from './support/recruiter-api';
import { transitions } from './support/transitions';
import { eventID } from './support/events';

let service: TestApp;
let office: RecruiterApi;
let vacancy: Vacancy;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  office = new RecruiterApi(service);
});
afterAll(() => service.close());
beforeEach(async () => void (vacancy = await office.vacancy()));

const STATUSES: Readonly<Record<string, number>> = { Made: 1, Accepted: 2, Declined: 3, Withdrawn: 4, Expired: 5 };
const post = (path: string, body?: Body) => service.http.post(`/api/Offers${path}`).send(body);
const put = (id: number, body: Body) => service.http.put(`/api/Offers/${id}`).send(body);
const application = (fields: Body = {}) =>
  seedRecord(service, 'Application', { jobID: vacancy.jobID, candidateID: vacancy.candidateID, stageID: 5, ...fields });
const offer = (fields: Body = {}) =>
  seedRecord(service, 'Offer', { jobID: vacancy.jobID, candidateID: vacancy.candidateID, statusID: 1, version: 1, ...fields });
const placements = () => queryRows<Body>(service, 'SELECT * FROM placement WHERE jobID = ? ORDER BY id', [vacancy.jobID]);
const statusOf = async (id: number) => (await office.getRecord(`Offers/${id}`))['statusName'];

describe('A new offer', () => {
  it('takes the job and the candidate of its application, and moves it on', async () => {
    const applicationID = await application();
    const { jobID, candidateID } = vacancy;
    const { body } = await post('', { applicationID, amount: 120000, amountUnits: 5 }).expect(201);
    expect(body).toMatchObject({ applicationID, jobID, candidateID, statusID: 1, ownerID: 1, amount: 120000, placementID: 0 });
    expect(await office.latestEvents('Offer', (body as { id: number }).id)).toEqual([eventID('Offer made')]);
    expect(await office.getRecord(`Applications/${applicationID}`)).toMatchObject({ stageName: 'Offer' });
    expect(await office.latestEvents('Application', applicationID)).toEqual([eventID('Application stage changed')]);
  });

  it.each([[7], [8], [9]])('leaves an application on stage %i where it is', async (stageID) => {
    const applicationID = await application({ stageID });
    await post('', { applicationID }).expect(201);
    expect(await office.getRecord(`Applications/${applicationID}`)).toMatchObject({ stageID });
  });

  it('is rejected without an application, or a job and a candidate, and with contradictory ones', async () => {
    const applicationID = await application();
    expect((await post('', { amount: 1 }).expect(400)).body).toMatchObject({
      errors: [{ pointer: '/jobID' }, { pointer: '/candidateID' }],
    });
    expect((await post('', { applicationID, candidateID: await office.candidate() }).expect(400)).body).toMatchObject({
      errors: [{ pointer: '/candidateID' }],
    });
  });

  it('that is already accepted creates its placement immediately', async () => {
    const { body } = await post('', { applicationID: await application(), statusID: 2 }).expect(201);
    expect(body).toMatchObject({ statusName: 'Accepted', placementID: (await placements())[0]?.['id'] });
  });
});

describe('An accepted offer', () => {
  it.each<[string, Body, Body]>([
    ['sets the pay rate of the placement by an hourly amount', { amount: 65, amountUnits: 1 }, { payRate: 65, rateUnits: 1, salary: 0 }],
    ['sets its salary by a yearly amount', { amount: 120000, amountUnits: 5 }, { payRate: 0, rateUnits: null, salary: 120000 }],
    ['sets its salary by an amount without a unit', { amount: 120000 }, { payRate: 0, rateUnits: null, salary: 120000 }],
  ])('%s', async (_, fields, expected) => {
    await post(`/${await offer(fields)}/Accept`).expect(200);
    expect(await placements()).toMatchObject([{ ...expected, statusID: 1, candidateID: vacancy.candidateID }]);
  });

  it('can start on another day than offered', async () => {
    const id = await offer({ startDate: new Date('2027-01-11') });
    expect((await post(`/${id}/Accept`, { startDate: '2027-02-01', comments: 'Two weeks later.' }).expect(200)).body).toMatchObject({
      startDate: '2027-02-01T00:00:00.000Z',
      comments: 'Two weeks later.',
    });
    const placementID = String((await office.getRecord(`Offers/${id}`))['placementID']);
    expect(await office.getRecord(`Placements/${placementID}`)).toMatchObject({ startDate: '2027-02-01T00:00:00.000Z' });
  });

  it('by a PUT does the same', async () => {
    const applicationID = await application();
    const id = await offer({ applicationID });
    expect((await put(id, { statusID: 2 }).expect(200)).body).toMatchObject({ placementID: (await placements())[0]?.['id'] });
    expect(await office.getRecord(`Applications/${applicationID}`)).toMatchObject({ stageName: 'Placed' });
  });

  it('withdraws the other offers to the candidate for the job, and no others', async () => {
    const others = [
      await offer(),
      await offer({ statusID: 3 }),
      await offer({ candidateID: await office.candidate() }),
      await offer({ deleted: true }),
    ];
    await post(`/${await offer()}/Accept`).expect(200);
    expect(await Promise.all(others.map(statusOf))).toEqual(['Withdrawn', 'Declined', 'Made', 'Made']);
    expect(await office.latestEvents('Offer', others[0] ?? 0)).toEqual([]);
  });

  it('accepted again names the same placement, and raises no event', async () => {
    const id = await offer();
    const [first, second] = [await post(`/${id}/Accept`).expect(200), await post(`/${id}/Accept`).expect(200)];
    expect(second.body).toEqual(first.body);
    expect(second.headers['location']).toBe(first.headers['location']);
    expect([await placements(), await office.changesTo('Offer', id)]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  it('uses the placement that the application has already', async () => {
    const applicationID = await application();
    const placement = await office.createRecord('Placements', { applicationID, jobID: vacancy.jobID, candidateID: vacancy.candidateID });
    expect((await post(`/${await offer({ applicationID })}/Accept`).expect(200)).body).toMatchObject({ placementID: placement.id });
    expect(await placements()).toHaveLength(1);
  });

  it('is rejected for a closed job or a rejected candidate, and stays as it was', async () => {
    const rejected = await offer({ applicationID: await application({ stageID: 8 }) });
    expect((await post(`/${rejected}/Accept`).expect(409)).body).toMatchObject({
      type: '/problems/transition',
      detail: expect.stringContaining('is Rejected and cannot become Placed'),
    });
    const id = await offer();
    await service.http.put(`/api/Jobs/${vacancy.jobID}`).send({ stageID: 7 }).expect(200);
    expect((await post(`/${id}/Accept`).expect(409)).body).toMatchObject({ type: '/problems/job-closed' });
    expect([await statusOf(id), await statusOf(rejected), await placements(), await office.changesTo('Offer', id)]).toEqual([
      'Made',
      'Made',
      [],
      [],
    ]);
  });

  it('that is deleted creates no placement until it is restored', async () => {
    const id = await offer({ deleted: true });
    const detail = `The offer ${id} is deleted: restore it before it becomes Accepted.`;
    expect((await post(`/${id}/Accept`).expect(409)).body).toMatchObject({ type: '/problems/transition', detail });
    expect((await put(id, { statusID: 2 }).expect(409)).body).toMatchObject({ detail });
    expect(await placements()).toEqual([]);
    await put(id, { statusID: 2, deleted: false }).expect(200);
    expect(await placements()).toHaveLength(1);
  });

  it('by several concurrent requests creates one placement', async () => {
    const id = await offer({ applicationID: await application() });
    const responses = await Promise.all(Array.from({ length: 6 }, async () => post(`/${id}/Accept`)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect([await placements(), await office.changesTo('Offer', id)]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  it('is one of two that are accepted concurrently', async () => {
    const applicationID = await application();
    const ids = [await offer({ applicationID }), await offer({ applicationID })];
    const responses = await Promise.all(ids.map(async (id) => post(`/${id}/Accept`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await Promise.all(ids.map(statusOf))).sort()).toEqual(['Accepted', 'Withdrawn']);
    expect(await placements()).toHaveLength(1);
  });
});

describe('An offer', () => {
  it('that moves to another application is that of the other one', async () => {
    const [first, second] = [await application({ stageID: 4 }), await application({ stageID: 3 })];
    const { id } = await office.createRecord('Offers', { applicationID: first });
    await put(id, { applicationID: second }).expect(200);
    expect(await office.getRecord(`Applications/${first}`)).toMatchObject({ stageName: 'Submitted' });
    expect(await office.getRecord(`Applications/${second}`)).toMatchObject({ stageName: 'Offer' });
    await put(id, { applicationID: first, statusID: STATUSES['Declined'] }).expect(200);
    expect(await office.getRecord(`Applications/${second}`)).toMatchObject({ stageName: 'Shortlisted' });
  });

  it.each([true, false])('is not accepted while the candidate is deleted, with an application: %s', async (hasApplication) => {
    const id = await offer(hasApplication ? { applicationID: await application({ stageID: 6 }) } : {});
    const { candidateID } = vacancy;
    await service.http.delete(`/api/Candidates/${candidateID}`).expect(204);
    expect((await post(`/${id}/Accept`).expect(409)).body).toMatchObject({
      detail: `Candidate ${candidateID} is deleted: restore the candidate before the offer is accepted.`,
    });
    expect(await statusOf(id)).toBe('Made');
  });

  it.each([true, false])('is not accepted while the job is deleted, with an application: %s', async (hasApplication) => {
    const id = await offer(hasApplication ? { applicationID: await application({ stageID: 6 }) } : {});
    await service.http.delete(`/api/Jobs/${vacancy.jobID}`).expect(204);
    expect((await post(`/${id}/Accept`).expect(409)).body).toMatchObject({ type: '/problems/job-closed' });
  });

  it('that is declined has a date, which is cleared when it is made again', async () => {
    const id = await offer();
    expect((await post(`/${id}/Decline`, { comments: 'Stays.' }).expect(200)).body).toMatchObject({
      statusName: 'Declined',
      comments: 'Stays.',
      answeredDate: expect.any(String),
    });
    expect(await office.latestEvents('Offer', id)).toEqual([eventID('Offer answered')]);
    const { body } = await put(id, { statusID: 1, amount: 70 }).expect(200);
    expect(body).not.toHaveProperty('answeredDate');
    expect(await office.latestEvents('Offer', id)).toEqual([eventID('Offer made')]);
  });

  it('that is deleted is not listed, and can be restored', async () => {
    const id = await offer();
    await service.http.delete(`/api/Offers/${id}`).expect(204);
    expect((await service.http.get(`/api/Offers?ids=${id}`).expect(200)).body).toEqual([]);
    await put(id, { deleted: false }).expect(200);
    expect((await service.http.get(`/api/Offers?ids=${id}`).expect(200)).body).toMatchObject([{ id }]);
  });

  it('is made again when it is restored: for a red-flagged candidate that has to be confirmed', async () => {
    const { id } = await office.createRecord('Offers', { jobID: vacancy.jobID, candidateID: vacancy.candidateID });
    await service.http.delete(`/api/Offers/${id}`).expect(204);
    await service.http.put(`/api/Candidates/${vacancy.candidateID}/V2`).send({ isRedFlagged: true }).expect(200);
    expect((await put(id, { deleted: false }).expect(409)).body).toMatchObject({ type: '/problems/red-flagged-candidate' });
    await service.http.put(`/api/Offers/${id}?allowRedFlagged=true`).send({ deleted: false }).expect(200);
  });

  it.each([
    ['put', ''],
    ['post', '/Accept'],
    ['post', '/Decline'],
    ['delete', ''],
  ] as const)('rejects %s %s when it has changed since it was read', async (method, path) => {
    const id = await offer({ version: 3 });
    const request = service.http[method](`/api/Offers/${id}${path}`).set('If-Match', '"2-x"');
    await (method === 'delete' ? request : request.send({ comments: 'Late' })).expect(412);
    expect([await office.getRecord(`Offers/${id}`), await placements()]).toMatchObject([
      { statusID: 1, comments: null, deleted: false },
      [],
    ]);
  });
});

describe('The status of an offer', () => {
  const table = {
    Made: 'Accepted, Declined, Withdrawn, Expired',
    Accepted: '',
    Declined: 'Made',
    Withdrawn: 'Made',
    Expired: 'Made, Accepted',
  };
  const events: Readonly<Record<string, number[]>> = {
    Made: [eventID('Offer made')],
    Accepted: [eventID('Offer answered')],
    Declined: [eventID('Offer answered')],
  };

  it.each(transitions(table))('from %s to %s: %s', async (from, to, isAllowed) => {
    const id = await offer({ statusID: STATUSES[from] });
    const { body } = await put(id, { statusID: STATUSES[to] })
      .query(from === 'Expired' ? { allowExpiredOffer: true } : {})
      .expect(isAllowed ? 200 : 409);
    expect(await statusOf(id)).toBe(isAllowed ? to : from);
    expect(await office.latestEvents('Offer', id)).toEqual(isAllowed ? (events[to] ?? []) : []);
    if (!isAllowed)
      expect(body).toMatchObject({
        type: '/problems/transition',
        detail: expect.stringContaining(`The offer ${id} is ${from} and cannot become ${to}`),
      });
  });

  it.each(Object.keys(table))('from %s: Accept and Decline follow the rules of PUT', async (from) => {
    for (const [path, to] of [
      ['/Accept', 'Accepted'],
      ['/Decline', 'Declined'],
    ] as const) {
      const id = await offer({ statusID: STATUSES[from] });
      const isAllowed = from === to || from === 'Made';
      await post(`/${id}${path}`).expect(isAllowed ? 200 : 409);
      expect(await statusOf(id)).toBe(isAllowed ? to : from);
    }
  });
});
