import { Event } from '../src/terms/events';
import { startApp, type TestApp } from './support/app';
import { make } from './support/make';
import { Office, type Body } from './support/office';
import { transitions } from './support/transitions';

let service: TestApp;
let office: Office;
let candidateID: number;
let placementID: number;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  office = new Office(service);
  candidateID = await office.candidate();
  placementID = await make(service, 'Placement', { candidateID, statusID: 3 });
});
afterAll(() => service.close());

const STATUSES: Readonly<Record<string, number>> = { Open: 1, Submitted: 2, Approved: 3, Rejected: 4, Paid: 5 };
const post = (path: string, body?: Body) => service.http.post(`/api/Timesheets${path}`).send(body);
const put = (id: number, body: Body) => service.http.put(`/api/Timesheets/${id}`).send(body);
const timesheet = (fields: Body = {}) =>
  make(service, 'Timesheet', { placementID, candidateID, statusID: 1, hours: 38, version: 1, ...fields });

describe('A new timesheet', () => {
  it('is of the candidate of its placement', async () => {
    expect((await post('', { placementID, hours: 38 }).expect(201)).body).toMatchObject({
      placementID,
      candidateID,
      candidateName: 'Charlotte Nguyen',
      statusName: 'Open',
      hours: 38,
    });
    await post('', { placementID, candidateID }).expect(201);
  });

  it.each<[string, () => Promise<Body>, string]>([
    ['a placement', () => Promise.resolve({}), '/placementID'],
    ['a placement, said as none', () => Promise.resolve({ placementID: 0 }), '/placementID'],
    ['a placement that exists', () => Promise.resolve({ placementID: 99999 }), '/placementID'],
    ['the candidate of the placement', async () => ({ placementID, candidateID: await office.candidate() }), '/candidateID'],
    ['an end after its start', () => Promise.resolve({ placementID, periodStart: '2026-11-16', periodEnd: '2026-11-15' }), '/periodEnd'],
    ['hours of at least 0', () => Promise.resolve({ placementID, hours: -1 }), '/hours'],
  ])('is not made without %s', async (_, body, pointer) => {
    expect((await post('', await body()).expect(400)).body).toMatchObject({ errors: [{ pointer }] });
  });

  it.each([
    ['Draft', 1],
    ['Cancelled', 5],
  ])('is not of a placement that is %s', async (status, statusID) => {
    const notApproved = await make(service, 'Placement', { candidateID, statusID });
    const problem = {
      type: '/problems/placement-not-approved',
      detail: `The placement ${notApproved} is ${status}: hours are for a placement that is approved, has started or has ended.`,
    };
    expect((await post('', { placementID: notApproved, hours: 38 }).expect(409)).body).toMatchObject(problem);
    expect((await put(await timesheet(), { placementID: notApproved }).expect(409)).body).toMatchObject(problem);
  });

  it.each([
    ['approved', 2],
    ['ended', 4],
  ])('may be of one that is %s', async (_, statusID) => {
    await post('', { placementID: await make(service, 'Placement', { candidateID, statusID }), hours: 38 }).expect(201);
  });

  it('outlives the approval of its placement: what was worked is paid', async () => {
    const cancelled = await make(service, 'Placement', { candidateID, statusID: 5 });
    const id = await timesheet({ placementID: cancelled });
    await put(id, { hours: 12 }).expect(200);
    await post(`/${id}/Submit`).expect(200);
  });
});

describe('A timesheet', () => {
  it('moves to another placement with its candidate', async () => {
    const id = await timesheet();
    const other = await office.candidate();
    const moved = await make(service, 'Placement', { candidateID: other, statusID: 3 });
    expect((await put(id, { placementID: moved }).expect(200)).body).toMatchObject({ placementID: moved, candidateID: other });
    await put(id, { candidateID }).expect(400);
    await put(id, { placementID: null }).expect(400);
  });

  it('says when it was submitted and decided, and forgets it when it is taken back', async () => {
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

  it.each(['Approved', 'Paid'])('that is %s keeps its hours', async (status) => {
    const id = await timesheet({ statusID: STATUSES[status], periodStart: new Date('2026-11-16') });
    for (const body of [{ hours: 40 }, { periodStart: '2026-11-17' }, { periodEnd: '2026-11-22' }]) {
      expect((await put(id, body).expect(409)).body).toMatchObject({
        detail: `The timesheet ${id} is approved: its ${String(Object.keys(body)[0])} can no longer be changed.`,
      });
    }
    await put(id, { hours: 38, periodStart: '2026-11-16', comments: 'Paid by hand.' }).expect(200);
  });

  it('is approved once by those who approve at the same moment', async () => {
    const id = await timesheet({ statusID: 2 });
    const answers = await Promise.all(Array.from({ length: 6 }, async () => post(`/${id}/Approve`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await office.told('Timesheet', id)).map(({ events }) => events)).toEqual([[Event.TimesheetApproved]]);
  });

  it('is either approved or rejected at the same moment', async () => {
    const id = await timesheet({ statusID: 2 });
    const answers = await Promise.all([post(`/${id}/Approve`), post(`/${id}/Reject`)].map(async (each) => each));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['put', ''],
    ['post', '/Submit'],
    ['post', '/Approve'],
    ['post', '/Reject'],
    ['delete', ''],
  ] as const)('is left alone by %s %s when it has changed since it was read', async (method, path) => {
    const id = await timesheet({ version: 3, statusID: path === '/Submit' ? 1 : 2 });
    const request = service.http[method](`/api/Timesheets/${id}${path}`).set('If-Match', '"2-x"');
    await (method === 'delete' ? request : request.send({})).expect(412);
    expect(await office.told('Timesheet', id)).toEqual([]);
  });

  it('is in the list until it is deleted, and comes back', async () => {
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
  const table = { Open: 'Submitted', Submitted: 'Open, Approved, Rejected', Approved: 'Paid', Rejected: 'Open, Submitted', Paid: '' };
  const events: Readonly<Record<string, number[]>> = {
    Submitted: [Event.TimesheetSubmitted],
    Approved: [Event.TimesheetApproved],
    Rejected: [Event.TimesheetRejected],
  };

  it.each(transitions(table))('from %s to %s: %s', async (from, to, isAllowed) => {
    const id = await timesheet({ statusID: STATUSES[from] });
    const { body } = await put(id, { statusID: STATUSES[to] }).expect(isAllowed ? 200 : 409);
    expect(await office.found(`Timesheets/${id}`)).toMatchObject({ statusName: isAllowed ? to : from });
    expect(await office.latestEvents('Timesheet', id)).toEqual(isAllowed ? (events[to] ?? []) : []);
    if (!isAllowed)
      expect(body).toMatchObject({
        type: '/problems/transition',
        detail: expect.stringContaining(`The timesheet ${id} is ${from} and cannot become ${to}`),
      });
  });

  it.each(Object.keys(table))('from %s: Submit, Approve and Reject do as a PUT does', async (from) => {
    for (const [path, to] of [
      ['/Submit', 'Submitted'],
      ['/Approve', 'Approved'],
      ['/Reject', 'Rejected'],
    ] as const) {
      const id = await timesheet({ statusID: STATUSES[from] });
      const isAllowed = from === to || table[from as keyof typeof table].split(', ').includes(to);
      await post(`/${id}${path}`).expect(isAllowed ? 200 : 409);
      expect(await office.found(`Timesheets/${id}`)).toMatchObject({ statusName: isAllowed ? to : from });
    }
  });
});
