import { Event } from '../src/terms/events';
import { startApp, type TestApp } from './support/app';
import { asked, make } from './support/make';
import { Office, type Body, type Vacancy } from './support/office';
import { transitions } from './support/transitions';

let service: TestApp;
let office: Office;
let vacancy: Vacancy;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  office = new Office(service);
});
afterAll(() => service.close());
beforeEach(async () => void (vacancy = await office.vacancy()));

const STATUSES: Readonly<Record<string, number>> = { Made: 1, Accepted: 2, Declined: 3, Withdrawn: 4, Expired: 5 };
const post = (path: string, body?: Body) => service.http.post(`/api/Offers${path}`).send(body);
const put = (id: number, body: Body) => service.http.put(`/api/Offers/${id}`).send(body);
const application = (fields: Body = {}) =>
  make(service, 'Application', { jobID: vacancy.jobID, candidateID: vacancy.candidateID, stageID: 5, ...fields });
const offer = (fields: Body = {}) =>
  make(service, 'Offer', { jobID: vacancy.jobID, candidateID: vacancy.candidateID, statusID: 1, version: 1, ...fields });
const placements = () => asked<Body>(service, 'SELECT * FROM placement WHERE jobID = ? ORDER BY id', [vacancy.jobID]);
const statusOf = async (id: number) => (await office.found(`Offers/${id}`))['statusName'];

describe('A new offer', () => {
  it('has the job and the candidate of its application, and moves it on', async () => {
    const applicationID = await application();
    const { jobID, candidateID } = vacancy;
    const { body } = await post('', { applicationID, amount: 120000, amountUnits: 5 }).expect(201);
    expect(body).toMatchObject({ applicationID, jobID, candidateID, statusID: 1, ownerID: 1, amount: 120000, placementID: 0 });
    expect(await office.latestEvents('Offer', (body as { id: number }).id)).toEqual([Event.OfferMade]);
    expect(await office.found(`Applications/${applicationID}`)).toMatchObject({ stageName: 'Offer' });
    expect(await office.latestEvents('Application', applicationID)).toEqual([Event.ApplicationStageChanged]);
  });

  it.each([[7], [8], [9]])('leaves an application on stage %i where it is', async (stageID) => {
    const applicationID = await application({ stageID });
    await post('', { applicationID }).expect(201);
    expect(await office.found(`Applications/${applicationID}`)).toMatchObject({ stageID });
  });

  it('is refused without an application, or a job and a candidate, and with ones that do not agree', async () => {
    const applicationID = await application();
    expect((await post('', { amount: 1 }).expect(400)).body).toMatchObject({
      errors: [{ pointer: '/jobID' }, { pointer: '/candidateID' }],
    });
    expect((await post('', { applicationID, candidateID: await office.candidate() }).expect(400)).body).toMatchObject({
      errors: [{ pointer: '/candidateID' }],
    });
  });

  it('that is accepted already makes its placement at once', async () => {
    const { body } = await post('', { applicationID: await application(), statusID: 2 }).expect(201);
    expect(body).toMatchObject({ statusName: 'Accepted', placementID: (await placements())[0]?.['id'] });
  });
});

