import { apiClient, pointersOf, type Body } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { asText, CSV, parseNdjson } from './support/bulk';
import { fetchAllPages } from './support/paging';
import { RecruiterApi } from './support/recruiter-api';

let service: TestApp;
let office: RecruiterApi;
const { createRecord, getRecord, updateRecord, expectProblem } = apiClient(() => service);
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2027-03-10T01:00:00Z' });
  office = new RecruiterApi(service);
});
afterAll(() => service.close());

const MOST = 99_999_999_999.9999;
const job = (fields: Body = {}) => createRecord('Jobs', { title: 'Site Engineer', ...fields });
const placementOf = async (jobFields: Body, fields: Body = {}) => {
  const { jobID, candidateID } = await office.vacancy(jobFields);
  return createRecord('Placements', { jobID, candidateID, ...fields });
};

describe('Amounts', () => {
  const AMOUNTS: [path: string, needed: Body, fields: string[]][] = [
    [
      'Jobs',
      { title: 'Site Engineer', feeType: 2 },
      [
        'dealAmount',
        'rateFrom',
        'rateTo',
        'chargeRateFrom',
        'chargeRateTo',
        'onCostsFrom',
        'onCostsTo',
        'salaryFrom',
        'salaryTo',
        'permFeePercentage',
        'permFeeAmount',
      ],
    ],
    ['Candidates', { firstName: 'Charlotte' }, ['preferredRate', 'preferredSalary']],
    ['Opportunities', { name: 'Panel' }, ['value']],
  ];

  it.each(AMOUNTS)('of %s are returned as they were sent, are found by it, and are never rounded', async (path, needed, fields) => {
    for (const [index, amount] of [0.1, 65.1234, 12_345_678_901.2345, MOST].entries()) {
      const sent = Object.fromEntries(fields.map((field) => [field, amount]));
      const { id } = await createRecord(path, { ...needed, ...sent });
      expect(await getRecord(`${path}/${id}`)).toMatchObject(sent);
      for (const field of fields) {
        const filters = { combinator: 'and', rules: [{ field, operator: '=', value: amount }] };
        const { body } = await service.http.post(`/api/${path}/Query`).send({ filters }).expect(200);
        expect([index, field, (body as { id: number }[]).map((each) => each.id)]).toEqual([index, field, [id]]);
      }
    }
    for (const amount of [0.00001, 0.1 + 0.2, 100_000_000_000, 1e300]) {
      const body = { ...needed, ...Object.fromEntries(fields.map((field) => [field, amount])) };
      const problem = await expectProblem('post', path, body, 400);
      expect(pointersOf(problem)).toEqual(fields.map((field) => `/${field}`));
    }
  });

  it('are rejected with what is allowed', async () => {
    expect(await expectProblem('post', 'Jobs', { title: 'Site Engineer', rateFrom: 65.12345 }, 400)).toMatchObject({
      detail: '/rateFrom must be a number from -99999999999.9999 to 99999999999.9999 with at most 4 decimals.',
    });
    const { id } = await job({ rateFrom: 65.1234 });
    expect(await expectProblem('put', `Jobs/${id}`, { rateFrom: 65.12345 }, 400)).toMatchObject({ errors: [{ pointer: '/rateFrom' }] });
    expect(await getRecord(`Jobs/${id}`)).toMatchObject({ rateFrom: 65.1234 });
  });

  it('sort by their value, and go on after a page', async () => {
    const source = 'In order';
    const ids: number[] = [];
    for (const salaryFrom of [-0.1, 0.1, 9.9999, 10, 100]) ids.push((await job({ source, salaryFrom })).id);
    const filters = { combinator: 'and', rules: [{ field: 'source', operator: '=', value: source }] };
    const body = { filters, orderBy: { columnName: 'salaryFrom', isAscending: true } };
    const found = (await fetchAllPages(service, { path: '/api/Jobs/Query?limit=2', body })).map(({ id }) => id);
    expect(found).toEqual(ids);
  });

  it('of an import are checked, and of an export unchanged', async () => {
    const rows = 'title,rateFrom,salaryFrom\nImported,65.1234,12345678901.2345\nImported,65.12345,1\n';
    const { text } = await service.http.post('/api/Jobs/Import').set('Content-Type', CSV).send(rows);
    expect(parseNdjson(text)).toMatchObject([
      { row: 1, outcome: 'created' },
      { row: 2, outcome: 'failed', errors: [{ pointer: '/rateFrom' }] },
      { summary: { rows: 2, created: 1, failed: 1 } },
    ]);
    const exported = (await asText(service.http.get('/api/Jobs/Export?format=ndjson').expect(200))).body as string;
    expect(parseNdjson<Body>(exported).find(({ title }) => title === 'Imported')).toMatchObject({
      rateFrom: 65.1234,
      salaryFrom: 12345678901.2345,
    });
  });

  it('that follow from others are rejected where they are too large, naming what must be lower', async () => {
    const hourly = { payRate: MOST, chargeRate: MOST, rateUnits: 1, hoursPerDay: 8 };
    const { jobID, candidateID } = await office.vacancy();
    const problem = await expectProblem('post', 'Placements', { jobID, candidateID, ...hourly }, 400);
    expect(pointersOf(problem)).toEqual(['/chargeRate', '/payRate']);
    expect(await expectProblem('post', 'Jobs', { title: 'x', salaryFrom: MOST, permFeePercentage: 101 }, 400)).toMatchObject({
      detail: expect.stringContaining('/permFeePercentage must be lower: permFeeAmount would be 101000000000') as string,
    });
  });
});

