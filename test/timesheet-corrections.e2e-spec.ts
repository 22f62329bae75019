import { startApp, type TestApp } from './support/app';
import { queryRows } from './support/database';
import { eventID } from './support/events';
import type { Body } from './support/recruiter-api';
import { periodsOf, TimesheetsApi } from './support/timesheets';

let service: TestApp;
let sheets: TimesheetsApi;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-24T01:00:00Z' });
  sheets = new TimesheetsApi(service);
});
afterAll(() => service.close());

const MONDAY = '2026-11-16';
const WEEK = { periodStart: MONDAY };
const placementPut = (id: number, body: Body) => service.http.put(`/api/Placements/${id}`).send(body);
const work = (...hours: number[]): Body[] => hours.map((each, index) => ({ day: `2026-11-${16 + index}`, hours: each }));

describe('An approval', () => {
  it('is reversed, and the timesheet can be changed again', async () => {
    const id = await sheets.approved({ placementID: await sheets.placement(), lines: work(8) });
    const { body } = await sheets.post(`/${id}/Reopen`).expect(200);
    expect(body).toMatchObject({ statusName: 'Open', totalPay: null });
    expect(body).not.toHaveProperty('decidedDate');
    await sheets.post(`/${id}/Reopen`).expect(200);
    await sheets.put(id, { lines: work(4) }).expect(200);
    await sheets.post(`/${id}/Submit`).expect(200);
    expect((await sheets.post(`/${id}/Approve`).expect(200)).body).toMatchObject({ totalPay: 260 });
    expect(await sheets.office.latestEvents('Timesheet', id)).toEqual([eventID('Timesheet approved')]);
  });

  it('is not reversed once the timesheet is paid', async () => {
    const id = await sheets.paid({ placementID: await sheets.placement(), hours: 8 });
    expect((await sheets.post(`/${id}/Reopen`).expect(409)).body).toMatchObject({
      type: '/problems/transition',
      detail: `The timesheet ${id} is Paid and cannot become Open: that is a final state. Correct it by another timesheet: POST /api/Timesheets/${id}/Adjustments.`,
    });
    expect(await sheets.find(id)).toMatchObject({ statusName: 'Paid', totalPay: 520 });
  });

  it('is either reversed or paid by requests at the same time', async () => {
    const id = await sheets.approved({ placementID: await sheets.placement(), hours: 8 });
    const [reopened, paid] = await Promise.all([sheets.post(`/${id}/Reopen`), sheets.put(id, { statusID: 5 })].map(async (each) => each));
    expect([reopened!.status, paid!.status].sort()).toEqual([200, 409]);
  });
});

