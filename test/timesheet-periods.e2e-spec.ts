import { startApp, type TestApp } from './support/app';
import type { Body } from './support/recruiter-api';
import { periodsOf, TimesheetsApi } from './support/timesheets';

let service: TestApp;
let sheets: TimesheetsApi;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-24T01:00:00Z' });
  sheets = new TimesheetsApi(service);
  // the service makes them for placements that run, at a moment of its own
  await service.http
    .post('/api/Configuration/Timesheets')
    .send([{ type: 'createDue', value: 'false' }])
    .expect(200);
});
afterAll(() => service.close());

const frequencies = '/api/Configuration/Placements/Pay-Frequencies';
const day = (text: string): string => `${text}T00:00:00.000Z`;

describe('A pay frequency', () => {
  it.each<[Body, Body]>([
    [{ name: 'Weekly' }, { periodID: 1, periodName: 'Weekly', isEnabled: true }],
    [{ name: 'Fortnightly' }, { periodID: 2, anchorDate: day('2024-01-01') }],
    [
      { name: 'Every 4 weeks', periodID: null },
      { periodID: 3, anchorDate: day('2024-01-01') },
    ],
    [{ name: 'Twice a month' }, { periodID: 4, periodName: 'Semi-monthly' }],
    [{ name: 'Monthly' }, { periodID: 5 }],
    [{ name: 'Contractors' }, { periodID: 1 }],
    [
      { name: 'Contractors', periodID: 2, anchorDate: '2026-11-18' },
      { periodID: 2, anchorDate: day('2026-11-18') },
    ],
  ])('%j has the period %j', async (sent, expected) => {
    const { body } = await service.http.post(frequencies).send(sent).expect(201);
    expect(body).toMatchObject(expected);
    if (!('anchorDate' in expected)) expect(body).not.toHaveProperty('anchorDate');
  });

  it('has an anchor only of several weeks', async () => {
    const id = await sheets.frequency({ periodID: 2, anchorDate: '2026-11-09' });
    const put = (body: Body) => service.http.put(`${frequencies}/${id}`).send(body);
    expect((await put({ isEnabled: false }).expect(200)).body).toMatchObject({ anchorDate: day('2026-11-09') });
    expect((await put({ periodID: 5 }).expect(200)).body).not.toHaveProperty('anchorDate');
    expect((await put({ anchorDate: '2026-11-09' }).expect(400)).body).toMatchObject({ errors: [{ pointer: '/anchorDate' }] });
    expect((await put({ periodID: 3 }).expect(200)).body).toMatchObject({ anchorDate: day('2024-01-01') });
    expect((await put({ periodID: 0 }).expect(400)).body).toMatchObject({ errors: [{ pointer: '/periodID' }] });
    expect((await put({ periodID: 99 }).expect(400)).body).toMatchObject({ errors: [{ pointer: '/periodID' }] });
  });
});

describe('The week of a division', () => {
  it('begins on Monday unless it is set', async () => {
    const { id } = await sheets.office.createRecord('divisions', { name: 'Events' });
    const put = (body: Body) => service.http.put(`/api/divisions/${id}`).send(body);
    expect((await put({}).expect(200)).body).toMatchObject({ firstDayOfWeek: 1 });
    expect((await put({ firstDayOfWeek: 7 }).expect(200)).body).toMatchObject({ firstDayOfWeek: 7 });
    for (const firstDayOfWeek of [0, 8, null, 'Monday'])
      expect((await put({ firstDayOfWeek }).expect(400)).body).toMatchObject({ errors: [{ pointer: '/firstDayOfWeek' }] });
  });

  it('decides about the periods of its placements', async () => {
    const { id: division } = await sheets.office.createRecord('divisions', { name: 'Events', firstDayOfWeek: 6 });
    const placementID = await sheets.placement({ division });
    expect(periodsOf([await sheets.create({ placementID, hours: 8 })])).toEqual(['2026-11-21 2026-11-27']);
  });
});

