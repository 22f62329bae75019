import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN_KEY, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { PayRunsApi, REGION, withKey, type Where } from './support/pay-runs';
import type { Body } from './support/recruiter-api';
import type { TimesheetsApi } from './support/timesheets';

let service: TestApp;
let runs: PayRunsApi;
let sheets: TimesheetsApi;
beforeAll(async () => {
  service = await startApp({ ...WITH_ADMIN, CLOCK_START: '2026-11-24T01:00:00Z' });
  runs = await PayRunsApi.of(service);
  ({ sheets } = runs);
});
afterAll(() => service.close());

const WEEK = { periodStart: '2026-11-16' };
const placementIn = (where: Where, fields: Body = {}) => runs.placement(where, fields);
const sheetIn = (where: Where, fields: Body = {}, hours = 8) => runs.sheet(where, fields, hours);
const feeIn = (where: Where) => runs.fee(where);

describe('A pay run', () => {
  it('collects approved timesheets and fees into lines with the accounts of the payroll settings', async () => {
    const where = await runs.division();
    const employee = await sheetIn(where);
    const subcontractor = await sheetIn(where, { workerKind: 2 });
    const feePlacement = await feeIn(where);
    await sheets.create({ placementID: await placementIn(where), ...WEEK, hours: 8 });
    const run = await runs.create(where);
    expect(run).toMatchObject({
      name: 'Weekly to 2026-11-22',
      statusName: 'Draft',
      timesheets: 2,
      fees: 1,
      totalPay: 1040,
      totalOnCosts: 112,
      totalCharge: 19_472,
      totalMargin: 18_320,
    });
    expect(await runs.lines(run.id)).toMatchObject([
      {
        kind: 'work',
        timesheetID: employee,
        candidateName: 'Charlotte Nguyen',
        clientName: 'Harbour',
        day: '2026-11-16T00:00:00.000Z',
        rateKindName: 'Ordinary',
        hours: 8,
        workerKind: 1,
        region: 'AU',
        superItemID: 31,
        chargeItemID: 0,
        glGroup: 501,
        incomeAccount: '4-2000',
        expenseAccount: '5-2000',
        pay: 520,
        onCosts: 56,
        charge: 736,
        margin: 160,
      },
      {
        timesheetID: subcontractor,
        workerKind: 2,
        superItemID: 0,
        glGroup: 502,
        incomeAccount: '4-3000',
        expenseAccount: '5-3000',
        pay: 520,
      },
      {
        kind: 'fee',
        timesheetID: 0,
        placementID: feePlacement,
        chargeItemID: 880,
        glGroup: 0,
        incomeAccount: '4-1000',
        expenseAccount: '',
        pay: 0,
        charge: 18_000,
        margin: 18_000,
      },
    ]);
    expect(await sheets.find(employee)).toMatchObject({ payRunID: run.id, statusName: 'Approved' });
  });

  it('is previewed as it is then created, and the preview stores nothing', async () => {
    const where = await runs.division();
    const timesheet = await sheetIn(where);
    const { body } = await runs.post('/Preview', where).expect(200);
    expect(await sheets.find(timesheet)).toMatchObject({ payRunID: 0 });
    const { id, ...run } = await runs.create(where);
    const lines = (await runs.lines(id)).map((line) => ({ ...line, id: 0, payRunID: 0 }));
    const { lines: shown, ...preview } = body as { lines: Body[] } & Body;
    expect(shown).toEqual(lines);
    expect({ ...preview, createdDate: '', updatedDate: '' }).toEqual({ ...run, id: 0, createdDate: '', updatedDate: '' });
  });

  it('pays earlier timesheets and adjustments, but none of another division, frequency or a later period', async () => {
    const where = await runs.division();
    const placementID = await placementIn(where);
    const earlier = await sheets.approved({ placementID, periodStart: '2026-11-02', hours: 4 });
    const adjustment = (await sheets.post(`/${earlier}/Adjustments`, { hours: -1 }).expect(201)).body as { id: number };
    await sheets.post(`/${adjustment.id}/Submit`).expect(200);
    await sheets.post(`/${adjustment.id}/Approve`).expect(200);
    const own = await sheets.approved({ placementID, ...WEEK, hours: 8 });
    await sheets.approved({ placementID, periodStart: '2026-11-23', hours: 8 });
    await sheetIn({ ...where, payFrequencyID: await sheets.frequency() });
    await sheetIn({ ...where, division: (await runs.division()).division });
    const run = await runs.create(where);
    expect((await runs.lines(run.id)).map(({ timesheetID, hours }) => [timesheetID, hours])).toEqual(
      [
        [earlier, 4],
        [own, 8],
        [adjustment.id, -1],
      ].toSorted(([one], [other]) => Number(one) - Number(other)),
    );
    expect(run).toMatchObject({ timesheets: 3, totalPay: 715 });
  });

  it('has hours without lines as ordinary ones', async () => {
    const where = await runs.division();
    await sheets.approved({ placementID: await placementIn(where), ...WEEK, hours: 8 });
    for (const each of [runs, runs.charging]) {
      const { id } = await each.create(where);
      expect(await each.lines(id)).toMatchObject([{ rateKindID: 1, rateKindName: 'Ordinary', hours: 8 }]);
    }
  });

  it('takes each timesheet and fee once', async () => {
    const where = await runs.division();
    await sheetIn(where);
    await feeIn(where);
    await runs.create(where);
    expect((await runs.post('', where).expect(409)).body).toMatchObject({ type: '/problems/nothing-to-pay' });
    expect((await runs.post('/Preview', where).expect(409)).body).toMatchObject({ type: '/problems/nothing-to-pay' });
  });

  it('takes each timesheet once when requests arrive together', async () => {
    const where = await runs.division();
    const timesheet = await sheetIn(where);
    const answers = await Promise.all([1, 2, 3].map(() => runs.post('', where)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const [created] = answers.filter(({ status }) => status === 201);
    expect(await sheets.find(timesheet)).toMatchObject({ payRunID: (created!.body as { id: number }).id });
  });

  // an embedded database is used by one process only
  if (process.env['TEST_DATABASE_URL'])
    it('takes each timesheet once with two processes', async () => {
      const where = await runs.division();
      const timesheet = await sheetIn(where);
      const twin = await service.twin();
      const services = [runs.maker, withKey(twin, ADMIN_KEY), runs.maker, withKey(twin, ADMIN_KEY)];
      const answers = await Promise.all(services.map(async ({ http }) => http.post('/api/PayRuns').send(where)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      const [created] = answers.filter(({ status }) => status === 201);
      expect(await sheets.find(timesheet)).toMatchObject({ payRunID: (created!.body as { id: number }).id });
      await twin.close();
    });

  it('takes a timesheet or lets it be reopened, when both are wanted together', async () => {
    const where = await runs.division();
    const timesheet = await sheetIn(where);
    const [run, reopened] = await Promise.all([runs.post('', where), sheets.post(`/${timesheet}/Reopen`)].map(async (each) => each));
    expect([run!.status, reopened!.status]).toEqual(run!.status === 201 ? [201, 409] : [409, 200]);
  });

  it('requires a division, a pay frequency and an end', async () => {
    const { body } = await runs.post('', {}).expect(400);
    const { errors } = body as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(['/division', '/payFrequencyID', '/periodEnd']);
    const where = await runs.division();
    for (const wrong of [{ division: 9999 }, { payFrequencyID: 9999 }, { periodEnd: '2026-02-30' }])
      await runs.post('', { ...where, ...wrong }).expect(400);
  });

  it('books work by the region of the job, else of the division', async () => {
    const where = await runs.division({ regionSettings: [REGION, { ...REGION, region: 'vic', glGroupEmployee: 777 }] });
    await sheetIn(where);
    const { jobID, candidateID } = await sheets.office.vacancy({ state: 'VIC', countryCode: 'AU' });
    await sheetIn(where, { jobID, candidateID });
    const { id } = await runs.create(where);
    expect((await runs.lines(id)).map(({ region, glGroup }) => [region, glGroup])).toEqual([
      ['AU', 501],
      ['vic', 777],
    ]);
  });

  it('names the payroll settings that are missing, with region and worker kind', async () => {
    const where = await runs.division({
      permChargeItemID: 0,
      regionSettings: [{ ...REGION, glGroupSubContractor: 0, contractIncomeAccountSubContractor: '', permIncomeAccount: null }],
    });
    await sheetIn(where, { workerKind: 2 });
    await feeIn(where);
    const { body } = await runs.post('', where).expect(409);
    expect(body).toMatchObject({
      type: '/problems/missing-payroll-settings',
      missingSettings: [
        {
          divisionID: where.division,
          region: 'AU',
          workerKind: 'subcontractor',
          settings: ['glGroupSubContractor', 'contractIncomeAccountSubContractor'],
        },
        { divisionID: where.division, region: 'AU', settings: ['permIncomeAccount', 'permChargeItemID'] },
      ],
    });
    expect(body.detail).toContain('glGroupSubContractor, contractIncomeAccountSubContractor for the region AU');
  });

  it('is not made of a division without settings, without the region, or that collects no timesheets', async () => {
    const { id } = await sheets.office.createRecord('divisions', { name: 'Without payroll' });
    const payFrequencyID = await sheets.frequency();
    const body = { division: id, payFrequencyID, periodEnd: '2026-11-22' };
    expect((await runs.post('', body).expect(409)).body).toMatchObject({ missingSettings: [{ settings: ['regionSettings'] }] });
    const elsewhere = await runs.division({ region: 'NZ' });
    await sheetIn(elsewhere);
    expect((await runs.post('', elsewhere).expect(409)).body).toMatchObject({
      missingSettings: [{ region: 'NZ', settings: ['regionSettings'] }],
    });
    const off = await runs.division({ collectTimesheetData: false });
    await sheetIn(off);
    expect((await runs.post('', off).expect(409)).body).toMatchObject({ type: '/problems/timesheet-collection-off' });
  });
});

describe('The states of a pay run', () => {
  it('lead from a draft over the approval of a second person to payment', async () => {
    const where = await runs.division();
    const timesheet = await sheetIn(where);
    const { id } = await runs.create(where);
    expect((await runs.post(`/${id}/Complete`).expect(409)).body).toMatchObject({ type: '/problems/transition' });
    expect((await runs.post(`/${id}/Approve`).expect(403)).body).toMatchObject({
      detail: `You have created pay run ${id} yourself: somebody else must approve it.`,
    });
    expect((await runs.approve(id).expect(200)).body).toMatchObject({ statusName: 'Approved', approvedByName: 'Approver' });
    await runs.approve(id).expect(200);
    expect((await runs.post(`/${id}/Complete`).expect(200)).body).toMatchObject({
      statusName: 'Completed',
      completedDate: expect.stringContaining('2026-11-24') as string,
    });
    expect(await sheets.find(timesheet)).toMatchObject({ statusName: 'Paid', payRunID: id });
    const { body } = await runs.maker.http.get(`/api/divisions/${where.division}/payroll-integration`).expect(200);
    expect((body as Body)['collectTimesheetLastRun']).toContain('2026-11-24');
    await runs.post(`/${id}/Complete`).expect(200);
    for (const step of ['Cancel', 'Approve']) await runs.post(`/${id}/${step}`).expect(409);
  });

  it('release timesheets and fees when a run is cancelled', async () => {
    const where = await runs.division();
    const timesheet = await sheetIn(where);
    const fee = await feeIn(where);
    const id = await runs.approved(where);
    expect((await runs.post(`/${id}/Cancel`).expect(200)).body).toMatchObject({ statusName: 'Cancelled' });
    expect(await sheets.find(timesheet)).toMatchObject({ statusName: 'Approved', payRunID: 0 });
    await runs.maker.http.put(`/api/Placements/${fee}`).send({ feeAmount: 5 }).expect(200);
    expect(await runs.create(where)).toMatchObject({ timesheets: 1, fees: 1, totalCharge: 741 });
    expect(await runs.lines(id)).toHaveLength(2);
    await runs.approve(id).expect(409);
  });

  it('keep what is in a run as it is, and name the run', async () => {
    const where = await runs.division();
    const timesheet = await sheetIn(where);
    const fee = await feeIn(where);
    const { id } = await runs.create(where);
    expect((await sheets.post(`/${timesheet}/Reopen`).expect(409)).body).toMatchObject({
      type: '/problems/transition',
      detail: `The timesheet ${timesheet} is Approved and cannot become Open: it is in pay run ${id}. Correct it by another timesheet: POST /api/Timesheets/${timesheet}/Adjustments.`,
      payRunID: id,
    });
    expect((await sheets.put(timesheet, { statusID: 5 }).expect(409)).body).toMatchObject({ payRunID: id });
    expect((await sheets.put(timesheet, { lines: [] }).expect(409)).body).toMatchObject({
      detail: expect.stringContaining('/Adjustments') as string,
    });
    for (const change of [{ feeAmount: 1 }, { salary: 200_000 }, { feePercentage: 20 }, { deleted: true }, { statusID: 5 }])
      expect((await runs.maker.http.put(`/api/Placements/${fee}`).send(change).expect(409)).body).toMatchObject({ payRunID: id });
    await runs.maker.http.put(`/api/Placements/${fee}`).send({ salary: 200_000, feeAmount: 18_000 }).expect(200);
    await sheets.post(`/${timesheet}/Adjustments`, { hours: 1 }).expect(201);
  });

  it('are either completed or cancelled by requests at the same time', async () => {
    const where = await runs.division();
    const timesheet = await sheetIn(where);
    const id = await runs.approved(where);
    const answers = await Promise.all(['Complete', 'Cancel'].map(async (step) => runs.post(`/${id}/${step}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const run = await sheets.office.getRecord(`PayRuns/${id}`);
    expect((await sheets.find(timesheet))['statusName']).toBe(run['statusName'] === 'Completed' ? 'Paid' : 'Approved');
  });

  it('leave changes of the payroll settings at the same time as they are', async () => {
    for (let turn = 1; turn <= 5; turn++) {
      const where = await runs.division();
      await sheetIn(where);
      const id = await runs.approved(where);
      const settings = `/api/divisions/${where.division}/payroll-integration`;
      const puts = Array.from({ length: 5 }, (_, index) => ({ entityID: 10 * turn + index }));
      const answers = await Promise.all([
        runs.post(`/${id}/Complete`).expect(200),
        ...puts.map(async (body) => runs.maker.http.put(settings).send(body).expect(200)),
      ]);
      const last = answers.slice(1).toSorted((one, other) => versionOf(other) - versionOf(one))[0];
      const { body } = await runs.maker.http.get(settings).expect(200);
      expect(body).toMatchObject({
        entityID: (last?.body as Body)['entityID'] as number,
        collectTimesheetLastRun: expect.stringContaining('2026-11-24') as string,
      });
    }
  });

  it('are in its history and in the changes', async () => {
    const where = await runs.division();
    await sheetIn(where);
    const id = await runs.approved(where);
    const changes = await sheets.office.changesTo('PayRun', id);
    expect(changes.map(({ action, fields, events }) => [action, fields['statusID'], events])).toEqual([
      ['created', [null, 1], [70]],
      ['updated', [1, 2], [71, 72]],
    ]);
    const { body } = await runs.maker.http.get(`/api/PayRuns/${id}/History`).expect(200);
    expect(body).toHaveLength(2);
  });
});

describe('Programs', () => {
  it.each([
    ['approved', [72], 'payrun.approved'],
    ['completed', [73], 'payrun.completed'],
    ['cancelled', [74], 'payrun.cancelled'],
  ])('are told by a webhook that a run is %s', async (_, events, type) => {
    const webhook = await runs.maker.http
      .post('/api/Webhooks')
      .send({ name: type, url: 'https://hooks.example.com/runs', events })
      .expect(201);
    const where = await runs.division();
    for (const step of ['Complete', 'Cancel']) {
      await sheetIn(where);
      await runs.post(`/${await runs.approved(where)}/${step}`).expect(200);
    }
    const path = `/api/Webhooks/${(webhook.body as { id: number }).id}/Deliveries`;
    const get = async <T>(from: string): Promise<T> => (await runs.maker.http.get(from).expect(200)).body as T;
    const wanted = type === 'payrun.approved' ? [type, type] : [type];
    let deliveries: { id: string }[] = [];
    while (deliveries.length < wanted.length) {
      await pause(20);
      deliveries = await get(path);
    }
    const details = await Promise.all(deliveries.map(({ id }) => get<{ request: { body: string } }>(`${path}/${id}`)));
    expect(details.map(({ request: { body } }) => (JSON.parse(body) as Body)['type'])).toEqual(wanted);
  });

  it('cannot let automations wait for it: those wait for the events 1 to 69', async () => {
    const { body } = await runs.maker.http.post('/api/Automation').send({ triggerID: 1, eventID: 72, statusID: 1 }).expect(400);
    expect(body).toMatchObject({ errors: [{ pointer: '/eventID' }] });
  });
});

describe('What a pay run comes to', () => {
  it('is told by placement, candidate, client and consultant, to the cent', async () => {
    const where = await runs.division();
    const consultantID2 = (await sheets.office.createRecord('Users', { name: 'Second', roleID: 2 })).id;
    const terms = { consultantID1: 1, consultantPercentage1: 33.3333, consultantID2, consultantPercentage2: 33.3333 };
    const { jobID, candidateID, clientID } = await sheets.office.vacancy(terms);
    const shared = await placementIn(where, { jobID, candidateID });
    await sheets.approved({ placementID: shared, ...WEEK, hours: 8 });
    const other = await placementIn(where, { candidateID });
    await sheets.approved({ placementID: other, ...WEEK, hours: 2 });
    const { id } = await runs.create(where);
    expect(await runs.totals(id, 'placement')).toMatchObject([
      { id: shared, hours: 8, pay: 520, onCosts: 56, charge: 736, margin: 160 },
      { id: other, hours: 2, pay: 130, onCosts: 14, charge: 184, margin: 40 },
    ]);
    expect(await runs.totals(id, 'candidate')).toMatchObject([{ id: candidateID, hours: 10, pay: 650, charge: 920 }]);
    expect((await runs.totals(id, 'client'))[0]).toMatchObject({ id: clientID, name: 'Harbour', pay: 520 });
    expect(await runs.totals(id, 'consultant')).toMatchObject([
      { id: 0, name: null, pay: 303.34 },
      { id: 1, pay: 173.33 },
      { id: consultantID2, name: 'Second', pay: 173.33 },
    ]);
    await runs.maker.http.get(`/api/PayRuns/${id}/Totals?by=month`).expect(400);
  });

  it.each(['csv', 'ndjson', 'json'])('is exported as %s once it is approved', async (format) => {
    const where = await runs.division();
    await sheetIn(where);
    const { id } = await runs.create(where);
    const path = `/api/PayRuns/${id}/Export?format=${format}`;
    expect((await runs.maker.http.get(path).expect(409)).body).toMatchObject({
      detail: `Pay run ${id} is Draft: only what is approved is exported.`,
    });
    await runs.approve(id).expect(200);
    const { text, headers } = await runs.maker.http.get(path).buffer(true).expect(200);
    expect(headers['content-disposition']).toBe(`attachment; filename="pay-run-${id}.${format}"`);
    const lines = await runs.lines(id);
    if (format === 'json') expect(JSON.parse(text)).toMatchObject({ payRun: { id, totalPay: 520 }, lines });
    if (format === 'ndjson')
      expect(
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      ).toEqual(lines);
    if (format === 'csv') {
      const [header, line] = text.replace('\ufeff', '').split('\r\n');
      const cells = new Map(header!.split(',').map((name, index) => [name, line!.split(',')[index]]));
      expect([cells.get('payRunID'), cells.get('glGroup'), cells.get('pay')]).toEqual([String(id), '501', '520']);
    }
  });

  it.each([
    ['text/csv', 'csv'],
    ['application/x-ndjson', 'ndjson'],
    ['application/json', 'json'],
    ['text/csv;q=0.5, application/x-ndjson', 'ndjson'],
    ['text/*', 'csv'],
    ['*/*', 'json'],
  ])('is exported for Accept: %s as %s, unless the query asks for another format', async (accept, format) => {
    const where = await runs.division();
    await sheetIn(where);
    const { id } = await runs.create(where);
    await runs.approve(id).expect(200);
    const path = `/api/PayRuns/${id}/Export`;
    const { headers } = await runs.maker.http.get(path).set('Accept', accept).expect(200);
    expect(headers['content-disposition']).toBe(`attachment; filename="pay-run-${id}.${format}"`);
    const inCsv = await runs.maker.http.get(`${path}?format=csv`).set('Accept', accept).expect(200);
    expect(inCsv.headers['content-type']).toBe('text/csv; charset=utf-8');
    await runs.maker.http.get(path).set('Accept', 'application/pdf').expect(406);
  });

  it('is listed and searched', async () => {
    const where = await runs.division();
    await sheetIn(where);
    const { id } = await runs.create(where);
    const { body } = await runs.maker.http.get(`/api/PayRuns?ids=${id}`).expect(200);
    expect(body).toMatchObject([{ id }]);
    const filters = { combinator: 'and', rules: [{ field: 'division', operator: '=', value: where.division }] };
    expect((await runs.post('/Query', { filters }).expect(200)).body).toMatchObject([{ id }]);
    for (const path of ['/2147483647', '/2147483647/Lines', '/2147483647/Totals', '/2147483647/Export'])
      await runs.maker.http.get(`/api/PayRuns${path}`).expect(404);
  });
});

/** The version in the ETag of a response. */
const versionOf = ({ headers }: { headers: Record<string, string> }): number => Number.parseInt(headers['etag']!.slice(1), 10);