describe('An adjustment', () => {
  const adjust = (id: number, body: Body) => sheets.post(`/${id}/Adjustments`, body);

  it('corrects a paid timesheet for the same period, at its rates', async () => {
    const placementID = await sheets.placement();
    const id = await sheets.paid({ placementID, lines: work(8, 8) });
    const lines = [
      { day: MONDAY, hours: -3 },
      { day: MONDAY, rateKindID: 2, hours: 2 },
      { day: MONDAY, rateKindID: 4, amount: -12.35 },
    ];
    const { body, headers } = await adjust(id, { lines, comments: 'Left early.' }).expect(201);
    const adjustment = body as { id: number } & Body;
    expect(headers['location']).toBe(`/api/Timesheets/${adjustment.id}`);
    expect(adjustment).toMatchObject({ adjustsID: id, placementID, statusName: 'Open', hours: -1, dueDate: '2026-11-25T00:00:00.000Z' });
    expect(periodsOf([adjustment])).toEqual(['2026-11-16 2026-11-22']);
    await queryRows(service, 'UPDATE placement SET payRate = 99 WHERE id = ?', [placementID]);
    await sheets.post(`/${adjustment.id}/Submit`).expect(200);
    expect((await sheets.post(`/${adjustment.id}/Approve`).expect(200)).body).toMatchObject({
      payRate: 65,
      lines: [
        { pay: -195, onCosts: -21, charge: -276 },
        { pay: 195, onCosts: 21, charge: 276 },
        { pay: -12.35, charge: -12.35 },
      ],
      totalPay: -12.35,
      totalMargin: 0,
    });
    await sheets.create({ placementID, periodStart: '2026-11-23' });
    const another = await adjust(id, { hours: 1 }).expect(201);
    expect(another.body).toMatchObject({ adjustsID: id, hours: 1, lines: [] });
  });

  it('is also made by a POST with adjustsID, which then stays', async () => {
    const id = await sheets.paid({ placementID: await sheets.placement(), hours: 38 });
    const adjustment = await sheets.create({ adjustsID: id, hours: -2 });
    expect((await sheets.put(adjustment.id, { adjustsID: 0 }).expect(400)).body).toMatchObject({ errors: [{ pointer: '/adjustsID' }] });
    await service.http.delete(`/api/Timesheets/${adjustment.id}`).expect(204);
  });

  it.each<[string, (id: number) => Body, string]>([
    ['another placement', () => ({ placementID: 1 }), '/placementID'],
    ['another period', () => ({ periodStart: '2026-11-09' }), '/periodStart'],
    ['a day outside of the period', () => ({ lines: [{ day: '2026-11-23', hours: -1 }] }), '/lines/0/day'],
    ['more than a day has', () => ({ lines: [{ day: MONDAY, hours: -8.25 }] }), '/lines/0/hours'],
    ['more than 24 hours of a day', () => ({ lines: [{ day: MONDAY, hours: 16.25 }] }), '/lines/0/hours'],
    ['more hours than there are', () => ({ hours: -8.25 }), '/hours'],
  ])('is refused for %s', async (_, body, pointer) => {
    const id = await sheets.paid({ placementID: await sheets.placement(), lines: work(8) });
    await sheets.placement();
    expect((await sheets.post('', { adjustsID: id, ...body(id) }).expect(400)).body).toMatchObject({ errors: [{ pointer }] });
  });

  it('takes no more away than earlier ones have left', async () => {
    const id = await sheets.paid({ placementID: await sheets.placement(), lines: work(8) });
    await adjust(id, { lines: [{ day: MONDAY, hours: -5 }] }).expect(201);
    expect((await adjust(id, { lines: [{ day: MONDAY, hours: -4 }] }).expect(400)).body).toMatchObject({
      errors: [{ pointer: '/lines/0/hours', detail: 'must not take away more than the 3 hours that 2026-11-16 has' }],
    });
    await adjust(id, { lines: [{ day: MONDAY, hours: -3 }] }).expect(201);
  });

  it('takes no more away than there is by requests at the same time', async () => {
    const id = await sheets.paid({ placementID: await sheets.placement(), lines: work(8) });
    const responses = await Promise.all(Array.from({ length: 4 }, async () => adjust(id, { lines: [{ day: MONDAY, hours: -3 }] })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400]);
  });

  it('is made only of an approved timesheet that is none itself', async () => {
    const { id } = await sheets.create({ placementID: await sheets.placement(), hours: 8 });
    expect((await adjust(id, { hours: 1 }).expect(409)).body).toMatchObject({
      detail: `Timesheet ${id} is not approved: change the timesheet itself (PUT /api/Timesheets/${id}).`,
    });
    const approved = await sheets.approved({ placementID: await sheets.placement(), hours: 8 });
    const adjustment = (await adjust(approved, { hours: 1 }).expect(201)).body as { id: number };
    expect((await adjust(adjustment.id, { hours: 1 }).expect(409)).body).toMatchObject({
      detail: `Timesheet ${adjustment.id} is an adjustment of timesheet ${approved}: make another adjustment of that one.`,
    });
    expect((await sheets.post(`/${approved}/Reopen`).expect(409)).body).toMatchObject({
      detail: `Timesheet ${approved} has been adjusted by ${adjustment.id}: delete these adjustments before it is reopened.`,
    });
    await service.http.delete(`/api/Timesheets/${adjustment.id}`).expect(204);
    await sheets.post(`/${approved}/Reopen`).expect(200);
    await adjust(99999, { hours: 1 }).expect(404);
    await sheets.post('', { adjustsID: 99999, hours: 1 }).expect(400);
  });
});