describe('The percentages of consultants', () => {
  it('sum exactly', async () => {
    const percentages = { consultantPercentage1: 2.2, consultantPercentage2: 85.9, consultantPercentage3: 11.9 };
    const { id } = await job({ consultantID1: 1, consultantID2: 1, consultantID3: 1, ...percentages });
    expect(await getRecord(`Jobs/${id}`)).toMatchObject(percentages);
    expect(await expectProblem('put', `Jobs/${id}`, { consultantPercentage3: 11.9001 }, 400)).toMatchObject({
      detail: expect.stringContaining('it is 100.0001') as string,
    });
  });
});

describe('The average daily margin of a job', () => {
  it.each([
    [[0.01, 0.02], 0.02],
    [[1.01, 1.01, 1.02], 1.01],
    [[-0.01, -0.02], -0.02],
    [[0.29, 0.57, 1.13, 8.2], 2.55],
    [[101.11, 101.22, 101.37], 101.23],
  ])('of %j is %d', async (margins, expected) => {
    const { jobID } = await office.vacancy({ candidatesRequired: 9 });
    for (const margin of margins) {
      const rates = margin > 0 ? { chargeRate: margin } : { payRate: -margin };
      const candidateID = await office.candidate();
      await createRecord('Placements?allowNegativeMargin=true', {
        jobID,
        candidateID,
        statusID: 2,
        startDate: '2027-03-01',
        rateUnits: 2,
        ...rates,
      });
    }
    expect(await getRecord(`Jobs/${jobID}`)).toMatchObject({ averageDailyMargin: expected });
  });
});

describe('The fee of a job', () => {
  const TERMS = { salaryFrom: 120000, salaryTo: 140000, permFeePercentage: 18.5 };

  it.each<[string, Body, number]>([
    ['of the lower end of the salary', TERMS, 22200],
    ['of the upper end where there is no lower one', { salaryTo: 140000, permFeePercentage: 18.5 }, 25900],
    ['of the salary of a year', { salaryFrom: 10000, salaryUnits: 4, permFeePercentage: 15 }, 17931.03],
    ['of hours, by the hours of a day', { salaryFrom: 50, salaryUnits: 1, hoursPerDay: 8, permFeePercentage: 10 }, 10400],
    ['half a cent up', { salaryFrom: 100.1, permFeePercentage: 5.05 }, 5.06],
    ['of no salary', { permFeePercentage: 18.5 }, 0],
    ['of no percentage', { salaryFrom: 120000 }, 0],
    ['of a fixed fee', { ...TERMS, feeType: 2 }, 0],
    ['of no fee', { ...TERMS, feeType: 5 }, 0],
    ['that was given', { ...TERMS, permFeeAmount: 20000 }, 20000],
    ['that was given as 0', { ...TERMS, permFeeAmount: 0 }, 0],
  ])('is the percentage %s', async (_, fields, permFeeAmount) => {
    expect(await job(fields)).toMatchObject({ permFeeAmount });
  });

  it('follows percentage and salary when they change, unless it is given with them', async () => {
    const { id } = await job(TERMS);
    const after = async (body: Body): Promise<unknown> => (await updateRecord(`Jobs/${id}`, body))['permFeeAmount'];
    expect(await after({ permFeePercentage: 20 })).toBe(24000);
    expect(await after({ salaryFrom: 130000 })).toBe(26000);
    expect(await after({ salaryFrom: 0 })).toBe(28000);
    expect(await after({ permFeeAmount: 25000 })).toBe(25000);
    expect(await after({ title: 'Senior Site Engineer', permFeePercentage: 20 })).toBe(25000);
    expect(await after({ permFeePercentage: 15, permFeeAmount: 25000 })).toBe(25000);
    expect(await after({ feeType: 2, permFeePercentage: 10 })).toBe(25000);
    expect(await after({ feeType: 1 })).toBe(14000);
    expect(await after({ permFeePercentage: 0 })).toBe(14000);
    expect(await after({ permFeeAmount: null })).toBe(0);
  });

  it('is that of the job in a release, and follows what the release changes', async () => {
    const { id } = await job({ ...TERMS, permFeeAmount: 20000 });
    const released = async (body: Body) => (await service.http.post(`/api/Jobs/${id}/Releases`).send(body).expect(201)).body as Body;
    expect(await released({})).toMatchObject({ permFeePercentage: 18.5, permFeeAmount: 20000 });
    expect(await released({ permFeePercentage: 20 })).toMatchObject({ permFeeAmount: 24000 });
    expect(await released({ permFeePercentage: 20, permFeeAmount: 1 })).toMatchObject({ permFeeAmount: 1 });
  });
});

