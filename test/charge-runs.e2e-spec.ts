import { ADMIN_KEY, createKey, createUser, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { PayRunsApi, REGION, withKey, type Where } from './support/pay-runs';
import type { Body } from './support/recruiter-api';
import type { TimesheetsApi } from './support/timesheets';

let service: TestApp;
let pay: PayRunsApi;
let runs: PayRunsApi;
let sheets: TimesheetsApi;
beforeAll(async () => {
  service = await startApp({ ...WITH_ADMIN, CLOCK_START: '2026-11-24T01:00:00Z' });
  pay = await PayRunsApi.of(service);
  runs = pay.charging;
  ({ sheets } = runs);
});
afterAll(() => service.close());

const WEEK = { periodStart: '2026-11-16' };
const OVERTIME = 2;
/** Lines of a timesheet with two days of ordinary hours and one of overtime. */
const MIXED = [
  { day: '2026-11-16', hours: 8 },
  { day: '2026-11-17', hours: 6 },
  { day: '2026-11-17', hours: 2, rateKindID: OVERTIME },
];
const inBrief = ({ clientID, purchaseOrder, periodStart, candidateID, hours }: Body) => [
  clientID,
  purchaseOrder,
  String(periodStart).slice(0, 10),
  candidateID,
  hours,
];
/** Placements of several candidates on one job, that is for one client. @returns their ids */
async function colleagues(where: Where, fields: readonly Body[], job: Body = {}) {
  const { jobID, clientID } = await sheets.office.vacancy(job);
  const placements: { id: number; candidateID: number }[] = [];
  for (const each of fields) {
    const candidateID = await sheets.office.candidate();
    placements.push({ candidateID, id: await runs.placement(where, { jobID, candidateID, ...each }) });
  }
  return { clientID, placements };
}

describe('The purchase order of a placement', () => {
  it('is by default the reference of the client in the job, and fixed on timesheets at approval', async () => {
    const { jobID, candidateID } = await sheets.office.vacancy({ clientReference: 'PO-1' });
    const placementID = await sheets.placement({ jobID, candidateID });
    const { id } = await sheets.create({ placementID, ...WEEK, hours: 8, purchaseOrder: 'ignored' });
    expect(await sheets.find(id)).toMatchObject({ purchaseOrder: null });
    await sheets.post(`/${id}/Submit`).expect(200);
    await sheets.post(`/${id}/Approve`).expect(200);
    await runs.maker.http.put(`/api/Placements/${placementID}`).send({ purchaseOrder: 'PO-2' }).expect(200);
    expect(await sheets.find(id)).toMatchObject({ purchaseOrder: 'PO-1' });
    const adjustment = (await sheets.post(`/${id}/Adjustments`, { hours: 1 }).expect(201)).body as { id: number };
    for (const step of ['Submit', 'Approve']) await sheets.post(`/${adjustment.id}/${step}`).expect(200);
    expect(await sheets.find(adjustment.id)).toMatchObject({ purchaseOrder: 'PO-1' });
    const next = await sheets.approved({ placementID, periodStart: '2026-11-09', hours: 8 });
    expect(await sheets.find(next)).toMatchObject({ purchaseOrder: 'PO-2' });
    expect((await sheets.post(`/${next}/Reopen`).expect(200)).body).toMatchObject({ purchaseOrder: null });
  });

  it('is another one if it is given', async () => {
    const { jobID, candidateID } = await sheets.office.vacancy({ clientReference: 'PO-1' });
    const placement = await sheets.office.createRecord('Placements', { jobID, candidateID, purchaseOrder: 'PO-9' });
    expect(placement).toMatchObject({ purchaseOrder: 'PO-9' });
  });
});

describe('A charge run', () => {
  it('collects the charge of timesheets by rate kind, and fees, with the income accounts of the payroll settings', async () => {
    const where = await runs.division();
    const { clientID, placements } = await colleagues(where, [{ purchaseOrder: 'PO-7' }]);
    const employee = await sheets.approved({ placementID: placements[0]!.id, ...WEEK, lines: MIXED });
    const subcontractor = await runs.sheet(where, { workerKind: 2 });
    const fee = await runs.fee(where, { purchaseOrder: 'PO-8' });
    await sheets.create({ placementID: await runs.placement(where), ...WEEK, hours: 8 });
    const run = await runs.create(where);
    expect(run).toMatchObject({ name: 'Weekly to 2026-11-22', statusName: 'Draft', timesheets: 2, fees: 1, clients: 3 });
    // 14 hours, 2 at one and a half times the rate; 8 hours; the fee
    expect(run['totalCharge']).toBe(1288 + 276 + 736 + 18_000);
    const week = { periodStart: '2026-11-16T00:00:00.000Z', periodEnd: '2026-11-22T00:00:00.000Z' };
    expect(await runs.lines(run.id)).toMatchObject([
      {
        chargeRunID: run.id,
        kind: 'work',
        timesheetID: employee,
        placementID: placements[0]!.id,
        candidateID: placements[0]!.candidateID,
        clientID,
        clientName: 'Harbour',
        purchaseOrder: 'PO-7',
        ...week,
        rateKindName: 'Ordinary',
        hours: 14,
        workerKind: 1,
        region: 'AU',
        incomeAccount: '4-2000',
        chargeRate: 92,
        rateUnitsName: 'Hour',
        charge: 1288,
      },
      { timesheetID: employee, purchaseOrder: 'PO-7', ...week, rateKindID: OVERTIME, hours: 2, chargeRate: 92, charge: 276 },
      { timesheetID: subcontractor, purchaseOrder: null, ...week, workerKind: 2, incomeAccount: '4-3000', charge: 736 },
      {
        kind: 'fee',
        timesheetID: 0,
        placementID: fee,
        purchaseOrder: 'PO-8',
        periodStart: '2026-11-02T00:00:00.000Z',
        periodEnd: '2026-11-02T00:00:00.000Z',
        hours: 0,
        incomeAccount: '4-1000',
        chargeRate: 0,
        charge: 18_000,
      },
    ]);
    expect(await sheets.find(employee)).toMatchObject({ chargeRunID: run.id, payRunID: 0, statusName: 'Approved' });
  });

  it('has its lines by client, purchase order and period', async () => {
    const where = await runs.division();
    const { clientID, placements } = await colleagues(where, [
      { purchaseOrder: 'PO-2' },
      { purchaseOrder: 'PO-1' },
      { purchaseOrder: 'PO-2' },
    ]);
    const later = await colleagues(where, [{ purchaseOrder: 'PO-0' }]);
    await sheets.approved({ placementID: later.placements[0]!.id, ...WEEK, hours: 1 });
    for (const [index, { id }] of placements.entries()) await sheets.approved({ placementID: id, ...WEEK, hours: 2 + index });
    await sheets.approved({ placementID: placements[2]!.id, periodStart: '2026-11-09', hours: 5 });
    const { id } = await runs.create(where);
    const [first, second, third] = placements.map(({ candidateID }) => candidateID);
    const expected = [
      [clientID, 'PO-1', '2026-11-16', second, 3],
      [clientID, 'PO-2', '2026-11-09', third, 5],
      [clientID, 'PO-2', '2026-11-16', first, 2],
      [clientID, 'PO-2', '2026-11-16', third, 4],
      [later.clientID, 'PO-0', '2026-11-16', later.placements[0]!.candidateID, 1],
    ];
    expect((await runs.lines(id)).map(inBrief)).toEqual(expected);
    const byHours = [...expected].sort((one, other) => Number(other[4]) - Number(one[4]));
    expect((await runs.lines(id, 'orderBy=-hours')).map(inBrief)).toEqual(byHours);
    await runs.get(`/${id}/Lines?orderBy=colour`).expect(400);
    expect(await runs.totals(id, 'purchaseOrder')).toMatchObject([
      { id: clientID, name: 'Harbour', purchaseOrder: 'PO-1', periodStart: '2026-11-16T00:00:00.000Z', hours: 3, charge: 276 },
      { id: clientID, purchaseOrder: 'PO-2', periodStart: '2026-11-09T00:00:00.000Z', hours: 5, charge: 460 },
      { id: clientID, purchaseOrder: 'PO-2', periodEnd: '2026-11-22T00:00:00.000Z', hours: 6, charge: 552 },
      { id: later.clientID, purchaseOrder: 'PO-0', hours: 1, charge: 92 },
    ]);
    expect(await runs.totals(id, 'client')).toEqual([
      { id: clientID, name: 'Harbour', currencyID: 0, hours: 14, charge: 1288 },
      { id: later.clientID, name: 'Harbour', currencyID: 0, hours: 1, charge: 92 },
    ]);
  });

  it('charges what is paid as well as what is not, each once', async () => {
    const where = await runs.division();
    const paid = await sheets.paid({ placementID: await runs.placement(where), ...WEEK, hours: 8 });
    const inPayRun = await runs.sheet(where);
    const fee = await runs.fee(where);
    await pay.create(where);
    const { id } = await runs.create(where);
    expect((await runs.lines(id)).map(({ timesheetID, placementID }) => timesheetID || placementID).sort()).toEqual(
      [paid, inPayRun, fee].sort(),
    );
    expect((await runs.post('', where).expect(409)).body).toMatchObject({ type: '/problems/nothing-to-charge' });
    const adjustment = (await sheets.post(`/${paid}/Adjustments`, { hours: -2 }).expect(201)).body as { id: number };
    for (const step of ['Submit', 'Approve']) await sheets.post(`/${adjustment.id}/${step}`).expect(200);
    expect(await runs.create(where)).toMatchObject({ timesheets: 1, fees: 0, totalCharge: -184 });
  });

  it('is previewed as it is then created, and the preview stores nothing', async () => {
    const where = await runs.division();
    const timesheet = await runs.sheet(where);
    const { body } = await runs.post('/Preview', where).expect(200);
    expect(await sheets.find(timesheet)).toMatchObject({ chargeRunID: 0 });
    const { id, ...run } = await runs.create(where);
    const lines = (await runs.lines(id)).map((line) => ({ ...line, id: 0, chargeRunID: 0 }));
    const { lines: shown, ...preview } = body as { lines: Body[] } & Body;
    expect(shown).toEqual(lines);
    expect({ ...preview, createdDate: '', updatedDate: '' }).toEqual({ ...run, id: 0, createdDate: '', updatedDate: '' });
  });

  it('takes each timesheet once when requests arrive together, for pay runs, too', async () => {
    const where = await runs.division();
    const timesheet = await runs.sheet(where);
    const answers = await Promise.all([runs, pay, runs, pay, runs].map(async (kind) => kind.post('', where)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    const [chargeRun, payRun] = ['chargeRunID', 'payRunID'].map(async (name) => (await sheets.find(timesheet))[name]);
    expect([await chargeRun, await payRun]).toEqual([expect.any(Number), expect.any(Number)]);
  });

  // an embedded database is used by one process only
  if (process.env['TEST_DATABASE_URL'])
    it('takes each timesheet once with two processes', async () => {
      const where = await runs.division();
      const timesheet = await runs.sheet(where);
      const twin = withKey(await service.twin(), ADMIN_KEY);
      const answers = await Promise.all(
        [runs.maker, twin, runs.maker, twin].map(async ({ http }) => http.post('/api/ChargeRuns').send(where)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      const [created] = answers.filter(({ status }) => status === 201);
      expect(await sheets.find(timesheet)).toMatchObject({ chargeRunID: (created!.body as { id: number }).id });
      await twin.close();
    });

  it('names the income accounts that are missing, and needs no others', async () => {
    const { region, permIncomeAccount, contractIncomeAccountEmployee } = REGION;
    const where = await runs.division({ permChargeItemID: 0, regionSettings: [{ region, contractIncomeAccountEmployee }] });
    await runs.sheet(where);
    await runs.create(where);
    await runs.fee(where);
    await runs.sheet(where, { workerKind: 2 });
    expect((await runs.post('', where).expect(409)).body).toMatchObject({
      type: '/problems/missing-payroll-settings',
      missingSettings: [
        { divisionID: where.division, region, settings: ['permIncomeAccount'] },
        { divisionID: where.division, region, workerKind: 'subcontractor', settings: ['contractIncomeAccountSubContractor'] },
      ],
    });
    const regionSettings = [{ ...REGION, permIncomeAccount }];
    await runs.maker.http.put(`/api/divisions/${where.division}/payroll-integration`).send({ regionSettings }).expect(200);
    await runs.create(where);
  });

  it('needs a client to charge, and a division that collects timesheets', async () => {
    const where = await runs.division();
    const placementID = await runs.placement(where);
    const setClient = (clientID: unknown) => runs.maker.http.put(`/api/Placements/${placementID}`).send({ clientID });
    const { clientID } = (await setClient(undefined).expect(200)).body as { clientID: number };
    await setClient(null).expect(200);
    await sheets.approved({ placementID, ...WEEK, hours: 8 });
    expect((await runs.post('', where).expect(409)).body).toMatchObject({
      type: '/problems/placement-without-client',
      detail: `The placements ${placementID} have no client to charge: set their clientID.`,
    });
    await setClient(clientID).expect(200);
    await runs.create(where);
    const off = await runs.division({ collectTimesheetData: false });
    expect((await runs.post('', off).expect(409)).body).toMatchObject({ type: '/problems/timesheet-collection-off' });
    const { body } = await runs.post('', {}).expect(400);
    expect((body as { errors: unknown[] }).errors).toHaveLength(3);
  });
});

describe('A line of a charge run', () => {
  it('has no rate if it is an allowance, and days if the rate is per day', async () => {
    const where = await runs.division();
    const ALLOWANCE = 4;
    const allowance = { day: '2026-11-16', rateKindID: ALLOWANCE, amount: 18.5 };
    const placementID = await runs.placement(where, { rateUnits: 2 });
    await sheets.approved({ placementID, ...WEEK, lines: [{ day: '2026-11-16', days: 1 }, { day: '2026-11-17', days: 0.5 }, allowance] });
    const { id } = await runs.create(where);
    expect(await runs.lines(id)).toMatchObject([
      { rateKindName: 'Ordinary', hours: 11.4, days: 1.5, chargeRate: 92, rateUnitsName: 'Day', charge: 138 },
      { rateKindName: 'Allowance', hours: 0, days: 0, chargeRate: 0, charge: 18.5 },
    ]);
  });
});

describe('The states of a charge run', () => {
  it('lead from a draft over the approval of a second person to completion, whether its timesheets are paid or not', async () => {
    const where = await runs.division();
    const timesheet = await runs.sheet(where);
    const { id } = await runs.create(where);
    expect((await runs.post(`/${id}/Complete`).expect(409)).body).toMatchObject({ type: '/problems/transition' });
    expect((await runs.get(`/${id}/Export`).expect(409)).body).toMatchObject({
      detail: `Charge run ${id} is Draft: only what is approved is exported.`,
    });
    expect((await runs.post(`/${id}/Approve`).expect(403)).body).toMatchObject({
      detail: `You have created charge run ${id} yourself: somebody else must approve it.`,
    });
    expect((await runs.approve(id).expect(200)).body).toMatchObject({ statusName: 'Approved', approvedByName: 'Approver' });
    expect((await runs.post(`/${id}/Complete`).expect(200)).body).toMatchObject({ statusName: 'Completed' });
    expect(await sheets.find(timesheet)).toMatchObject({ statusName: 'Approved', chargeRunID: id });
    for (const step of ['Cancel', 'Approve']) await runs.post(`/${id}/${step}`).expect(409);
    const history = (await runs.get(`/${id}/History`).expect(200)).body as unknown[];
    expect(history).toHaveLength(3);
    await sheets.put(timesheet, { statusID: 5 }).expect(200);
  });

  it('release timesheets and fees when a run is cancelled', async () => {
    const where = await runs.division();
    const timesheet = await runs.sheet(where);
    const fee = await runs.fee(where);
    const id = await runs.approved(where);
    expect((await runs.post(`/${id}/Cancel`).expect(200)).body).toMatchObject({ statusName: 'Cancelled' });
    expect(await sheets.find(timesheet)).toMatchObject({ chargeRunID: 0 });
    await runs.maker.http.put(`/api/Placements/${fee}`).send({ feeAmount: 5 }).expect(200);
    expect(await runs.create(where)).toMatchObject({ timesheets: 1, fees: 1, totalCharge: 741 });
    expect(await runs.lines(id)).toHaveLength(2);
  });

  it('keep what is in a run as it is, and name the runs', async () => {
    const where = await runs.division();
    const timesheet = await runs.sheet(where);
    const fee = await runs.fee(where);
    const { id: chargeRunID } = await runs.create(where);
    expect((await sheets.post(`/${timesheet}/Reopen`).expect(409)).body).toMatchObject({
      type: '/problems/transition',
      detail: `The timesheet ${timesheet} is Approved and cannot become Open: it is in charge run ${chargeRunID}. Correct it by another timesheet: POST /api/Timesheets/${timesheet}/Adjustments.`,
      chargeRunID,
    });
    expect((await runs.maker.http.put(`/api/Placements/${fee}`).send({ feeAmount: 1 }).expect(409)).body).toMatchObject({ chargeRunID });
    const { id: payRunID } = await pay.create(where);
    const both = `pay run ${payRunID} and charge run ${chargeRunID}`;
    expect((await sheets.post(`/${timesheet}/Reopen`).expect(409)).body).toMatchObject({
      detail: expect.stringContaining(`it is in ${both}.`) as string,
      payRunID,
      chargeRunID,
    });
    expect((await runs.maker.http.put(`/api/Placements/${fee}`).send({ feeAmount: 1 }).expect(409)).body).toMatchObject({
      detail: `The fee of placement ${fee} is in ${both}: its feeAmount can only be changed once it is in no run.`,
      payRunID,
      chargeRunID,
    });
    await pay.post(`/${payRunID}/Cancel`).expect(200);
    await sheets.put(timesheet, { lines: [] }).expect(409);
    await runs.post(`/${chargeRunID}/Cancel`).expect(200);
    await sheets.post(`/${timesheet}/Reopen`).expect(200);
  });
});

describe('What a charge run comes to', () => {
  it('is told by placement, candidate and consultant, to the cent', async () => {
    const where = await runs.division();
    const terms = { consultantID1: 1, consultantPercentage1: 33.3333 };
    const { placements } = await colleagues(where, [{}, {}], terms);
    const [one, other] = placements;
    await sheets.approved({ placementID: one!.id, ...WEEK, lines: MIXED });
    await sheets.approved({ placementID: other!.id, ...WEEK, hours: 1 });
    const { id } = await runs.create(where);
    expect(await runs.totals(id, 'placement')).toMatchObject([
      { id: one!.id, hours: 16, charge: 1564 },
      { id: other!.id, hours: 1, charge: 92 },
    ]);
    expect(await runs.totals(id, 'candidate')).toMatchObject([{ id: one!.candidateID, charge: 1564 }, { id: other!.candidateID }]);
    expect(await runs.totals(id, 'consultant')).toMatchObject([
      { id: 0, name: null, charge: 1104 },
      { id: 1, charge: 552 },
    ]);
    await runs.get(`/${id}/Totals?by=month`).expect(400);
  });

  it.each(['csv', 'ndjson', 'json'])('is exported as %s', async (format) => {
    const where = await runs.division();
    await runs.sheet(where, { purchaseOrder: 'PO-7' });
    const id = await runs.approved(where);
    const { text, headers } = await runs.get(`/${id}/Export?format=${format}`).buffer(true).expect(200);
    expect(headers['content-disposition']).toBe(`attachment; filename="charge-run-${id}.${format}"`);
    const lines = await runs.lines(id);
    if (format === 'json') expect(JSON.parse(text)).toMatchObject({ chargeRun: { id, totalCharge: 736 }, lines });
    if (format === 'ndjson') expect(JSON.parse(text)).toEqual(lines[0]);
    if (format === 'csv') {
      const [header, line] = text.replace('\ufeff', '').split('\r\n');
      const cells = new Map(header!.split(',').map((name, index) => [name, line!.split(',')[index]]));
      expect(['chargeRunID', 'purchaseOrder', 'incomeAccount', 'charge'].map((name) => cells.get(name))).toEqual([
        String(id),
        'PO-7',
        '4-2000',
        '736',
      ]);
    }
  });

  it('is hidden from callers without the scope "pay"', async () => {
    const { body: role } = await runs.maker.http
      .post('/api/Roles')
      .send({ name: 'Books', scopes: ['payroll:read'] })
      .expect(201);
    const userID = await createUser(runs.maker, { name: 'Books', roleID: (role as { id: number }).id });
    const { http } = withKey(service, (await createKey(runs.maker, { name: 'Books', userID })).key);
    const where = await runs.division();
    await runs.sheet(where);
    const id = await runs.approved(where);
    const { body } = await http.get(`/api/ChargeRuns/${id}/Lines`).expect(200);
    expect((body as Body[])[0]).toMatchObject({ hours: 8, incomeAccount: '4-2000' });
    for (const name of ['charge', 'chargeRate']) expect((body as Body[])[0]).not.toHaveProperty(name);
    expect((await http.get(`/api/ChargeRuns/${id}`).expect(200)).body).not.toHaveProperty('totalCharge');
    await http.get(`/api/ChargeRuns/${id}/Totals`).expect(403);
    await http.get(`/api/ChargeRuns/${id}/Lines?orderBy=charge`).expect(403);
    const { text } = await http.get(`/api/ChargeRuns/${id}/Export?format=csv`).buffer(true).expect(200);
    expect(text).not.toContain('736');
  });

  it('is listed and searched', async () => {
    const where = await runs.division();
    await runs.sheet(where);
    const { id } = await runs.create(where);
    expect((await runs.get(`?ids=${id}`).expect(200)).body).toMatchObject([{ id }]);
    const filters = { combinator: 'and', rules: [{ field: 'division', operator: '=', value: where.division }] };
    expect((await runs.post('/Query', { filters }).expect(200)).body).toMatchObject([{ id }]);
    for (const path of ['', '/Lines', '/Totals', '/Export']) await runs.get(`/2147483647${path}`).expect(404);
  });
});
