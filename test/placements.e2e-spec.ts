import { startApp, type TestApp } from './support/app';
import { seedRecord } from './support/database';
import { byType, RecruiterApi, type Body, type Vacancy } from './support/recruiter-api';
import { transitions } from './support/transitions';
import { eventID } from './support/events';

let service: TestApp;
let office: RecruiterApi;
let vacancy: Vacancy;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2027-03-10T01:00:00Z' });
  office = new RecruiterApi(service);
});
afterAll(() => service.close());
beforeEach(async () => void (vacancy = await office.vacancy({ candidatesRequired: 1 })));

const STATUSES: Readonly<Record<string, number>> = { Draft: 1, Approved: 2, Started: 3, Ended: 4, Cancelled: 5 };
const post = (path: string, body?: Body) => service.http.post(`/api/Placements${path}`).send(body);
const put = (id: number, body: Body) => service.http.put(`/api/Placements/${id}`).send(body);
const parties = () => ({ jobID: vacancy.jobID, candidateID: vacancy.candidateID });
const application = (fields: Body = {}) => seedRecord(service, 'Application', { ...parties(), stageID: 6, ...fields });
const placement = (fields: Body = {}) => seedRecord(service, 'Placement', { ...parties(), statusID: 1, version: 1, ...fields });
/** Of another candidate each, unless it is that of an application. */
const created = async (fields: Body = {}, query = '') => {
  const candidateID = 'applicationID' in fields ? vacancy.candidateID : await office.candidate();
  return office.createRecord(`Placements${query}`, { ...parties(), candidateID, ...fields });
};
const stageOf = async (id: number) => (await office.getRecord(`Applications/${id}`))['stageName'];
const filled = async () => (await office.getRecord(`Jobs/${vacancy.jobID}`))['candidatesFilled'];

