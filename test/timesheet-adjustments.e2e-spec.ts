import { startApp, type TestApp } from './support/app';
import type { Body } from './support/recruiter-api';
import { TimesheetsApi } from './support/timesheets';

let service: TestApp;
let sheets: TimesheetsApi;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-24T01:00:00Z' });
  sheets = new TimesheetsApi(service);
});
afterAll(() => service.close());

const MONDAY = '2026-11-16';
const WEEK = { periodStart: MONDAY };
const line = (hours: number): Body => ({ lines: [{ day: MONDAY, hours }] });
const adjust = async (id: number, body: Body): Promise<number> =>
  ((await sheets.post(`/${id}/Adjustments`, body).expect(201)).body as { id: number }).id;
const adjusted = async (body: Body): Promise<number> => sheets.approved({ placementID: await sheets.placement(), ...WEEK, ...body });
const remove = (id: number) => service.http.delete(`/api/Timesheets/${id}`);
const restore = (id: number) => sheets.put(id, { deleted: false });
const approve = async (id: number): Promise<void> => {
  await sheets.post(`/${id}/Submit`).expect(200);
  await sheets.post(`/${id}/Approve`).expect(200);
};

describe('An adjustment that was deleted', () => {
  it('is restored only while what it corrects is approved', async () => {
    const id = await adjusted({ hours: 38 });
    const adjustment = await adjust(id, { hours: -38 });
    await remove(adjustment).expect(204);
    await sheets.post(`/${id}/Reopen`).expect(200);
    expect((await restore(adjustment).expect(409)).body).toMatchObject({
      detail: expect.stringContaining(`Timesheet ${id} is not approved`),
    });
    await remove(id).expect(204);
    expect((await restore(adjustment).expect(409)).body).toMatchObject({ detail: expect.stringContaining(`Timesheet ${id} is deleted`) });
    await restore(id).expect(200);
    await approve(id);
    await restore(adjustment).expect(200);
  });

  it('is not restored when it would take away more than others have left', async () => {
    const id = await adjusted({ hours: 38 });
    const first = await adjust(id, { hours: -38 });
    await remove(first).expect(204);
    const second = await adjust(id, { hours: -38 });
    expect((await restore(first).expect(409)).body).toMatchObject({
      detail: `Adjustments must not take away more than there is: timesheet ${id} and its adjustments would have -38 hours. Change the others first.`,
    });
    await remove(second).expect(204);
    await restore(first).expect(200);
  });
});

describe('An adjustment', () => {
  it.each<[string, Body]>([
    ['placementID', {}],
    ['periodStart', { periodStart: '2026-11-09' }],
    ['periodStart', { periodStart: null }],
    ['periodEnd', { periodEnd: '2026-11-29' }],
    ['periodEnd', { periodEnd: null }],
  ])('keeps the placement and the period of what it corrects: %s, %j', async (field, body) => {
    const id = await adjusted({ hours: 38 });
    const adjustment = await adjust(id, { hours: -2 });
    const change = field === 'placementID' ? { placementID: await sheets.placement() } : body;
    expect((await sheets.put(adjustment, change).expect(400)).body).toMatchObject({
      errors: [{ pointer: `/${field}`, detail: `must be that of timesheet ${id}, or be omitted` }],
    });
    const { placementID, periodStart, periodEnd } = await sheets.find(id);
    await sheets.put(adjustment, { placementID, periodStart, periodEnd, hours: -3 }).expect(200);
  });

  it('is restored for the period that it corrects by then', async () => {
    const id = await adjusted({ hours: 38 });
    const adjustment = await adjust(id, { hours: -2 });
    await remove(adjustment).expect(204);
    await sheets.post(`/${id}/Reopen`).expect(200);
    await sheets.put(id, { periodStart: '2026-11-09', periodEnd: '2026-11-15' }).expect(200);
    await approve(id);
    expect((await restore(adjustment).expect(200)).body).toMatchObject({
      periodStart: '2026-11-09T00:00:00.000Z',
      periodEnd: '2026-11-15T00:00:00.000Z',
    });
  });
});

describe('An adjustment whose hours another one takes away', () => {
  /** 38 hours, 8 more, and 46 less. */
  async function corrections(): Promise<{ more: number; less: number }> {
    const id = await adjusted({ hours: 38 });
    const [more, less] = [await adjust(id, { hours: 8 }), await adjust(id, { hours: -46 })];
    return { more, less };
  }

  it('is neither lowered nor deleted', async () => {
    const { more, less } = await corrections();
    expect((await sheets.put(more, { hours: 1 }).expect(400)).body).toMatchObject({ errors: [{ pointer: '/hours' }] });
    await remove(more).expect(409);
    await sheets.put(more, { hours: 9 }).expect(200);
    await remove(less).expect(204);
    await sheets.put(more, { hours: 1 }).expect(200);
    await remove(more).expect(204);
  });

  it('is approved before it and reopened after it', async () => {
    const { more, less } = await corrections();
    await sheets.post(`/${less}/Submit`).expect(200);
    await sheets.post(`/${less}/Approve`).expect(409);
    await approve(more);
    await sheets.post(`/${less}/Approve`).expect(200);
    expect((await sheets.post(`/${more}/Reopen`).expect(409)).body).toMatchObject({ detail: expect.stringContaining('-8 approved hours') });
    await sheets.post(`/${less}/Reopen`).expect(200);
    await sheets.post(`/${more}/Reopen`).expect(200);
  });

  it('keeps the hours of each day', async () => {
    const id = await adjusted({ lines: [8, 8].map((hours, index) => ({ day: `2026-11-${16 + index}`, hours })) });
    const [more, less] = [await adjust(id, line(2)), await adjust(id, line(-10))];
    expect((await remove(more).expect(409)).body).toMatchObject({ detail: expect.stringContaining('-2 hours of 2026-11-16') });
    await sheets.put(more, line(1)).expect(400);
    await sheets.put(less, line(-9)).expect(200);
    await sheets.put(more, line(1)).expect(200);
    await remove(less).expect(204);
    await remove(more).expect(204);
  });
});

describe('An adjustment in days', () => {
  it('counts them with the hours that a day had in what it corrects', async () => {
    const placementID = await sheets.placement();
    const id = await sheets.approved({ placementID, lines: [{ day: MONDAY, days: 1 }] });
    await service.http.put(`/api/Placements/${placementID}`).send({ hoursPerDay: 8 }).expect(200);
    const adjustment = await adjust(id, { lines: [{ day: MONDAY, days: -1 }] });
    expect(await sheets.find(adjustment)).toMatchObject({ hours: -7.6, lines: [{ days: -1, hours: -7.6 }] });
    await approve(adjustment);
    expect(await sheets.find(adjustment)).toMatchObject({ hours: -7.6, hoursPerDay: 7.6, totalPay: -494 });
  });
});
