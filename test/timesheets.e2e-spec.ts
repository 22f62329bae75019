import { startApp, type TestApp } from './support/app';
import { seedRecord } from './support/database';
import { RecruiterApi, type Body } from './support/recruiter-api';
import { transitions } from './support/transitions';
import { eventID } from './support/events';

let service: TestApp;
let office: RecruiterApi;
let candidateID: number;
let placementID: number;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-24T01:00:00Z' });
  office = new RecruiterApi(service);
  candidateID = await office.candidate();
  placementID = await seedRecord(service, 'Placement', { candidateID, statusID: 3 });
});
afterAll(() => service.close());

const STATUSES: Readonly<Record<string, number>> = { Open: 1, Submitted: 2, Approved: 3, Rejected: 4, Paid: 5 };
const post = (path: string, body?: Body) => service.http.post(`/api/Timesheets${path}`).send(body);
const put = (id: number, body: Body) => service.http.put(`/api/Timesheets/${id}`).send(body);
const timesheet = (fields: Body = {}) =>
  seedRecord(service, 'Timesheet', { placementID, candidateID, statusID: 1, hours: 38, version: 1, ...fields });
/** A placement without anything but its candidate and status. */
const placement = (fields: Body = {}) => seedRecord(service, 'Placement', { candidateID, statusID: 3, ...fields });

describe('A new timesheet', () => {
  it('takes the candidate of its placement', async () => {
    const placementID = await placement();
    expect((await post('', { placementID, hours: 38 }).expect(201)).body).toMatchObject({
      placementID,
      candidateID,
      candidateName: 'Charlotte Nguyen',
      statusName: 'Open',
      hours: 38,
    });
    await post('', { placementID: await placement(), candidateID }).expect(201);
  });

  it.each<[string, () => Promise<Body>, string]>([
    ['a placement', () => Promise.resolve({}), '/placementID'],
    ['a placement, sent as 0', () => Promise.resolve({ placementID: 0 }), '/placementID'],
    ['an existing placement', () => Promise.resolve({ placementID: 99999 }), '/placementID'],
    ['the candidate of the placement', async () => ({ placementID, candidateID: await office.candidate() }), '/candidateID'],
    [
      'an end after its start',
      async () => ({ placementID: await placement(), periodStart: '2026-11-16', periodEnd: '2026-11-15' }),
      '/periodEnd',
    ],
    ['hours of at least 0', async () => ({ placementID: await placement(), hours: -1 }), '/hours'],
    ['a placement that is not permanent', async () => ({ placementID: await placement({ typeID: 1 }) }), '/placementID'],
    ['a placement that is not deleted', async () => ({ placementID: await placement({ deleted: true }) }), '/placementID'],
  ])('is rejected without %s', async (_, body, pointer) => {
    expect((await post('', await body()).expect(400)).body).toMatchObject({ errors: [{ pointer }] });
  });

  it.each([
    ['Draft', 1],
    ['Cancelled', 5],
  ])('is rejected for a placement that is %s', async (status, statusID) => {
    const notApproved = await seedRecord(service, 'Placement', { candidateID, statusID });
    const problem = {
      type: '/problems/placement-not-approved',
      detail: `Placement ${notApproved} is ${status}: timesheets require a placement that is approved, started or ended.`,
    };
    expect((await post('', { placementID: notApproved, hours: 38 }).expect(409)).body).toMatchObject(problem);
    expect((await put(await timesheet(), { placementID: notApproved }).expect(409)).body).toMatchObject(problem);
  });

  it.each([
    ['approved', 2],
    ['ended', 4],
  ])('is allowed for a placement that is %s', async (_, statusID) => {
    await post('', { placementID: await seedRecord(service, 'Placement', { candidateID, statusID }), hours: 38 }).expect(201);
  });

  it('can be paid after its placement lost its approval', async () => {
    const cancelled = await seedRecord(service, 'Placement', { candidateID, statusID: 5 });
    const id = await timesheet({ placementID: cancelled });
    await put(id, { hours: 12 }).expect(200);
    await post(`/${id}/Submit`).expect(200);
  });
});