describe('A placement with approved timesheets', () => {
  it.each<[string, () => Promise<Body>]>([
    ['candidateID', async () => ({ candidateID: await sheets.office.candidate() })],
    ['jobID', async () => ({ jobID: (await sheets.office.vacancy()).jobID })],
    ['clientID', async () => ({ clientID: (await sheets.office.vacancy()).clientID })],
    ['payRate', () => Promise.resolve({ payRate: 66 })],
    ['onCosts', () => Promise.resolve({ onCosts: 8 })],
    ['chargeRate', () => Promise.resolve({ chargeRate: 93 })],
    ['rateUnits', () => Promise.resolve({ rateUnits: 2 })],
    ['typeID', () => Promise.resolve({ typeID: 1 })],
  ])('keeps its %s', async (field, change) => {
    const placementID = await sheets.placement();
    const id = await sheets.approved({ placementID, ...WEEK, hours: 8 });
    const body = await change();
    expect((await placementPut(placementID, body).expect(409)).body).toMatchObject({
      type: '/problems/approved-timesheets',
      timesheetIDs: [id],
      detail: `Placement ${placementID} has approved timesheets, ${id}: its ${field} can no longer be changed. End it (POST /api/Placements/${placementID}/End) and create another placement for what is different, or reopen its timesheets first (POST /api/Timesheets/{id}/Reopen).`,
    });
    await placementPut(placementID, { notes: 'Site induction.', ownerID: 1 }).expect(200);
    await sheets.post(`/${id}/Reopen`).expect(200);
    if (field !== 'jobID') await placementPut(placementID, body).expect(200);
  });

  it.each([
    ['cancelled', 5],
    ['a draft', 1],
  ])('does not become %s', async (_, statusID) => {
    const placementID = await sheets.placement({ startDate: '2026-12-01' });
    const id = await sheets.approved({ placementID, periodStart: '2026-12-01', hours: 8 });
    const { body } = await placementPut(placementID, { statusID }).expect(409);
    expect(body).toMatchObject({ type: '/problems/approved-timesheets', timesheetIDs: [id] });
    await sheets.post(`/${id}/Reopen`).expect(200);
    await placementPut(placementID, { statusID }).expect(200);
  });

  it('cannot be deleted', async () => {
    const placementID = await sheets.placement();
    const id = await sheets.paid({ placementID, hours: 8 });
    expect((await service.http.delete(`/api/Placements/${placementID}`).expect(409)).body).toMatchObject({
      type: '/problems/approved-timesheets',
      timesheetIDs: [id],
      detail: expect.stringContaining(`has approved timesheets, ${id}: it cannot be deleted.`),
    });
  });

  it.each<[string, Body, Body, number]>([
    ['a start after a line', { lines: work(8, 8) }, { startDate: '2026-11-17' }, 409],
    ['a start on the day of the first line', { lines: work(8, 8) }, { startDate: MONDAY }, 200],
    ['an end before a line', { lines: work(8, 8) }, { endDate: MONDAY }, 409],
    ['an end on the day of the last line', { lines: work(8, 8) }, { endDate: '2026-11-17' }, 200],
    ['an end before a period of hours without lines', { hours: 38 }, { endDate: '2026-11-15' }, 409],
    ['a start after a period of hours without lines', { hours: 38 }, { startDate: '2026-11-23' }, 409],
    ['an end within a period of hours without lines', { hours: 38 }, { endDate: '2026-11-20' }, 200],
    ['a later end', { hours: 38 }, { endDate: '2027-12-31' }, 200],
    ['an earlier start', { hours: 38 }, { startDate: '2026-01-01' }, 200],
  ])('with %s', async (_, sheet, dates, status) => {
    const placementID = await sheets.placement();
    const id = await sheets.approved({ placementID, ...WEEK, ...sheet });
    const { body } = await placementPut(placementID, dates).expect(status);
    if (status === 409)
      expect(body).toMatchObject({ detail: expect.stringContaining(`Timesheet ${id} of placement ${placementID} is for 2026-11-`) });
    expect(periodsOf([await sheets.find(id)])).toEqual(['2026-11-16 2026-11-22']);
  });

  it('is either approved or changed by requests at the same time', async () => {
    const placementID = await sheets.placement();
    const { id } = await sheets.create({ placementID, ...WEEK, hours: 10 });
    await sheets.post(`/${id}/Submit`).expect(200);
    const [approval, change] = await Promise.all(
      [sheets.post(`/${id}/Approve`), placementPut(placementID, { payRate: 70 })].map(async (each) => each),
    );
    expect(approval!.status).toBe(200);
    const { totalPay } = await sheets.find(id);
    expect(totalPay).toBe(change!.status === 200 ? 700 : 650);
  });
});