describe('A new placement takes from its job', () => {
  const RATES = {
    rateFrom: 65,
    rateTo: 75,
    rateUnits: 1,
    chargeRateFrom: 85,
    chargeRateTo: 98,
    chargeRateUnits: 1,
    onCostsFrom: 6.5,
    onCostsTo: 7.5,
    onCostsUnits: 1,
    hoursPerDay: 8,
  };

  it.each<[string, Body, Body, Body]>([
    [
      'the lower ends of its rates',
      RATES,
      {},
      { payRate: 65, chargeRate: 85, onCosts: 6.5, rateUnits: 1, hoursPerDay: 8, dailyMargin: 108 },
    ],
    [
      'the upper ends where there are no lower ones',
      { rateTo: 75, chargeRateTo: 98, rateUnits: 2 },
      {},
      { payRate: 75, chargeRate: 98, rateUnits: 2 },
    ],
    ['the lower ends where the pay is between', RATES, { payRate: 74.99 }, { payRate: 74.99, chargeRate: 85, onCosts: 6.5 }],
    ['the upper ends where the pay is the highest', RATES, { payRate: 75 }, { payRate: 75, chargeRate: 98, onCosts: 7.5 }],
    ['nothing that was given, even 0', RATES, { payRate: 0, onCosts: 0 }, { payRate: 0, chargeRate: 85, onCosts: 0 }],
    ['what was given as null', RATES, { payRate: null, onCosts: null }, { payRate: 65, chargeRate: 85, onCosts: 6.5 }],
    [
      'rates in the unit that was given',
      RATES,
      { payRate: 520, rateUnits: 2 },
      { payRate: 520, chargeRate: 680, onCosts: 52, rateUnits: 2 },
    ],
    [
      'rates in the unit of the pay rate',
      { ...RATES, rateFrom: 500, rateTo: 600, rateUnits: 2, hoursPerDay: 7.6 },
      {},
      { payRate: 500, chargeRate: 646, onCosts: 49.4, rateUnits: 2, dailyMargin: 96.6 },
    ],
    ['to the cent', { rateFrom: 500, rateUnits: 2, hoursPerDay: 7.6 }, { rateUnits: 1 }, { payRate: 65.79 }],
    ['no rates that its unit does not tell', { ...RATES, hoursPerDay: 0 }, { rateUnits: 2 }, { payRate: 0, chargeRate: 0, onCosts: 0 }],
    ['rates without a unit in that of the others', { ...RATES, chargeRateUnits: 0, onCostsUnits: 0 }, {}, { chargeRate: 85, onCosts: 6.5 }],
    ['no rates for a salary', RATES, { salary: 120000 }, { payRate: 0, chargeRate: 0, onCosts: 0, salary: 120000 }],
    ['no rates when it is permanent', RATES, { typeID: 1 }, { payRate: 0, chargeRate: 0, onCosts: 0, rateUnits: 0 }],
  ])('%s', async (_, jobFields, fields, expected) => {
    expect(await placementOf(jobFields, fields)).toMatchObject(expected);
  });

  const FEE = { type: 'PERM', salaryFrom: 120000, salaryTo: 140000, permFeePercentage: 18.5 };
  it.each<[string, Body, Body, Body]>([
    ['salary, percentage and fee', FEE, {}, { salary: 120000, feePercentage: 18.5, feeAmount: 22200 }],
    ['the fee that was agreed', { ...FEE, permFeeAmount: 20000 }, {}, { feePercentage: 18.5, feeAmount: 20000 }],
    ['the percentage of another salary', { ...FEE, permFeeAmount: 20000 }, { salary: 130000 }, { salary: 130000, feeAmount: 24050 }],
    ['another percentage of the salary', FEE, { feePercentage: 20 }, { salary: 120000, feePercentage: 20, feeAmount: 24000 }],
    ['nothing beside a fee that was given', FEE, { feeAmount: 0 }, { salary: 120000, feePercentage: 0, feeAmount: 0 }],
    [
      'a fixed fee, whatever the salary',
      { ...FEE, feeType: 2, permFeeAmount: 15000 },
      { salary: 1 },
      { feePercentage: 0, feeAmount: 15000 },
    ],
    ['no fee', { ...FEE, feeType: 5, permFeeAmount: 15000 }, {}, { feePercentage: 0, feeAmount: 0 }],
    ['no fee when it is not permanent', { ...FEE, type: 'CONTRACT' }, {}, { salary: 0, feePercentage: 0, feeAmount: 0 }],
  ])('%s, if it is permanent', async (_, jobFields, fields, expected) => {
    expect(await placementOf(jobFields, fields)).toMatchObject(expected);
  });

  it('what its offer leaves open', async () => {
    const accepted = async (jobFields: Body, offer: Body): Promise<Body> => {
      const { jobID, candidateID } = await office.vacancy(jobFields);
      const { id } = await createRecord('Offers', { jobID, candidateID, ...offer });
      const { body } = await service.http.post(`/api/Offers/${id}/Accept`).expect(200);
      return getRecord(`Placements/${(body as { placementID: number }).placementID}`);
    };
    expect(await accepted(RATES, { amount: 70, amountUnits: 1 })).toMatchObject({
      payRate: 70,
      chargeRate: 85,
      onCosts: 6.5,
      hoursPerDay: 8,
      dailyMargin: 68,
    });
    expect(await accepted({ ...FEE }, { amount: 130000 })).toMatchObject({ salary: 130000, feePercentage: 18.5, feeAmount: 24050 });
    expect(await accepted(RATES, {})).toMatchObject({ payRate: 65, chargeRate: 85, onCosts: 6.5, rateUnits: 1, salary: 0 });
    expect(await accepted(RATES, { amountUnits: 5 })).toMatchObject({ payRate: 65, chargeRate: 85, onCosts: 6.5, rateUnits: 1, salary: 0 });
    expect(await accepted({ ...FEE }, {})).toMatchObject({ salary: 120000, feePercentage: 18.5, feeAmount: 22200 });
  });

  it('and keeps it when the job changes', async () => {
    const { jobID, ...saved } = await placementOf(RATES);
    await updateRecord(`Jobs/${String(jobID)}`, { chargeRateFrom: 90, hoursPerDay: 7 });
    expect(await getRecord(`Placements/${saved.id}`)).toMatchObject({ chargeRate: 85, hoursPerDay: 8 });
  });
});

