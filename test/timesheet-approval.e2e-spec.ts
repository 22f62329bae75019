import { startApp, type TestApp } from './support/app';
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
const KINDS = '/api/Configuration/Lookups/rateKind';
const placementPut = (id: number, body: Body) => service.http.put(`/api/Placements/${id}?allowOverlappingPlacement=true`).send(body);
const submitted = async (body: Body): Promise<number> => {
  const { id } = await sheets.create(body);
  await sheets.post(`/${id}/Submit`).expect(200);
  return id;
};

describe('The approval of a timesheet', () => {
  it.each<[string, (id: number) => Promise<unknown>, string]>([
    ['a deleted placement', (id) => service.http.delete(`/api/Placements/${id}`).expect(204), 'a deleted placement: restore'],
    ['a permanent placement', (id) => placementPut(id, { typeID: 1, feeAmount: 5000 }).expect(200), 'a permanent placement'],
  ])('is refused for %s', async (_, change, reason) => {
    const placementID = await sheets.placement();
    const id = await submitted({ placementID, hours: 10 });
    await change(placementID);
    expect((await sheets.post(`/${id}/Approve`).expect(409)).body).toMatchObject({
      detail: expect.stringContaining(`Timesheet ${id} cannot be approved, as it is of ${reason}`),
    });
    expect(await sheets.find(id)).toMatchObject({ statusName: 'Submitted', totalPay: null });
    await placementPut(placementID, { deleted: false, typeID: 2 }).expect(200);
    await sheets.post(`/${id}/Approve`).expect(200);
  });

  it('or the deletion of its placement is refused by requests at the same time', async () => {
    const placementID = await sheets.placement();
    const id = await submitted({ placementID, hours: 10 });
    const [approval, deletion] = await Promise.all(
      [sheets.post(`/${id}/Approve`), service.http.delete(`/api/Placements/${placementID}`)].map(async (each) => each),
    );
    expect([approval!.status < 300, deletion!.status < 300].filter(Boolean)).toHaveLength(1);
  });

  it('counts days with the hours that a day has by then', async () => {
    const placementID = await sheets.placement();
    const id = await submitted({ placementID, lines: [{ day: MONDAY, days: 1 }] });
    await placementPut(placementID, { hoursPerDay: 8 }).expect(200);
    expect((await sheets.post(`/${id}/Approve`).expect(200)).body).toMatchObject({
      hours: 8,
      hoursPerDay: 8,
      lines: [{ days: 1, hours: 8, pay: 520 }],
      totalPay: 520,
    });
  });

  it('is refused when the rate kind of a line has got an amount instead of multipliers', async () => {
    const kind = await sheets.office.createRecord(KINDS.slice('/api/'.length), { name: 'Night', payMultiplier: 1.3 });
    const id = await submitted({ placementID: await sheets.placement(), lines: [{ day: MONDAY, rateKindID: kind.id, hours: 8 }] });
    const put = (rates: Body) => service.http.put(KINDS).send([{ id: kind.id, ...rates }]);
    await put({ payMultiplier: null, chargeMultiplier: null, amount: 5 }).expect(200);
    expect((await sheets.post(`/${id}/Approve`).expect(409)).body).toMatchObject({
      detail: `Timesheet ${id} has to be changed first: /lines/0/hours must be omitted: lines of the rate kind ${kind.id} have an amount.`,
    });
    expect(await sheets.find(id)).toMatchObject({ statusName: 'Submitted', totalPay: null });
    await put({ payMultiplier: 1.3, amount: null }).expect(200);
    await sheets.post(`/${id}/Approve`).expect(200);
  });

  it.each<[string, Body]>([
    ['hours', { hours: 38 }],
    ['lines', { lines: [{ day: MONDAY, hours: 8 }] }],
  ])('is refused when %s come to more than is stored exactly', async (_, work) => {
    const most = 99_999_999_999.9999;
    const placementID = await sheets.placement({ payRate: most, chargeRate: most, onCosts: 0, hoursPerDay: 0 });
    const id = await submitted({ placementID, ...work });
    expect((await sheets.post(`/${id}/Approve`).expect(409)).body).toMatchObject({
      detail: `Timesheet ${id} would come to more than ${most}: correct its hours, or the rates of placement ${placementID}, first.`,
    });
    expect(await sheets.find(id)).toMatchObject({ statusName: 'Submitted', totalPay: null });
  });
});

describe('A placement that gets another candidate', () => {
  it('is refused when days of that one would have more than 24 hours', async () => {
    const [placementID, other] = [await sheets.placement(), await sheets.placement()];
    const id = await submitted({ placementID, lines: [{ day: MONDAY, hours: 20 }] });
    await sheets.create({ placementID: other, lines: [{ day: MONDAY, hours: 20 }] });
    const { candidateID } = await sheets.office.getRecord(`Placements/${other}`);
    expect((await placementPut(placementID, { candidateID }).expect(409)).body).toMatchObject({
      detail: expect.stringContaining(`Timesheet ${id} has to be changed first: /lines/0/hours must not make more than 24`),
    });
    await sheets.put(id, { lines: [{ day: MONDAY, hours: 4 }] }).expect(200);
    await placementPut(placementID, { candidateID }).expect(200);
    expect(await sheets.find(id)).toMatchObject({ candidateID });
  });
});

describe('A timesheet that is reopened', () => {
  it('ends with its placement, and has at most the hours of the days that are left', async () => {
    const placementID = await sheets.placement();
    const id = await sheets.approved({ placementID, periodStart: MONDAY, hours: 100 });
    await placementPut(placementID, { endDate: '2026-11-18' }).expect(200);
    expect(periodsOf([await sheets.find(id)])).toEqual(['2026-11-16 2026-11-22']);
    const { body } = await sheets.post(`/${id}/Reopen`).expect(200);
    expect(periodsOf([body as Body])).toEqual(['2026-11-16 2026-11-18']);
    await sheets.put(id, { hours: 160 }).expect(400);
    await sheets.post(`/${id}/Submit`).expect(200);
    expect((await sheets.post(`/${id}/Approve`).expect(409)).body).toMatchObject({
      detail: `Timesheet ${id} has to be changed first: /hours must be at most 72, 24 for each of the 3 days of the period.`,
    });
    await sheets.put(id, { hours: 72 }).expect(200);
    await sheets.post(`/${id}/Approve`).expect(200);
  });
});