describe('Timesheets that are not approved follow their placement', () => {
  it('to its candidate', async () => {
    const placementID = await sheets.placement();
    const { id } = await sheets.create({ placementID, hours: 8 });
    const candidateID = await sheets.office.candidate();
    await placementPut(placementID, { candidateID }).expect(200);
    expect(await sheets.find(id)).toMatchObject({ candidateID });
  });

  it('to its candidate when they are restored', async () => {
    const placementID = await sheets.placement();
    const { id } = await sheets.create({ placementID, hours: 8 });
    await service.http.delete(`/api/Timesheets/${id}`).expect(204);
    const candidateID = await sheets.office.candidate();
    await placementPut(placementID, { candidateID }).expect(200);
    expect((await sheets.put(id, { deleted: false }).expect(200)).body).toMatchObject({ candidateID });
  });

  it('to its dates', async () => {
    const placementID = await sheets.placement();
    for (const periodStart of ['2026-11-16', '2026-11-23', '2026-11-30']) await sheets.create({ placementID, periodStart });
    const periods = async (dates: Body): Promise<string[]> => {
      await placementPut(placementID, dates).expect(200);
      return periodsOf(await sheets.ofPlacement(placementID));
    };
    expect(await periods({ endDate: '2026-11-25' })).toEqual(['2026-11-16 2026-11-22', '2026-11-23 2026-11-25']);
    expect(await periods({ endDate: '2026-12-31' })).toEqual(['2026-11-16 2026-11-22', '2026-11-23 2026-11-29']);
    expect(await periods({ startDate: '2026-11-18' })).toEqual(['2026-11-18 2026-11-22', '2026-11-23 2026-11-29']);
    expect(await periods({ startDate: '2026-11-23' })).toEqual(['2026-11-23 2026-11-29']);
  });

  it.each<[string, () => Body | Promise<Body>, string]>([
    ['its last day', () => ({ endDate: '2026-11-18' }), '2026-11-16 2026-11-18'],
    ['its first day', () => ({ startDate: '2026-11-18' }), '2026-11-18 2026-11-22'],
    ['its periods', async () => ({ payFrequencyID: await sheets.frequency({ periodID: 5 }) }), '2026-11-01 2026-11-30'],
  ])('to %s when they are restored', async (_, changeOf, period) => {
    const placementID = await sheets.placement();
    const { id } = await sheets.create({ placementID, periodStart: MONDAY, hours: 8 });
    await service.http.delete(`/api/Timesheets/${id}`).expect(204);
    await placementPut(placementID, await changeOf()).expect(200);
    expect(periodsOf([(await sheets.put(id, { deleted: false }).expect(200)).body as Body])).toEqual([period]);
  });

  it('unless they have hours of days that would be outside', async () => {
    const placementID = await sheets.placement();
    const { id } = await sheets.create({ placementID, lines: [{ day: '2026-11-26', hours: 8 }] });
    expect((await placementPut(placementID, { endDate: '2026-11-25' }).expect(409)).body).toMatchObject({
      detail: `Timesheet ${id} of placement ${placementID} is for 2026-11-26, which would be outside of the placement: remove its hours of that day, or delete it, first.`,
    });
    await sheets.put(id, { lines: [] }).expect(200);
    await placementPut(placementID, { endDate: '2026-11-25' }).expect(200);
    expect(periodsOf([await sheets.find(id)])).toEqual(['2026-11-23 2026-11-25']);
  });

  it('when it is cancelled: those without hours are deleted', async () => {
    const placementID = await sheets.placement();
    const empty = await sheets.create({ placementID, periodStart: MONDAY });
    const worked = await sheets.create({ placementID, periodStart: '2026-11-23', hours: 8 });
    await placementPut(placementID, { statusID: 5 }).expect(200);
    expect((await sheets.ofPlacement(placementID)).map(({ id }) => id)).toEqual([worked.id]);
    expect(await sheets.find(empty.id)).toMatchObject({ deleted: true });
  });
});
