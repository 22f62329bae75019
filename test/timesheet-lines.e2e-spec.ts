import { startApp, type TestApp } from './support/app';
import { queryRows } from './support/database';
import type { Body } from './support/recruiter-api';
import { TimesheetsApi } from './support/timesheets';

let service: TestApp;
let sheets: TimesheetsApi;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-24T01:00:00Z' });
  sheets = new TimesheetsApi(service);
});
afterAll(() => service.close());

const [ORDINARY, OVERTIME, DOUBLE, ALLOWANCE, LEAVE] = [1, 2, 3, 4, 5] as const;
const MONDAY = '2026-11-16';
const TUESDAY = '2026-11-17';

describe('The lines of a timesheet', () => {
  it('are returned as they were sent, completed, and the hours are their sum', async () => {
    const placementID = await sheets.placement();
    const sent = [
      { day: MONDAY, startTime: '07:00', endTime: '15:06', breakMinutes: 30 },
      { day: MONDAY, rateKindID: OVERTIME, hours: 1.5, notes: 'Pour.' },
      { day: TUESDAY, days: 0.5 },
      { day: TUESDAY, rateKindID: ALLOWANCE, amount: 18.5 },
      { day: '2026-11-18', rateKindID: LEAVE, hours: 7.6 },
      { day: '2026-11-22', rateKindID: DOUBLE, startTime: '22:00', endTime: '06:00' },
    ];
    const created = await sheets.create({ placementID, lines: sent });
    const base = { rateKindID: 1, rateKindName: 'Ordinary', hours: 0, days: 0, startTime: null, endTime: null, breakMinutes: 0 };
    const rest = { amount: 0, notes: null, pay: null, onCosts: null, charge: null, margin: null };
    const day = (text: string): string => `${text}T00:00:00.000Z`;
    const expected = [
      { ...base, ...rest, ...sent[0], day: day(MONDAY), hours: 7.6 },
      { ...base, ...rest, ...sent[1], day: day(MONDAY), rateKindName: 'Overtime 1.5' },
      { ...base, ...rest, ...sent[2], day: day(TUESDAY), hours: 3.8 },
      { ...base, ...rest, ...sent[3], day: day(TUESDAY), rateKindName: 'Allowance' },
      { ...base, ...rest, ...sent[4], day: day('2026-11-18'), rateKindName: 'Leave' },
      { ...base, ...rest, ...sent[5], day: day('2026-11-22'), rateKindName: 'Overtime 2.0', hours: 8 },
    ];
    expect(created).toMatchObject({ hours: 28.5, periodStart: day(MONDAY), periodEnd: day('2026-11-22'), lines: expected });
    expect((created['lines'] as Body[]).map((line) => Object.keys(line).sort())).toEqual(expected.map((line) => Object.keys(line).sort()));
    expect(await sheets.find(created.id)).toMatchObject({ lines: expected });
    const { body } = await sheets.put(created.id, await sheets.find(created.id)).expect(200);
    expect(body).toEqual(await sheets.find(created.id));
    expect(await sheets.office.changesTo('Timesheet', created.id)).toHaveLength(1);
  });

  it('replace the list, and leave hours that are sent where there are none', async () => {
    const { id } = await sheets.create({ placementID: await sheets.placement(), lines: [{ day: MONDAY, hours: 8 }] });
    expect((await sheets.put(id, { lines: [{ day: TUESDAY, hours: 4 }], hours: 8 }).expect(200)).body).toMatchObject({ hours: 4 });
    expect((await sheets.put(id, { comments: 'Half a day.' }).expect(200)).body).toMatchObject({ hours: 4, lines: [{ hours: 4 }] });
    expect((await sheets.put(id, { lines: null }).expect(200)).body).toMatchObject({ hours: 0, lines: [] });
    expect((await sheets.put(id, { hours: 38 }).expect(200)).body).toMatchObject({ hours: 38, lines: [] });
    expect((await sheets.put(id, { lines: [] }).expect(200)).body).toMatchObject({ hours: 38, lines: [] });
    expect((await sheets.office.changesTo('Timesheet', id))[1]?.fields).toEqual({
      hours: [8, 4],
      lines: [[expect.objectContaining({ hours: 8 })], [expect.objectContaining({ hours: 4, notes: null })]],
    });
  });

  it.each<[string, (Body | null)[], string, string]>([
    ['without a day', [{ hours: 8 }], '/lines/0/day', 'is required'],
    [
      'before the period',
      [
        { day: MONDAY, hours: 8 },
        { day: '2026-11-15', hours: 8 },
      ],
      '/lines/1/day',
      'from 2026-11-16 to 2026-11-22',
    ],
    ['after the period', [{ day: '2026-11-23', hours: 8 }], '/lines/0/day', 'from 2026-11-16 to 2026-11-22'],
    ['of a rate kind that nobody has', [{ day: MONDAY, hours: 8, rateKindID: 99 }], '/lines/0/rateKindID', 'lookup list rateKind'],
    ['without work', [{ day: MONDAY }], '/lines/0/hours', 'is required'],
    ['of negative hours', [{ day: MONDAY, hours: -1 }], '/lines/0/hours', 'only adjustments'],
    ['of negative days', [{ day: MONDAY, days: -1 }], '/lines/0/days', 'only adjustments'],
    ['of more than 24 hours', [{ day: MONDAY, hours: 24.01 }], '/lines/0/hours', 'at most 24'],
    ['of more than a day', [{ day: MONDAY, days: 1.5 }], '/lines/0/days', 'at most 1'],
    ['of three decimals', [{ day: MONDAY, hours: 7.605 }], '/lines/0/hours', 'two decimals'],
    ['without an end', [{ day: MONDAY, startTime: '07:00' }], '/lines/0/endTime', 'is required'],
    ['without a start', [{ day: MONDAY, endTime: '07:00' }], '/lines/0/startTime', 'is required'],
    ['with a break alone', [{ day: MONDAY, hours: 7, breakMinutes: 30 }], '/lines/0/startTime', 'is required'],
    [
      'with a break that is all',
      [{ day: MONDAY, startTime: '07:00', endTime: '08:00', breakMinutes: 60 }],
      '/lines/0/breakMinutes',
      'shorter',
    ],
    ['with hours that do not agree', [{ day: MONDAY, startTime: '07:00', endTime: '15:00', hours: 7 }], '/lines/0/hours', 'must be 8'],
    ['with hours that are not the days', [{ day: MONDAY, days: 1, hours: 8 }], '/lines/0/hours', 'must be 7.6'],
    ['with times and days', [{ day: MONDAY, startTime: '07:00', endTime: '15:00', days: 1 }], '/lines/0/days', 'must be omitted'],
    ['with a time that does not exist', [{ day: MONDAY, startTime: '24:00', endTime: '15:00' }], '/lines/0/startTime', '00:00 to 23:59'],
    ['of hours with an amount', [{ day: MONDAY, hours: 8, amount: 5 }], '/lines/0/amount', 'must be omitted'],
    ['of an allowance without an amount', [{ day: MONDAY, rateKindID: ALLOWANCE }], '/lines/0/amount', 'is required'],
    ['of an allowance with hours', [{ day: MONDAY, rateKindID: ALLOWANCE, amount: 5, hours: 1 }], '/lines/0/hours', 'must be omitted'],
    ['of a negative allowance', [{ day: MONDAY, rateKindID: ALLOWANCE, amount: -5 }], '/lines/0/amount', 'only adjustments'],
    [
      'that make more than 24 hours a day',
      [
        { day: MONDAY, hours: 16 },
        { day: MONDAY, hours: 8.5 },
      ],
      '/lines/1/hours',
      'more than 24 hours of 2026-11-16: it would have 24.5',
    ],
    ['of an unknown field', [{ day: MONDAY, hours: 8, project: 'X' }], '/lines/0/project', ''],
    ['that are null', [null], '/lines/0', ''],
  ])('are refused %s', async (_, lines, pointer, detail) => {
    const body = { placementID: await sheets.placement(), periodStart: MONDAY, lines };
    const problem = { errors: [{ pointer, detail: expect.stringContaining(detail) }] };
    expect((await sheets.post('', body).expect(400)).body).toMatchObject(problem);
    const { id } = await sheets.create({ placementID: body.placementID, periodStart: MONDAY });
    expect((await sheets.put(id, { lines }).expect(400)).body).toMatchObject(problem);
    expect(await sheets.find(id)).toMatchObject({ hours: 0, lines: [] });
  });

  it('are named each where several are wrong', async () => {
    const lines = [{ day: MONDAY }, { day: MONDAY, hours: 8 }, { hours: 3, rateKindID: 99 }];
    const { body } = await sheets.post('', { placementID: await sheets.placement(), periodStart: MONDAY, lines }).expect(400);
    expect((body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toEqual([
      '/lines/0/hours',
      '/lines/2/rateKindID',
    ]);
  });

  it('contradict other hours', async () => {
    const body = { placementID: await sheets.placement(), hours: 9, lines: [{ day: MONDAY, hours: 8 }] };
    expect((await sheets.post('', body).expect(400)).body).toMatchObject({
      errors: [{ pointer: '/hours', detail: 'must be 8, the sum of the lines, or be omitted' }],
    });
    await sheets.post('', { ...body, hours: 8 }).expect(201);
  });

  it('may be 200', async () => {
    const lines = Array.from({ length: 201 }, () => ({ day: MONDAY, rateKindID: ALLOWANCE, amount: 1 }));
    const placementID = await sheets.placement();
    await sheets.post('', { placementID, lines }).expect(400);
    expect(await sheets.create({ placementID, lines: lines.slice(1) })).toMatchObject({ hours: 0 });
  });

  it('cannot be days where the placement has no hoursPerDay', async () => {
    const placementID = await sheets.placement({ hoursPerDay: 0, rateUnits: 2 });
    const { body } = await sheets.post('', { placementID, lines: [{ day: MONDAY, days: 1 }] }).expect(400);
    expect(body).toMatchObject({ errors: [{ pointer: '/lines/0/days', detail: expect.stringContaining('hoursPerDay') }] });
  });

  it('are searched by automations and queries', async () => {
    const { id } = await sheets.create({
      placementID: await sheets.placement(),
      lines: [{ day: MONDAY, rateKindID: DOUBLE, hours: 3.25 }],
    });
    const rules = [
      { field: 'lines', match: { mode: 'some' }, value: { combinator: 'and', rules: [{ field: 'hours', operator: '=', value: 3.25 }] } },
    ];
    const { body } = await service.http
      .post('/api/Timesheets/Query')
      .send({ filters: JSON.stringify({ combinator: 'and', rules }) })
      .expect(200);
    expect(body).toMatchObject([{ id }]);
  });

  it('leave nothing behind when they are replaced', async () => {
    const { id } = await sheets.create({ placementID: await sheets.placement(), lines: [{ day: MONDAY, hours: 1, notes: 'First' }] });
    await sheets.put(id, { lines: [{ day: MONDAY, hours: 2, notes: 'Second' }] }).expect(200);
    expect(await queryRows(service, 'SELECT hours, notes FROM timesheet_line WHERE timesheetID = ?', [id])).toEqual([
      { hours: 2, notes: 'Second' },
    ]);
    expect(await queryRows(service, "SELECT id FROM timesheet_line_text WHERE notes = 'first'")).toEqual([]);
  });
});

describe('A day of a candidate', () => {
  it('has at most 24 hours in all timesheets', async () => {
    const candidateID = await sheets.office.candidate();
    const [one, other] = [await sheets.placement({ candidateID }), await sheets.placement({ candidateID })];
    const first = await sheets.create({ placementID: one, lines: [{ day: MONDAY, hours: 14 }] });
    const body = (hours: number): Body => ({ placementID: other, lines: [{ day: MONDAY, hours }] });
    expect((await sheets.post('', body(10.01)).expect(400)).body).toMatchObject({
      errors: [
        {
          pointer: '/lines/0/hours',
          detail: `must not make more than 24 hours of 2026-11-16: it would have 24.01, 14 of them in timesheet ${first.id}`,
        },
      ],
    });
    const second = await sheets.create(body(10));
    await sheets.put(first.id, { lines: [{ day: MONDAY, hours: 14.5 }] }).expect(400);
    await sheets.put(first.id, { lines: [{ day: TUESDAY, hours: 20 }] }).expect(200);
    await service.http.delete(`/api/Timesheets/${first.id}`).expect(204);
    await sheets
      .put(second.id, {
        lines: [
          { day: MONDAY, hours: 4 },
          { day: TUESDAY, hours: 5 },
        ],
      })
      .expect(200);
    await sheets.put(first.id, { deleted: false }).expect(400);
  });

  it('has at most 24 hours however many requests come at once', async () => {
    const candidateID = await sheets.office.candidate();
    const placements: number[] = [];
    for (let count = 0; count < 4; count++) placements.push(await sheets.placement({ candidateID }));
    const responses = await Promise.all(
      placements.map(async (placementID) => sheets.post('', { placementID, lines: [{ day: MONDAY, hours: 9 }] })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400]);
  });
});

describe('Hours without lines', () => {
  it.each([
    [168, 201],
    [168.5, 400],
    [500, 400],
    [-1, 400],
  ])('are at most 24 for each day of the period: %d, %i', async (hours, status) => {
    const response = await sheets.post('', { placementID: await sheets.placement(), hours }).expect(status);
    if (status === 400) expect(response.body).toMatchObject({ errors: [{ pointer: '/hours' }] });
  });
});

describe('Amounts', () => {
  const totals = { totalPay: null, totalOnCosts: null, totalCharge: null, totalMargin: null, payRate: null, chargeRate: null };

  it('are fixed when a timesheet is approved, for each line and in total', async () => {
    const placementID = await sheets.placement();
    const lines = [
      { day: MONDAY, hours: 7.6 },
      { day: MONDAY, rateKindID: OVERTIME, hours: 2 },
      { day: MONDAY, rateKindID: DOUBLE, hours: 0.25 },
      { day: TUESDAY, rateKindID: LEAVE, hours: 7.6 },
      { day: TUESDAY, rateKindID: ALLOWANCE, amount: 12.35 },
    ];
    const { id } = await sheets.create({ placementID, lines });
    await sheets.post(`/${id}/Submit`).expect(200);
    expect(await sheets.find(id)).toMatchObject(totals);
    const { body } = await sheets.post(`/${id}/Approve`).expect(200);
    expect(body).toMatchObject({
      payRate: 65,
      onCostsRate: 7,
      chargeRate: 92,
      rateUnits: 1,
      hoursPerDay: 7.6,
      lines: [
        { pay: 494, onCosts: 53.2, charge: 699.2, margin: 152 },
        { pay: 195, onCosts: 21, charge: 276, margin: 60 },
        { pay: 32.5, onCosts: 3.5, charge: 46, margin: 10 },
        { pay: 494, onCosts: 53.2, charge: 0, margin: -547.2 },
        { pay: 12.35, onCosts: 0, charge: 12.35, margin: 0 },
      ],
      totalPay: 1227.85,
      totalOnCosts: 130.9,
      totalCharge: 1033.55,
      totalMargin: -325.2,
    });
    expect(await sheets.find(id)).toEqual(body);
  });

  it('of hours without lines are ordinary ones', async () => {
    const id = await sheets.approved({ placementID: await sheets.placement(), hours: 38 });
    expect(await sheets.find(id)).toMatchObject({ totalPay: 2470, totalOnCosts: 266, totalCharge: 3496, totalMargin: 760, lines: [] });
  });

  it('follow the rates at the time of each approval', async () => {
    const placementID = await sheets.placement();
    const id = await sheets.approved({ placementID, lines: [{ day: MONDAY, hours: 10 }] });
    await sheets.post(`/${id}/Reopen`).expect(200);
    expect(await sheets.find(id)).toMatchObject({ ...totals, rateUnits: 0, hoursPerDay: null, lines: [{ pay: null, margin: null }] });
    await service.http.put(`/api/Placements/${placementID}`).send({ payRate: 70 }).expect(200);
    await sheets.post(`/${id}/Submit`).expect(200);
    expect((await sheets.post(`/${id}/Approve`).expect(200)).body).toMatchObject({ payRate: 70, totalPay: 700, totalMargin: 150 });
  });

  it('follow a rate kind of the firm, and stay when it changes', async () => {
    const path = '/api/Configuration/Lookups/rateKind';
    const kind = (await service.http.post(path).send({ name: 'Public holiday', payMultiplier: 2.5 }).expect(201)).body as Body;
    expect(kind).toMatchObject({ payMultiplier: 2.5, chargeMultiplier: 2.5, amount: null });
    const id = await sheets.approved({ placementID: await sheets.placement(), lines: [{ day: MONDAY, rateKindID: kind['id'], hours: 1 }] });
    await service.http
      .put(path)
      .send([{ id: kind['id'], chargeMultiplier: 0 }])
      .expect(200);
    expect(await sheets.find(id)).toMatchObject({ totalPay: 162.5, totalCharge: 230 });
    const fixed = (await service.http.post(path).send({ name: 'Meal', amount: 21.3 }).expect(201)).body as Body;
    expect(await sheets.create({ placementID: await sheets.placement(), lines: [{ day: MONDAY, rateKindID: fixed['id'] }] })).toMatchObject(
      {
        lines: [{ amount: 21.3 }],
      },
    );
  });

  it.each<[string, Body, Body, string]>([
    ['units', { rateUnits: 0 }, { hours: 8 }, 'rateUnits'],
    ['hours of a day', { rateUnits: 2, hoursPerDay: 0 }, { hours: 8 }, 'hoursPerDay'],
  ])('cannot be told without the %s of the rates', async (_, fields, work, missing) => {
    const placementID = await sheets.placement(fields);
    const { id } = await sheets.create({ placementID, ...work });
    await sheets.post(`/${id}/Submit`).expect(200);
    expect((await sheets.post(`/${id}/Approve`).expect(409)).body).toMatchObject({
      type: '/problems/rates-incomplete',
      detail: `Placement ${placementID} has no ${missing}: set it before its timesheets are approved.`,
    });
    await service.http.put(`/api/Placements/${placementID}`).send({ rateUnits: 1 }).expect(200);
    await sheets.post(`/${id}/Approve`).expect(200);
  });

  it('of days are told by the daily rate', async () => {
    const placementID = await sheets.placement({ payRate: 700, onCosts: 80, chargeRate: 900, rateUnits: 2, hoursPerDay: 8 });
    const id = await sheets.approved({
      placementID,
      lines: [
        { day: MONDAY, days: 0.5 },
        { day: TUESDAY, hours: 6 },
      ],
    });
    expect(await sheets.find(id)).toMatchObject({
      hours: 10,
      lines: [
        { pay: 350, charge: 450 },
        { pay: 525, charge: 675 },
      ],
      totalMargin: 150,
    });
  });
});

describe('Rate kinds', () => {
  const path = '/api/Configuration/Lookups/rateKind';

  it('ship with the service', async () => {
    const kinds = (await service.http.get(path).expect(200)).body as Body[];
    expect(kinds.slice(0, 5)).toMatchObject([
      { id: ORDINARY, name: 'Ordinary', payMultiplier: 1, chargeMultiplier: 1, amount: null },
      { id: OVERTIME, payMultiplier: 1.5, chargeMultiplier: 1.5 },
      { id: DOUBLE, payMultiplier: 2, chargeMultiplier: 2 },
      { id: ALLOWANCE, payMultiplier: null, chargeMultiplier: null },
      { id: LEAVE, payMultiplier: 1, chargeMultiplier: 0 },
    ]);
  });

  it.each<[string, string, object, string]>([
    ['rateKind', 'a multiplier and an amount', { payMultiplier: 1, amount: 5 }, '/amount'],
    ['rateKind', 'a charge alone', { chargeMultiplier: 1 }, '/chargeMultiplier'],
    ['rateKind', 'a negative multiplier', { payMultiplier: -1 }, '/payMultiplier'],
    ['rateKind', 'a negative amount', { amount: -1 }, '/amount'],
    ['rateKind', 'an amount that is not stored exactly', { amount: 1e12 }, '/amount'],
    ['rateKind', 'an amount that is not in cents', { amount: 12.345 }, '/amount'],
    ['rating', 'a multiplier in another list', { payMultiplier: 1 }, '/payMultiplier'],
  ])('in %s are refused with %s', async (list, name, rates, pointer) => {
    const { body } = await service.http
      .post(`/api/Configuration/Lookups/${list}`)
      .send({ name, ...rates })
      .expect(400);
    expect(body).toMatchObject({ errors: [{ pointer }] });
  });

  it('keep the rates of ordinary hours', async () => {
    expect(
      (
        await service.http
          .put(path)
          .send([{ id: ORDINARY, payMultiplier: 1.2 }])
          .expect(400)
      ).body,
    ).toMatchObject({
      errors: [{ pointer: '/0/payMultiplier', detail: 'must stay 1: the service depends on it' }],
    });
    await service.http
      .put(path)
      .send([{ id: ORDINARY, name: 'Normal time' }])
      .expect(200);
    await service.http
      .put(path)
      .send([{ id: ORDINARY, name: 'Ordinary' }])
      .expect(200);
  });
});