describe('An accepted offer', () => {
  it.each<[string, Body, Body]>([
    ['by the hour is the pay of the placement', { amount: 65, amountUnits: 1 }, { payRate: 65, rateUnits: 1, salary: 0 }],
    ['by the year its salary', { amount: 120000, amountUnits: 5 }, { payRate: 0, rateUnits: null, salary: 120000 }],
    ['without a unit its salary', { amount: 120000 }, { payRate: 0, rateUnits: null, salary: 120000 }],
  ])('%s', async (_, fields, expected) => {
    await post(`/${await offer(fields)}/Accept`).expect(200);
    expect(await placements()).toMatchObject([{ ...expected, statusID: 1, candidateID: vacancy.candidateID }]);
  });

  it('may begin on another day than was offered', async () => {
    const id = await offer({ startDate: new Date('2027-01-11') });
    expect((await post(`/${id}/Accept`, { startDate: '2027-02-01', comments: 'Two weeks later.' }).expect(200)).body).toMatchObject({
      startDate: '2027-02-01T00:00:00.000Z',
      comments: 'Two weeks later.',
    });
    const placementID = String((await office.found(`Offers/${id}`))['placementID']);
    expect(await office.found(`Placements/${placementID}`)).toMatchObject({ startDate: '2027-02-01T00:00:00.000Z' });
  });

  it('by a PUT does the same', async () => {
    const applicationID = await application();
    const id = await offer({ applicationID });
    expect((await put(id, { statusID: 2 }).expect(200)).body).toMatchObject({ placementID: (await placements())[0]?.['id'] });
    expect(await office.found(`Applications/${applicationID}`)).toMatchObject({ stageName: 'Placed' });
  });

  it('withdraws what else the candidate was offered for the job, and nothing of others', async () => {
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

  it('accepted again names the same placement, and nothing is told of it', async () => {
    const id = await offer();
    const [first, second] = [await post(`/${id}/Accept`).expect(200), await post(`/${id}/Accept`).expect(200)];
    expect(second.body).toEqual(first.body);
    expect(second.headers['location']).toBe(first.headers['location']);
    expect([await placements(), await office.told('Offer', id)]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  it('takes the placement that the application has already', async () => {
    const applicationID = await application();
    const placement = await office.made('Placements', { applicationID, jobID: vacancy.jobID, candidateID: vacancy.candidateID });
    expect((await post(`/${await offer({ applicationID })}/Accept`).expect(200)).body).toMatchObject({ placementID: placement.id });
    expect(await placements()).toHaveLength(1);
  });

  it('makes no placement on a closed job, or for somebody who was rejected, and stays as it was', async () => {
    const rejected = await offer({ applicationID: await application({ stageID: 8 }) });
    expect((await post(`/${rejected}/Accept`).expect(409)).body).toMatchObject({
      type: '/problems/transition',
      detail: expect.stringContaining('is Rejected and cannot become Placed'),
    });
    const id = await offer();
    await service.http.put(`/api/Jobs/${vacancy.jobID}`).send({ stageID: 7 }).expect(200);
    expect((await post(`/${id}/Accept`).expect(409)).body).toMatchObject({ type: '/problems/job-closed' });
    expect([await statusOf(id), await statusOf(rejected), await placements(), await office.told('Offer', id)]).toEqual([
      'Made',
      'Made',
      [],
      [],
    ]);
  });

  it('that is deleted makes no placement, until it is restored', async () => {
    const id = await offer({ deleted: true });
    const detail = `The offer ${id} is deleted: restore it before it becomes Accepted.`;
    expect((await post(`/${id}/Accept`).expect(409)).body).toMatchObject({ type: '/problems/transition', detail });
    expect((await put(id, { statusID: 2 }).expect(409)).body).toMatchObject({ detail });
    expect(await placements()).toEqual([]);
    await put(id, { statusID: 2, deleted: false }).expect(200);
    expect(await placements()).toHaveLength(1);
  });

  it('by several at the same moment makes one placement', async () => {
    const id = await offer({ applicationID: await application() });
    const answers = await Promise.all(Array.from({ length: 6 }, async () => post(`/${id}/Accept`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect([await placements(), await office.told('Offer', id)]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  it('is one of two that are accepted at the same moment', async () => {
    const applicationID = await application();
    const ids = [await offer({ applicationID }), await offer({ applicationID })];
    const answers = await Promise.all(ids.map(async (id) => post(`/${id}/Accept`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await Promise.all(ids.map(statusOf))).sort()).toEqual(['Accepted', 'Withdrawn']);
    expect(await placements()).toHaveLength(1);
  });
});

describe('An offer', () => {
  it('declined says when, and again when it is made once more', async () => {
    const id = await offer();
    expect((await post(`/${id}/Decline`, { comments: 'Stays.' }).expect(200)).body).toMatchObject({
      statusName: 'Declined',
      comments: 'Stays.',
      answeredDate: expect.any(String),
    });
    expect(await office.latestEvents('Offer', id)).toEqual([Event.OfferAnswered]);
    const { body } = await put(id, { statusID: 1, amount: 70 }).expect(200);
    expect(body).not.toHaveProperty('answeredDate');
    expect(await office.latestEvents('Offer', id)).toEqual([Event.OfferMade]);
  });

  it('deleted is in no list, and comes back', async () => {
    const id = await offer();
    await service.http.delete(`/api/Offers/${id}`).expect(204);
    expect((await service.http.get(`/api/Offers?ids=${id}`).expect(200)).body).toEqual([]);
    await put(id, { deleted: false }).expect(200);
    expect((await service.http.get(`/api/Offers?ids=${id}`).expect(200)).body).toMatchObject([{ id }]);
  });

  it.each([
    ['put', ''],
    ['post', '/Accept'],
    ['post', '/Decline'],
    ['delete', ''],
  ] as const)('is left alone by %s %s when it has changed since it was read', async (method, path) => {
    const id = await offer({ version: 3 });
    const request = service.http[method](`/api/Offers/${id}${path}`).set('If-Match', '"2-x"');
    await (method === 'delete' ? request : request.send({ comments: 'Late' })).expect(412);
    expect([await office.found(`Offers/${id}`), await placements()]).toMatchObject([{ statusID: 1, comments: null, deleted: false }, []]);
  });
});

describe('The status of an offer', () => {
  const table = { Made: 'Accepted, Declined, Withdrawn, Expired', Accepted: '', Declined: 'Made', Withdrawn: 'Made', Expired: 'Made' };
  const events: Readonly<Record<string, number[]>> = {
    Made: [Event.OfferMade],
    Accepted: [Event.OfferAnswered],
    Declined: [Event.OfferAnswered],
  };

  it.each(transitions(table))('from %s to %s: %s', async (from, to, isAllowed) => {
    const id = await offer({ statusID: STATUSES[from] });
    const { body } = await put(id, { statusID: STATUSES[to] }).expect(isAllowed ? 200 : 409);
    expect(await statusOf(id)).toBe(isAllowed ? to : from);
    expect(await office.latestEvents('Offer', id)).toEqual(isAllowed ? (events[to] ?? []) : []);
    if (!isAllowed)
      expect(body).toMatchObject({
        type: '/problems/transition',
        detail: expect.stringContaining(`The offer ${id} is ${from} and cannot become ${to}`),
      });
  });

  it.each(Object.keys(table))('from %s: Accept and Decline do as a PUT does', async (from) => {
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
