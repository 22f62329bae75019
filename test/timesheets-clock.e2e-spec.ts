import { Housekeeping } from '../src/core/housekeeping';
import { Clock } from '../src/core/time/clock';
import { startApp, type TestApp } from './support/app';
import { queryRows } from './support/database';
import type { Body } from './support/recruiter-api';
import { periodsOf, TimesheetsApi } from './support/timesheets';

/** Tuesday morning in Sydney. */
const TODAY = '2026-11-24T01:00:00Z';
let service: TestApp;
let sheets: TimesheetsApi;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: TODAY });
  sheets = new TimesheetsApi(service);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => service.close());

const placementPut = async (id: number, body: Body): Promise<void> => {
  await service.http.put(`/api/Placements/${id}`).send(body).expect(200);
};

async function catchUp(time = TODAY): Promise<void> {
  jest.spyOn(service.app.get(Clock, { strict: false }), 'now').mockReturnValue(new Date(time));
  await service.app.get(Housekeeping, { strict: false }).catchUp();
}

describe('Due timesheets', () => {
  it('are made for each period that has begun, once', async () => {
    const placementID = await sheets.placement({ startDate: '2026-11-11' });
    await catchUp();
    const expected = ['2026-11-11 2026-11-15', '2026-11-16 2026-11-22', '2026-11-23 2026-11-29'];
    const made = await sheets.ofPlacement(placementID);
    expect(periodsOf(made)).toEqual(expected);
    expect(made).toMatchObject([{ statusID: 1, hours: 0, lines: [] }, {}, {}]);
    // those of earlier periods are due the day after they were made
    const dueDates = ['2026-11-25T00:00:00.000Z', '2026-11-25T00:00:00.000Z', '2026-11-30T00:00:00.000Z'];
    expect(made.map(({ dueDate }) => dueDate)).toEqual(dueDates);
    await catchUp();
    expect(await sheets.ofPlacement(placementID)).toHaveLength(3);
    await catchUp('2026-11-29T12:59:00Z');
    expect(await sheets.ofPlacement(placementID)).toHaveLength(3);
    await catchUp('2026-11-29T13:01:00Z');
    expect(periodsOf(await sheets.ofPlacement(placementID))).toEqual([...expected, '2026-11-30 2026-12-06']);
  });

  it('do not come back when they are deleted, and leave out periods with a timesheet', async () => {
    const placementID = await sheets.placement({ startDate: '2026-11-09' });
    const { id } = await sheets.create({ placementID, periodStart: '2026-11-16', hours: 38 });
    await catchUp();
    const made = await sheets.ofPlacement(placementID);
    expect(periodsOf(made).toSorted()).toEqual(['2026-11-09 2026-11-15', '2026-11-16 2026-11-22', '2026-11-23 2026-11-29']);
    for (const timesheet of made) await service.http.delete(`/api/Timesheets/${String(timesheet['id'])}`).expect(204);
    await catchUp();
    expect(await sheets.ofPlacement(placementID)).toEqual([]);
    await sheets.put(id, { deleted: false }).expect(200);
  });

  it.each<[string, (id: number) => Promise<void>]>([
    [
      'has ended and is extended',
      async (id) => {
        await service.http.post(`/api/Placements/${id}/End`).send({ endDate: '2026-11-20' }).expect(200);
        await placementPut(id, { statusID: 3, endDate: '2027-03-31' });
      },
    ],
    [
      'is cancelled and approved again',
      async (id) => {
        for (const statusID of [5, 1, 2]) await placementPut(id, { statusID });
      },
    ],
    [
      'is deleted and restored',
      async (id) => {
        await service.http.delete(`/api/Placements/${id}`).expect(204);
        await placementPut(id, { deleted: false });
      },
    ],
  ])('that the service has removed come back with a placement that %s', async (_, leaveAndReturn) => {
    const placementID = await sheets.placement({ startDate: '2026-11-02' });
    await catchUp();
    const weeks = periodsOf(await sheets.ofPlacement(placementID));
    expect(weeks).toHaveLength(4);
    await leaveAndReturn(placementID);
    expect((await sheets.ofPlacement(placementID)).length).toBeLessThan(4);
    await catchUp();
    expect(periodsOf(await sheets.ofPlacement(placementID)).toSorted()).toEqual(weeks);
  });

  it.each<[string, Body, boolean]>([
    ['a draft', { statusID: 1 }, false],
    ['a cancelled one', { statusID: 5 }, false],
    ['a permanent one', { typeID: 1 }, false],
    ['one without a pay frequency', { payFrequencyID: null }, false],
    ['a deleted one', { deleted: 1 }, false],
    ['one that begins tomorrow', { startDate: '2026-11-25 00:00:00.000' }, false],
    ['one without a start', { startDate: null }, false],
    ['one that has begun', { startDate: '2026-11-24 00:00:00.000' }, true],
    ['one that has ended without a last day', { statusID: 4, startDate: '2026-11-20 00:00:00.000', endDate: null }, false],
    [
      'one that has ended in the present period',
      { statusID: 4, startDate: '2026-11-20 00:00:00.000', endDate: '2026-11-23 00:00:00.000' },
      true,
    ],
  ])('of placements: %s', async (_, fields, isExpected) => {
    const placementID = await sheets.placement({ startDate: '2026-11-23' });
    await queryRows(service, 'DELETE FROM timesheet WHERE placementID = ?', [placementID]);
    for (const [name, value] of Object.entries(fields))
      await queryRows(service, `UPDATE placement SET ${name} = ?, timesheetsTo = NULL WHERE id = ?`, [value, placementID]);
    await catchUp();
    expect((await sheets.ofPlacement(placementID)).length > 0).toBe(isExpected);
  });

  it('do not go back further than four weeks for a placement that is approved late', async () => {
    const placementID = await sheets.placement({ startDate: '2024-01-01' });
    await catchUp();
    expect(periodsOf(await sheets.ofPlacement(placementID))).toEqual([
      '2026-10-26 2026-11-01',
      '2026-11-02 2026-11-08',
      '2026-11-09 2026-11-15',
      '2026-11-16 2026-11-22',
      '2026-11-23 2026-11-29',
    ]);
  });

  it.each<[string, Body]>([
    ['no last day', { endDate: null }],
    ['a later last day', {}],
  ])('are made no more for a placement that was ended by hand and had %s', async (_, dates) => {
    const placementID = await sheets.placement({ startDate: '2026-11-16' });
    await placementPut(placementID, dates);
    await catchUp();
    await placementPut(placementID, { statusID: 4 });
    const { endDate } = await sheets.office.getRecord(`Placements/${placementID}`);
    expect(endDate).toBe('2026-11-24T00:00:00.000Z');
    expect(periodsOf(await sheets.ofPlacement(placementID))).toEqual(['2026-11-16 2026-11-22', '2026-11-23 2026-11-24']);
    await catchUp('2026-12-08T01:00:00Z');
    expect(await sheets.ofPlacement(placementID)).toHaveLength(2);
  });

  it('of many placements are all made', async () => {
    const placements: number[] = [];
    for (let count = 0; count < 45; count++) placements.push(await sheets.placement({ startDate: '2026-11-23' }));
    await catchUp();
    for (const placementID of placements) expect(await sheets.ofPlacement(placementID)).toHaveLength(1);
  });

  it('are made once by two tasks at the same time', async () => {
    const placementID = await sheets.placement({ startDate: '2026-11-16' });
    const { Transactions } = await import('../src/core/database/index.js');
    const { SYSTEM_CALLER } = await import('../src/core/callers/index.js');
    const { createDueTimesheets } = await import('../src/placements/timesheets/create-due.js');
    const transactions = service.app.get(Transactions, { strict: false });
    const today = new Date('2026-11-24T00:00:00Z');
    await Promise.all(
      Array.from({ length: 4 }, () => transactions.write(SYSTEM_CALLER, (transaction) => createDueTimesheets(transaction, today))),
    );
    expect(periodsOf(await sheets.ofPlacement(placementID))).toEqual(['2026-11-16 2026-11-22', '2026-11-23 2026-11-29']);
  });

  it('are not made while the setting createDue is false', async () => {
    const settings = '/api/Configuration/Timesheets';
    await service.http
      .post(settings)
      .send([{ type: 'createDue', value: 'maybe' }])
      .expect(400);
    await service.http
      .post(settings)
      .send([{ type: 'createDue', value: 'False' }])
      .expect(200);
    const placementID = await sheets.placement({ startDate: '2026-11-16' });
    await catchUp();
    expect(await sheets.ofPlacement(placementID)).toEqual([]);
    await service.http
      .post(settings)
      .send([{ type: 'createDue', value: 'true' }])
      .expect(200);
    await catchUp();
    expect(await sheets.ofPlacement(placementID)).toHaveLength(2);
  });
});