describe('A new placement', () => {
  it('counts towards the average daily margin of its job, to the cent', async () => {
    const { jobID } = await office.vacancy({ candidatesRequired: 3 });
    for (const chargeRate of [101.11, 101.22, 101.37]) {
      const candidateID = await office.candidate();
      const running = { statusID: 2, startDate: '2027-03-01', chargeRate, rateUnits: 2 };
      expect(await office.createRecord('Placements', { jobID, candidateID, ...running })).toMatchObject({ dailyMargin: chargeRate });
    }
    expect(await office.getRecord(`Jobs/${jobID}`)).toMatchObject({ averageDailyMargin: 101.23 });
  });

  it('takes from its job what it leaves open', async () => {
    await service.http
      .put(`/api/Jobs/${vacancy.jobID}`)
      .send({ startDate: '2027-04-01', endDate: '2027-09-30', hoursPerDay: 7.6 })
      .expect(200);
    const { clientID, contactID } = vacancy;
    expect(await created()).toMatchObject({
      clientID,
      contactID,
      division: 1,
      typeName: 'Contract',
      statusName: 'Draft',
      ownerID: 1,
      hoursPerDay: 7.6,
      startDate: '2027-04-01T00:00:00.000Z',
      endDate: '2027-09-30T00:00:00.000Z',
      clientName: 'Harbour',
    });
    expect(await created({ startDate: '2027-10-04' })).not.toHaveProperty('endDate');
    expect(await created({ typeID: 1 })).not.toHaveProperty('endDate');
    expect(await created({ typeID: 3, hoursPerDay: 8, chargeRate: 92, payRate: 65, onCosts: 7, rateUnits: 1 })).toMatchObject({
      typeName: 'Temporary',
      hoursPerDay: 8,
      dailyMargin: 160,
    });
  });

  it('for a job whose contact has left is created all the same', async () => {
    await service.http.delete(`/api/Contacts/${vacancy.contactID}`).expect(204);
    const { id } = await created();
    expect(await office.getRecord(`Placements/${id}`)).toMatchObject({ contactID: vacancy.contactID });
    expect((await office.createRecord('Interviews', parties()))['contactID']).toBe(vacancy.contactID);
  });

  it.each([
    ['PERM', 1],
    ['CONTRACT', 2],
    ['TEMP', 3],
    ['FTC', 4],
    ['LABOUR', 5],
    ['', 0],
  ])('for a %s job has the type %i', async (type, typeID) => {
    vacancy = await office.vacancy({ type, permFeeAmount: 22200 });
    expect(await created()).toMatchObject({ typeID, feeAmount: typeID === 1 ? 22200 : 0 });
  });

  it('places the open application of the candidate', async () => {
    const applicationID = await application();
    expect(await created({ candidateID: vacancy.candidateID })).toMatchObject({ applicationID });
    expect(await stageOf(applicationID)).toBe('Placed');
    const other = await seedRecord(service, 'Application', { jobID: vacancy.jobID, candidateID: await office.candidate(), stageID: 1 });
    expect((await post('', { ...parties(), applicationID: other }).expect(400)).body).toMatchObject({
      errors: [{ pointer: '/candidateID' }],
    });
    expect(await stageOf(other)).toBe('New');
  });

  it('for a rejected candidate is rejected', async () => {
    const applicationID = await application({ stageID: 8 });
    expect((await post('', { ...parties(), applicationID }).expect(409)).body).toMatchObject({
      type: '/problems/transition',
      detail: expect.stringContaining(`The application ${applicationID} is Rejected`),
    });
  });

  it.each<[string, Body, string[]]>([
    ['a job', { jobID: 0 }, ['/jobID']],
    ['a candidate', { candidateID: null }, ['/candidateID']],
    ['an end after the start', { startDate: '2027-01-11', endDate: '2027-01-10' }, ['/endDate']],
    ['rates of at least 0', { payRate: -1, chargeRate: -1 }, ['/payRate', '/chargeRate']],
  ])('is rejected without %s', async (_, fields, pointers) => {
    const { body } = await post('', { ...parties(), ...fields }).expect(400);
    expect((body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it.each<[string, Body]>([
    ['closed', { stageID: 7 }],
    ['deleted', { deleted: true }],
  ])('is rejected for a job that is %s', async (_, fields) => {
    const jobID = await seedRecord(service, 'Job', fields);
    expect((await post('', { ...parties(), jobID }).expect(409)).body).toMatchObject({ type: '/problems/job-closed' });
    const id = await placement();
    await put(id, { jobID }).expect('deleted' in fields ? 400 : 409);
  });

  it('can be created as approved', async () => {
    const saved = await created({ statusID: 2, startDate: '2027-04-01' });
    expect(saved).toMatchObject({ approvedDate: expect.any(String) });
    expect(await office.latestEvents('Placement', saved.id)).toEqual([eventID('Placement created'), eventID('Placement approved')]);
    expect(await filled()).toBe(1);
  });
});

describe('A pay frequency that is disabled', () => {
  let disabled: number;
  beforeAll(async () => void (disabled = await seedRecord(service, 'PayFrequency', { name: 'Daily', isEnabled: false, customerId: 7 })));

  it('is rejected where it is newly set', async () => {
    const problem = { errors: [{ pointer: '/payFrequencyID', detail: 'must be an enabled pay frequency' }] };
    expect((await post('', { ...parties(), payFrequencyID: disabled }).expect(400)).body).toMatchObject(problem);
    expect((await put(await placement(), { payFrequencyID: disabled }).expect(400)).body).toMatchObject(problem);
  });

  it('is kept by placements that use it', async () => {
    const id = await placement({ payFrequencyID: disabled });
    expect((await put(id, { payFrequencyID: disabled, notes: 'Induction at 6:30.' }).expect(200)).body).toMatchObject({
      payFrequencyName: 'Daily',
      notes: 'Induction at 6:30.',
    });
    await put(id, { payFrequencyID: null }).expect(200);
    await put(id, { payFrequencyID: disabled }).expect(400);
  });
});

describe('The status of a placement', () => {
  const table = {
    Draft: 'Approved, Cancelled',
    Approved: 'Draft, Started, Ended, Cancelled',
    Started: 'Ended, Cancelled',
    Ended: 'Started',
    Cancelled: 'Draft',
  };
  const more: Readonly<Record<string, number[]>> = { Approved: [eventID('Placement approved')], Ended: [eventID('Placement ended')] };
  const isApproved = (status: string): boolean => ['Approved', 'Started', 'Ended'].includes(status);

  it.each(transitions(table))('from %s to %s: %s', async (from, to, isAllowed) => {
    const id = await placement({ statusID: STATUSES[from], startDate: new Date('2027-01-01') });
    const { body } = await put(id, { statusID: STATUSES[to] }).expect(isAllowed ? 200 : 409);
    expect(await office.getRecord(`Placements/${id}`)).toMatchObject({ statusName: isAllowed ? to : from });
    expect(await office.latestEvents('Placement', id)).toEqual(isAllowed ? [eventID('Placement status changed'), ...(more[to] ?? [])] : []);
    if (isAllowed)
      expect([await filled(), await office.mirrorActivities(9, id)]).toMatchObject([
        isApproved(to) ? 1 : 0,
        [{ statusID: to === 'Cancelled' ? 3 : 2 }],
      ]);
    else
      expect(body).toMatchObject({
        type: '/problems/transition',
        detail: expect.stringContaining(`The placement ${id} is ${from} and cannot become ${to}`),
      });
  });

  it.each(Object.keys(STATUSES))('from %s: Approve and End follow the rules of PUT', async (from) => {
    for (const [path, to] of [
      ['/Approve', 'Approved'],
      ['/End', 'Ended'],
    ] as const) {
      const id = await placement({ statusID: STATUSES[from], startDate: new Date('2027-01-01') });
      const isAllowed = from === to || table[from as keyof typeof table].split(', ').includes(to);
      await post(`/${id}${path}`).expect(isAllowed ? 200 : 409);
      expect(await office.getRecord(`Placements/${id}`)).toMatchObject({ statusName: isAllowed ? to : from });
    }
  });

  it('set back to Draft must be approved again', async () => {
    const id = await placement({ startDate: new Date('2027-01-01') });
    await post(`/${id}/Approve`).expect(200);
    expect((await put(id, { statusID: 1 }).expect(200)).body).not.toHaveProperty('approvedDate');
    expect((await put(id, { statusID: 2, approvedDate: '2027-02-01T10:00:00Z' }).expect(200)).body).toMatchObject({
      approvedDate: '2027-02-01T10:00:00.000Z',
    });
  });

  it('is approved once by concurrent requests', async () => {
    const id = await placement({ startDate: new Date('2027-01-01') });
    const responses = await Promise.all(Array.from({ length: 6 }, async () => post(`/${id}/Approve`)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect((await office.changesTo('Placement', id)).map(({ events }) => events)).toEqual([
      [eventID('Placement status changed'), eventID('Placement approved')],
    ]);
    expect((await office.changesTo('Job', vacancy.jobID)).filter(({ events }) => events.includes(eventID('Job filled')))).toHaveLength(1);
  });
});

describe('Ending a placement', () => {
  const started = (fields: Body = {}) => placement({ statusID: 3, startDate: new Date('2027-01-01'), ...fields });
  const today = '2027-03-10T00:00:00.000Z';

  it.each<[string, Body, Body, Body]>([
    ['ends it today when it had no end date', {}, {}, { statusName: 'Ended', endDate: today, endReason: null }],
    [
      'ends it today when its end date is in the future',
      { endDate: new Date('2027-06-30') },
      { endReason: 'Resigned.' },
      { statusName: 'Ended', endDate: today, endReason: 'Resigned.' },
    ],
    [
      'ends it on its last day when that has passed',
      { endDate: new Date('2027-03-05') },
      {},
      { statusName: 'Ended', endDate: '2027-03-05T00:00:00.000Z' },
    ],
    ['ends it on the given day', {}, { endDate: '2027-02-26' }, { statusName: 'Ended', endDate: '2027-02-26T00:00:00.000Z' }],
    [
      'plans the end for a future day',
      {},
      { endDate: '2027-04-30', endReason: 'Budget.' },
      { statusName: 'Started', endDate: '2027-04-30T00:00:00.000Z', endReason: 'Budget.' },
    ],
  ])('%s', async (_, fields, body, expected) => {
    const id = await started(fields);
    expect((await post(`/${id}/End`, body).expect(200)).body).toMatchObject(expected);
    expect((await post(`/${id}/End`, body).expect(200)).body).toMatchObject(expected);
    expect(await office.changesTo('Placement', id)).toHaveLength(1);
  });

  it('before its first day is rejected', async () => {
    expect((await post(`/${await started()}/End`, { endDate: '2026-12-31' }).expect(400)).body).toMatchObject({
      errors: [{ pointer: '/endDate', detail: 'must not be before startDate, 2027-01-01' }],
    });
    expect((await post(`/${await placement({ statusID: 2, startDate: new Date('2027-04-01') })}/End`).expect(400)).body).toMatchObject({
      errors: [{ pointer: '/endDate' }],
    });
  });

  it.each(['Draft', 'Cancelled'])('that is %s is rejected, for a future day too', async (status) => {
    await post(`/${await placement({ statusID: STATUSES[status] })}/End`, { endDate: '2027-04-30' }).expect(409);
  });
});

describe('A placement that is cancelled or deleted', () => {
  const cancel = (id: number) => put(id, { statusID: 5 }).expect(200);
  const remove = (id: number) => service.http.delete(`/api/Placements/${id}`).expect(204);

  it.each<[string, (id: number) => PromiseLike<unknown>, Body, number]>([
    ['cancelled', cancel, { statusID: 1 }, 0],
    ['deleted', remove, { deleted: false }, 1],
  ])('moves the application back to Offer, and to Placed again once it is restored: %s', async (_, end, revive, deleted) => {
    const applicationID = await application();
    const { id } = await created({ applicationID });
    await end(id);
    expect(await stageOf(applicationID)).toBe('Offer');
    expect(await office.latestEvents('Application', applicationID)).toEqual([eventID('Application stage changed')]);
    expect(await office.mirrorActivities(9, id)).toMatchObject([{ statusID: deleted ? 2 : 3, deleted }]);
    expect(await office.getRecord(`Jobs/${vacancy.jobID}`)).toMatchObject({ placements: 0, green: 0, yellow: 1 });
    expect(byType((await office.getRecord(`Candidates/${vacancy.candidateID}`))['statisticsCounts'])).toMatchObject({ placements: 0 });
    expect(await office.getRecord(`Contacts/${vacancy.contactID}`)).toMatchObject({ placements: '0' });
    expect(await office.getRecord(`Clients/${vacancy.clientID}`)).toMatchObject({ placements: 0 });
    await put(id, revive).expect(200);
    expect(await stageOf(applicationID)).toBe('Placed');
    expect(await office.getRecord(`Jobs/${vacancy.jobID}`)).toMatchObject({ placements: 1, green: 1 });
  });

  it('leaves the application Placed while another placement is active', async () => {
    const applicationID = await application();
    const [first, second] = [await created({ applicationID }), await created({ applicationID })];
    await cancel(first.id);
    expect(await stageOf(applicationID)).toBe('Placed');
    await remove(second.id);
    expect(await stageOf(applicationID)).toBe('Offer');
  });

  it('is not restored while its candidate is deleted, if it was approved', async () => {
    const { id, candidateID } = await created({ statusID: 2, startDate: '2027-04-01' });
    await remove(id);
    await service.http.delete(`/api/Candidates/${String(candidateID)}`).expect(204);
    expect((await put(id, { deleted: false }).expect(409)).body).toMatchObject({
      detail: `Candidate ${String(candidateID)} is deleted: restore the candidate before the placement is approved or restored.`,
    });
    await service.http
      .put(`/api/Candidates/${String(candidateID)}/V2`)
      .send({ deleted: false })
      .expect(200);
    await put(id, { deleted: false }).expect(200);
  });

  it.each<[what: string, fields: Body, revive: Body]>([
    ['a draft', {}, { statusID: 2, startDate: '2027-04-01' }],
    ['a cancelled one', { statusID: 5 }, { statusID: 1 }],
    ['an ended one', { statusID: 4, startDate: '2027-01-04', endDate: '2027-02-01' }, { statusID: 3 }],
  ])('is neither restored nor approved while its client is deleted: %s', async (_, { statusID = 1, ...fields }, revive) => {
    const { id } = await created(fields);
    for (const status of statusID === 4 ? [2, 4] : [statusID]) await put(id, { statusID: status }).expect(200);
    await remove(id);
    await put(id, { deleted: false }).expect(200);
    await service.http.put(`/api/Jobs/${vacancy.jobID}`).send({ stageID: 7 }).expect(200);
    await service.http.delete(`/api/Clients/${vacancy.clientID}`).expect(204);
    const detail = `Client ${vacancy.clientID} of the placement is deleted: restore the client before the placement is approved or restored.`;
    if (statusID !== 5) expect((await put(id, revive).expect(409)).body).toMatchObject({ detail });
    await remove(id);
    expect((await put(id, { deleted: false }).expect(409)).body).toMatchObject({ detail });
    await service.http.put(`/api/Clients/${vacancy.clientID}`).send({ deleted: false }).expect(200);
    await put(id, { deleted: false }).expect(200);
    await put(id, revive).expect(200);
  });

  it('that is approved makes its client active', async () => {
    const { id } = await created();
    await service.http.put(`/api/Jobs/${vacancy.jobID}`).send({ stageID: 7 }).expect(200);
    await service.http.put(`/api/Clients/${vacancy.clientID}`).send({ statusID: 3 }).expect(200);
    await put(id, { statusID: 2, startDate: '2027-04-01' }).expect(200);
    expect(await office.getRecord(`Clients/${vacancy.clientID}`)).toMatchObject({ statusName: 'Active' });
  });

  it('no longer fills the job', async () => {
    const { id } = await created({ statusID: 2, startDate: '2027-04-01' });
    expect(await filled()).toBe(1);
    await cancel(id);
    expect(await filled()).toBe(0);
  });
});

describe('A placement', () => {
  it('moves to another job, updating the figures of both', async () => {
    const { id } = await created({ statusID: 2, startDate: '2027-04-01' });
    const [from, to] = [vacancy, await office.vacancy()];
    await put(id, { jobID: to.jobID, applicationID: null }).expect(200);
    const placed = async ({ jobID, contactID, clientID }: Vacancy) =>
      [
        await office.getRecord(`Jobs/${jobID}`),
        await office.getRecord(`Contacts/${contactID}`),
        await office.getRecord(`Clients/${clientID}`),
      ].map(({ placements }) => Number(placements));
    expect([await placed(from), await placed(to)]).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ]);
    expect(await office.mirrorActivities(9, id)).toMatchObject([{ jobID: to.jobID }]);
  });

  it('moves to another application of its candidate', async () => {
    const applications = [await application(), await application()];
    const { id } = await created({ applicationID: applications[0] });
    await put(id, { applicationID: applications[1] }).expect(200);
    expect(await Promise.all(applications.map(stageOf))).toEqual(['Offer', 'Placed']);
  });

  it('cannot end before it starts, nor lose its job or candidate', async () => {
    const id = await placement({ startDate: new Date('2027-01-11'), endDate: new Date('2027-02-11') });
    for (const body of [{ startDate: '2027-02-12' }, { endDate: '2027-01-10' }])
      expect((await put(id, body).expect(400)).body).toMatchObject({ errors: [{ pointer: '/endDate' }] });
    for (const body of [{ jobID: 0 }, { candidateID: null }, { statusID: null }]) await put(id, body).expect(400);
    await put(id, { endDate: '2027-01-11' }).expect(200);
  });

  it.each([
    ['put', ''],
    ['post', '/Approve'],
    ['post', '/End'],
    ['delete', ''],
  ] as const)('rejects %s %s when it has changed since it was read', async (method, path) => {
    const id = await placement({ version: 3, statusID: path === '/End' ? 3 : 1 });
    const request = service.http[method](`/api/Placements/${id}${path}`).set('If-Match', '"2-x"');
    await (method === 'delete' ? request : request.send(path === '/Approve' ? undefined : {})).expect(412);
    expect(await office.changesTo('Placement', id)).toEqual([]);
  });

  it('is listed until it is deleted', async () => {
    const id = await placement();
    expect((await service.http.get(`/api/Placements?ids=${id}`).expect(200)).body).toMatchObject([{ id }]);
    await service.http.delete(`/api/Placements/${id}`).expect(204);
    expect((await service.http.get(`/api/Placements?ids=${id}`).expect(200)).body).toEqual([]);
  });
});