describe('The period of a timesheet', () => {
  it.each<[string, Body, Body, string]>([
    ['the present one', {}, {}, '2026-11-23 2026-11-29'],
    ['the one of a day', {}, { periodStart: '2026-11-04' }, '2026-11-02 2026-11-08'],
    ['the one of its last day', {}, { periodEnd: '2026-11-08' }, '2026-11-02 2026-11-08'],
    ['the one of its first line', {}, { lines: [{ day: '2026-10-30', hours: 1 }] }, '2026-10-26 2026-11-01'],
    ['itself', {}, { periodStart: '2026-11-02', periodEnd: '2026-11-08' }, '2026-11-02 2026-11-08'],
    ['cut to the start of the placement', { startDate: '2026-11-25' }, {}, '2026-11-25 2026-11-29'],
    ['cut to the end of the placement', { endDate: '2026-11-26' }, {}, '2026-11-23 2026-11-26'],
    ['the first of a placement that has not begun', { startDate: '2026-12-09' }, {}, '2026-12-09 2026-12-13'],
    ['the last of a placement that is over', { endDate: '2026-11-11' }, {}, '2026-11-09 2026-11-11'],
  ])('is %s', async (_, placement, body, expected) => {
    const created = await sheets.create({ placementID: await sheets.placement(placement), ...body });
    expect(periodsOf([created])).toEqual([expected]);
    expect(periodsOf([await sheets.find(created.id)])).toEqual([expected]);
  });

  it.each<[string, Body, string]>([
    ['Fortnightly', { periodID: 2, anchorDate: '2026-11-16' }, '2026-11-16 2026-11-29'],
    ['Fortnightly', { periodID: 2, anchorDate: '2026-11-09' }, '2026-11-23 2026-12-06'],
    ['Four-weekly', { periodID: 3, anchorDate: '2026-11-02' }, '2026-11-02 2026-11-29'],
    ['Semi-monthly', {}, '2026-11-16 2026-11-30'],
    ['Monthly', {}, '2026-11-01 2026-11-30'],
    ['Daily', {}, '2026-11-24 2026-11-24'],
  ])('follows the pay frequency: %s %j', async (name, fields, expected) => {
    const payFrequencyID = await sheets.frequency({ name, periodID: undefined, ...fields });
    expect(periodsOf([await sheets.create({ placementID: await sheets.placement({ payFrequencyID }) })])).toEqual([expected]);
  });

  it.each<[string, Body, { pointer: string; detail: string }[]]>([
    [
      'another first day',
      { periodStart: '2026-11-17', periodEnd: '2026-11-22' },
      [
        {
          pointer: '/periodStart',
          detail: 'must be 2026-11-16, or be omitted: the period of the placement is from 2026-11-16 to 2026-11-22',
        },
      ],
    ],
    [
      'another last day',
      { periodStart: '2026-11-16', periodEnd: '2026-11-29' },
      [
        {
          pointer: '/periodEnd',
          detail: 'must be 2026-11-22, or be omitted: the period of the placement is from 2026-11-16 to 2026-11-22',
        },
      ],
    ],
    [
      'a day before the placement',
      { periodStart: '2026-08-31' },
      [{ pointer: '/periodStart', detail: expect.stringContaining('which begins on 2026-09-01 and ends on 2027-03-31') as string }],
    ],
    ['a day after the placement', { periodEnd: '2027-04-01' }, [{ pointer: '/periodEnd', detail: expect.any(String) as string }]],
    [
      'a line outside of the placement',
      { lines: [{ day: '2027-04-01', hours: 8 }] },
      [{ pointer: '/lines/0/day', detail: expect.stringContaining('must be a day of placement') as string }],
    ],
  ])('is refused with %s', async (_, body, errors) => {
    const placementID = await sheets.placement();
    expect((await sheets.post('', { placementID, ...body }).expect(400)).body).toMatchObject({ errors });
  });

  it('has one timesheet, whose id the refusal of a second one tells', async () => {
    const placementID = await sheets.placement();
    const { id } = await sheets.create({ placementID, periodStart: '2026-11-16' });
    const problem = {
      type: '/problems/timesheet-exists',
      timesheetIDs: [id],
      detail: `Timesheet ${id} of placement ${placementID} is from 2026-11-16 to 2026-11-22: change that one, or delete it if it is not approved.`,
    };
    for (const body of [{ periodStart: '2026-11-16' }, { periodEnd: '2026-11-20' }, { periodStart: '2026-11-20', periodEnd: '2026-11-25' }])
      expect((await sheets.post('', { placementID, ...body }).expect(409)).body).toMatchObject(problem);
    expect((await sheets.post('', { placementID, lines: [{ day: '2026-11-18', hours: 8 }] }).expect(409)).body).toMatchObject(problem);
    const next = await sheets.create({ placementID, periodStart: '2026-11-23' });
    expect((await sheets.put(next.id, { periodStart: '2026-11-16', periodEnd: '2026-11-22' }).expect(409)).body).toMatchObject(problem);
    await service.http.delete(`/api/Timesheets/${id}`).expect(204);
    const again = await sheets.create({ placementID, periodStart: '2026-11-16' });
    expect((await sheets.put(id, { deleted: false }).expect(409)).body).toMatchObject({ timesheetIDs: [again.id] });
  });

  it('has one timesheet also of requests at the same time', async () => {
    const placementID = await sheets.placement();
    const responses = await Promise.all(Array.from({ length: 6 }, async () => sheets.post('', { placementID, periodStart: '2026-11-16' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await sheets.ofPlacement(placementID)).toHaveLength(1);
  });

  it('does not overlap others after a change of the pay frequency', async () => {
    const placementID = await sheets.placement();
    await sheets.create({ placementID, periodStart: '2026-11-16' });
    const payFrequencyID = await sheets.frequency({ name: 'Fortnightly', periodID: 2, anchorDate: '2026-11-16' });
    await service.http.put(`/api/Placements/${placementID}`).send({ payFrequencyID }).expect(200);
    await sheets.create({ placementID, periodStart: '2026-11-25' });
    await sheets.create({ placementID, periodStart: '2026-12-01' });
    expect(periodsOf(await sheets.ofPlacement(placementID))).toEqual([
      '2026-11-16 2026-11-22',
      '2026-11-23 2026-11-29',
      '2026-11-30 2026-12-13',
    ]);
  });

  it('is any period within a placement without a pay frequency', async () => {
    const placementID = await sheets.placement({ payFrequencyID: 0 });
    const first = await sheets.create({ placementID, periodStart: '2026-10-05', periodEnd: '2026-10-25' });
    expect(periodsOf([first])).toEqual(['2026-10-05 2026-10-25']);
    expect((await sheets.post('', { placementID, periodStart: '2026-10-25', periodEnd: '2026-10-26' }).expect(409)).body).toMatchObject({
      timesheetIDs: [first.id],
    });
    expect((await sheets.post('', { placementID, periodStart: '2027-03-30', periodEnd: '2027-04-01' }).expect(400)).body).toMatchObject({
      errors: [{ pointer: '/periodEnd' }],
    });
    expect(periodsOf([await sheets.create({ placementID })])).toEqual(['2026-11-23 2026-11-29']);
  });

  it('can be changed, with its due date, unless there are hours outside', async () => {
    const placementID = await sheets.placement();
    const { id, dueDate } = await sheets.create({ placementID, periodStart: '2026-11-16', lines: [{ day: '2026-11-17', hours: 8 }] });
    expect(dueDate).toBe(day('2026-11-23'));
    const moved = { periodStart: '2026-11-09', periodEnd: '2026-11-15' };
    expect((await sheets.put(id, moved).expect(400)).body).toMatchObject({ errors: [{ pointer: '/lines/0/day' }] });
    expect((await sheets.put(id, { ...moved, lines: [{ day: '2026-11-09', hours: 8 }] }).expect(200)).body).toMatchObject({
      dueDate: day('2026-11-16'),
    });
  });
});

describe('The due date of a timesheet', () => {
  it('is the day after its period, unless it is sent', async () => {
    const placementID = await sheets.placement();
    expect(await sheets.create({ placementID, periodStart: '2026-11-16' })).toMatchObject({ dueDate: day('2026-11-23') });
    expect(await sheets.create({ placementID, dueDate: '2026-12-24' })).toMatchObject({ dueDate: day('2026-12-24') });
  });

  it('follows the setting dueAfterDays', async () => {
    const settings = '/api/Configuration/Timesheets';
    for (const value of ['-1', '61', 'x'])
      await service.http
        .post(settings)
        .send([{ type: 'dueAfterDays', value }])
        .expect(400);
    await service.http
      .post(settings)
      .send([{ type: 'dueAfterDays', value: '3' }])
      .expect(200);
    expect(await sheets.create({ placementID: await sheets.placement(), periodStart: '2026-11-16' })).toMatchObject({
      dueDate: day('2026-11-25'),
    });
    await service.http.delete(`${settings}/dueAfterDays`).expect(204);
  });
});