describe('A placement', () => {
  const GIVEN = { salary: 100000, feePercentage: 15 };
  it.each<[string, Body, Body, number]>([
    ['of a permanent job without a fee', { type: 'PERM', feeType: 5 }, GIVEN, 15000],
    ['of a permanent job with a fixed fee', { type: 'PERM', feeType: 2, permFeeAmount: 9000 }, GIVEN, 15000],
    ['of a contract', { type: 'CONTRACT' }, GIVEN, 15000],
    ['for a fixed term', { type: 'FTC' }, GIVEN, 15000],
    ['with a fee of its own', { type: 'FTC' }, { ...GIVEN, feeAmount: 0 }, 0],
  ])('is created with the fee that its percentage and salary come to: %s', async (_, job, fields, feeAmount) => {
    expect(await placementOf(job, fields)).toMatchObject({ ...GIVEN, feeAmount });
  });

  it('has a fee that follows its percentage and salary, unless it is given with them', async () => {
    const { id } = await placementOf({ type: 'PERM', salaryFrom: 120000, permFeePercentage: 18.5 });
    const after = async (body: Body): Promise<unknown> => (await updateRecord(`Placements/${id}`, body))['feeAmount'];
    expect(await after({ feePercentage: 20 })).toBe(24000);
    expect(await after({ salary: 130000 })).toBe(26000);
    expect(await after({ feeAmount: 25000 })).toBe(25000);
    expect(await after({ notes: 'Agreed by phone.', feePercentage: 20 })).toBe(25000);
    expect(await after({ salary: 120000, feeAmount: 25000 })).toBe(25000);
    expect(await after({ feePercentage: 0 })).toBe(25000);
    expect(await after({ feePercentage: 10, salary: 120000.05 })).toBe(12000.01);
  });

  it('shows what its margin consists of', async () => {
    const rates = { payRate: 8000, chargeRate: 10000, onCosts: 900, rateUnits: 4 };
    const parts = { dailyCharge: 459.77, dailyPay: 367.82, dailyOnCosts: 41.38, dailyMargin: 50.57, marginPercentage: 11 };
    const { id } = await placementOf({}, { ...rates, dailyCharge: 1, marginPercentage: 99 });
    expect(await getRecord(`Placements/${id}`)).toMatchObject(parts);
    expect(await updateRecord(`Placements/${id}`, { chargeRate: 0 })).toMatchObject({
      dailyCharge: 0,
      dailyMargin: -409.2,
      marginPercentage: 0,
    });
  });
});