describe('A timesheet', () => {
  it('moves to another placement with its candidate', async () => {
    const id = await timesheet({ placementID: await placement() });
    const other = await office.candidate();
    const moved = await seedRecord(service, 'Placement', { candidateID: other, statusID: 3 });
    expect((await put(id, { placementID: moved }).expect(200)).body).toMatchObject({ placementID: moved, candidateID: other });
    await put(id, { candidateID }).expect(400);
    await put(id, { placementID: null }).expect(400);
  });

  it('has the dates of submission and decision, and loses them when it is reopened', async () => {
    const id = await timesheet();
    expect((await post(`/${id}/Submit`).expect(200)).body).toMatchObject({ submittedDate: expect.any(String) });
    expect((await post(`/${id}/Reject`, { comments: 'Public holiday twice.' }).expect(200)).body).toMatchObject({
      statusName: 'Rejected',
      comments: 'Public holiday twice.',
      decidedDate: expect.any(String),
    });
    expect((await post(`/${id}/Submit`).expect(200)).body).not.toHaveProperty('decidedDate');
    const { body } = await put(id, { statusID: 1 }).expect(200);
    expect(body).not.toHaveProperty('submittedDate');
  });

  it.each(['Approved', 'Paid'])('that is %s cannot change its hours', async (status) => {
    const id = await timesheet({ statusID: STATUSES[status], periodStart: new Date('2026-11-16') });
    const advice =
      status === 'Approved'
        ? `Reopen it first: POST /api/Timesheets/${id}/Reopen.`
        : `Correct it by another timesheet: POST /api/Timesheets/${id}/Adjustments.`;
    for (const body of [
      { hours: 40 },
      { periodStart: '2026-11-17' },
      { periodEnd: '2026-11-22' },
      { lines: [{ day: '2026-11-17', hours: 38 }] },
    ]) {
      expect((await put(id, body).expect(409)).body).toMatchObject({
        detail: `Timesheet ${id} is approved: its ${String(Object.keys(body)[0])} can no longer be changed. ${advice}`,
      });
    }
    expect((await service.http.delete(`/api/Timesheets/${id}`).expect(409)).body).toMatchObject({
      detail: `Timesheet ${id} is approved and cannot be deleted. ${advice}`,
    });
    await put(id, { hours: 38, periodStart: '2026-11-16', comments: 'Paid by hand.' }).expect(200);
  });

  it('is approved once by concurrent requests', async () => {
    const id = await timesheet({ statusID: 2 });
    const responses = await Promise.all(Array.from({ length: 6 }, async () => post(`/${id}/Approve`)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect((await office.changesTo('Timesheet', id)).map(({ events }) => events)).toEqual([[eventID('Timesheet approved')]]);
  });

  it('is either approved or rejected by concurrent requests', async () => {
    const id = await timesheet({ statusID: 2 });
    const responses = await Promise.all([post(`/${id}/Approve`), post(`/${id}/Reject`)].map(async (each) => each));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['put', ''],
    ['post', '/Submit'],
    ['post', '/Approve'],
    ['post', '/Reject'],
    ['post', '/Reopen'],
    ['delete', ''],
  ] as const)('rejects %s %s when it has changed since it was read', async (method, path) => {
    const id = await timesheet({ version: 3, statusID: path === '/Submit' ? 1 : 2 });
    const request = service.http[method](`/api/Timesheets/${id}${path}`).set('If-Match', '"2-x"');
    await (method === 'delete' ? request : request.send({})).expect(412);
    expect(await office.changesTo('Timesheet', id)).toEqual([]);
  });

  it('is listed until it is deleted, and can be restored', async () => {
    const id = await timesheet();
    const listed = async () => (await service.http.get(`/api/Timesheets?ids=${id}`).expect(200)).body as unknown[];
    expect(await listed()).toHaveLength(1);
    await service.http.delete(`/api/Timesheets/${id}`).expect(204);
    expect(await listed()).toEqual([]);
    await put(id, { deleted: false }).expect(200);
    expect(await listed()).toHaveLength(1);
  });
});

describe('The status of a timesheet', () => {
  const table = { Open: 'Submitted', Submitted: 'Open, Approved, Rejected', Approved: 'Open, Paid', Rejected: 'Open, Submitted', Paid: '' };
  const events: Readonly<Record<string, number[]>> = {
    Submitted: [eventID('Timesheet submitted')],
    Approved: [eventID('Timesheet approved')],
    Rejected: [eventID('Timesheet rejected')],
  };

  it.each(transitions(table))('from %s to %s: %s', async (from, to, isAllowed) => {
    const id = await timesheet({ statusID: STATUSES[from] });
    const { body } = await put(id, { statusID: STATUSES[to] }).expect(isAllowed ? 200 : 409);
    expect(await office.getRecord(`Timesheets/${id}`)).toMatchObject({ statusName: isAllowed ? to : from });
    expect(await office.latestEvents('Timesheet', id)).toEqual(isAllowed ? (events[to] ?? []) : []);
    if (!isAllowed)
      expect(body).toMatchObject({
        type: '/problems/transition',
        detail: expect.stringContaining(`The timesheet ${id} is ${from} and cannot become ${to}`),
      });
  });

  it.each(Object.keys(table))('from %s: Submit, Approve, Reject and Reopen follow the rules of PUT', async (from) => {
    for (const [path, to] of [
      ['/Submit', 'Submitted'],
      ['/Approve', 'Approved'],
      ['/Reject', 'Rejected'],
      ['/Reopen', 'Open'],
    ] as const) {
      const id = await timesheet({ statusID: STATUSES[from] });
      const isAllowed = from === to || table[from as keyof typeof table].split(', ').includes(to);
      await post(`/${id}${path}`).expect(isAllowed ? 200 : 409);
      expect(await office.getRecord(`Timesheets/${id}`)).toMatchObject({ statusName: isAllowed ? to : from });
    }
  });
});
