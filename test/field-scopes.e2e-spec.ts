import type { OpenAPIObject } from '@nestjs/swagger';
import { ROLE_SCOPES } from '../src/core/terms/role-scopes';
import type { Body } from './support/api-client';
import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { operationsOf, type Operation } from './support/operations';
import type { Schemas } from './support/schemas';

type Method = 'get' | 'post' | 'put' | 'delete';

/** Values that nothing else has; each amount is written as text in `payRange`, too. */
const AMOUNT = 7731.25;
const COMMENT = 'Quillfeather';
const BORN = '1983-02-17';
const MARKS = /7731\.25|7,731\.25|Quillfeather|1983-02-17/;

/** Fields by what they require. */
const FIELDS = {
  Candidates: { 'personal-data': ['dateOfBirth', 'redFlaggedComments'], pay: ['preferredRate', 'preferredSalary'] },
  Jobs: {
    'personal-data': [],
    pay: [
      'averageDailyMargin',
      'chargeRateFrom',
      'chargeRateTo',
      'onCostsFrom',
      'onCostsTo',
      'payRange',
      'permFeeAmount',
      'permFeePercentage',
      'rateFrom',
      'rateTo',
      'salaryFrom',
      'salaryTo',
    ],
  },
  Placements: {
    'personal-data': [],
    pay: [
      'chargeRate',
      'dailyCharge',
      'dailyMargin',
      'dailyOnCosts',
      'dailyPay',
      'feeAmount',
      'feePercentage',
      'marginPercentage',
      'onCosts',
      'payRate',
      'salary',
    ],
  },
  Offers: { 'personal-data': [], pay: ['amount'] },
  Timesheets: {
    'personal-data': [],
    pay: ['chargeRate', 'onCostsRate', 'payRate', 'totalCharge', 'totalMargin', 'totalOnCosts', 'totalPay'],
  },
} as const;
const RECORDS = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
const ROWS = RECORDS.flatMap((path) =>
  (['personal-data', 'pay'] as const).flatMap((scope) => FIELDS[path][scope].map((field) => [path, field, scope] as const)),
);
const DERIVED = ['averageDailyMargin', 'payRange', 'dailyCharge', 'dailyMargin', 'dailyOnCosts', 'dailyPay', 'marginPercentage'];
/** All amounts of timesheets follow from their placement. */
const isDerived = (path: string, field: string): boolean => DERIVED.includes(field) || path === 'Timesheets';

let service: TestApp;
let operations: Operation[];
let schemas: Schemas;
let key: string;
const ids: Record<string, number> = {};

const asAdmin = (method: Method, path: string) => requestAs(service, ADMIN_KEY, method, `/api/${path}`);
const asLimited = (method: Method, path: string, body?: object) => requestAs(service, key, method, `/api/${path}`).send(body);
const pathOf = (path: string, id = ids[path]): string => `${path}/${id}${path === 'Candidates' ? '/V2' : ''}`;

async function create(path: string, body: object): Promise<void> {
  ids[path.replace(/\?.*/, '')] = ((await asAdmin('post', path).send(body).expect(201)).body as { id: number }).id;
}

async function keyWithout(...scopes: readonly string[]): Promise<string> {
  const name = `Without ${scopes.join(' and ')}`;
  const kept = ROLE_SCOPES.filter((each) => !scopes.includes(each) && !/^(automation|changes|payroll|administration)/.test(each));
  const role = (await asAdmin('post', 'Roles').send({ name, scopes: kept }).expect(201)).body as { id: number };
  return (await createKey(service, { name, userID: await createUser(service, { name, roleID: role.id }) })).key;
}

beforeAll(async () => {
  service = await startApp({ ...WITH_ADMIN, DEMO_DATA: 'false' });
  await create('Clients', { name: 'Bayside' });
  await create('Candidates', {
    lastName: 'Nguyen',
    dateOfBirth: `${BORN}T00:00:00Z`,
    isRedFlagged: true,
    redFlaggedComments: COMMENT,
    preferredRate: AMOUNT,
    preferredSalary: AMOUNT,
  });
  const rates = { rateFrom: AMOUNT, rateTo: AMOUNT, rateUnits: 1, chargeRateFrom: AMOUNT, chargeRateTo: AMOUNT, onCostsFrom: AMOUNT };
  const more = { onCostsTo: AMOUNT, salaryFrom: AMOUNT, salaryTo: AMOUNT, permFeeAmount: AMOUNT };
  await create('Jobs', { title: 'Engineer', clientID: ids['Clients'], ...rates, ...more });
  await create('Applications?allowRedFlagged=true', { jobID: ids['Jobs'], candidateID: ids['Candidates'] });
  await create('Offers?allowRedFlagged=true', { applicationID: ids['Applications'], amount: AMOUNT, amountUnits: 1 });
  const pay = { payRate: AMOUNT, chargeRate: AMOUNT * 3, onCosts: AMOUNT, salary: AMOUNT, feeAmount: AMOUNT, rateUnits: 2, hoursPerDay: 8 };
  const dates = { typeID: 3, startDate: '2026-11-02T00:00:00Z', endDate: '2027-11-02T00:00:00Z' };
  await create('Placements?allowRedFlagged=true', { jobID: ids['Jobs'], candidateID: ids['Candidates'], ...dates, ...pay });
  await asAdmin('post', `Placements/${ids['Placements']}/Approve?allowRedFlagged=true`).expect(200);
  await create('Timesheets', { placementID: ids['Placements'], statusID: 3, lines: [{ day: '2026-11-03', days: 1 }] });
  key = await keyWithout('personal-data', 'pay');
  const document = (await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject;
  operations = operationsOf(document);
  schemas = document.components?.schemas ?? {};
});
afterAll(() => service.close());

describe('Fields that require a scope', () => {
  it('are those that the documentation marks', () => {
    const marked = RECORDS.flatMap((path) => {
      const properties = schemas[path.slice(0, -1)] as { properties: Record<string, { description?: string }> };
      return Object.entries(properties.properties).flatMap(([field, { description = '' }]) => {
        const scope = /Left out without the scope (\S+)\./.exec(description)?.[1];
        return scope ? [[path, field, scope]] : [];
      });
    });
    expect(marked.toSorted()).toEqual(ROWS.map((row) => [...row]).toSorted());
  });

  it.each(RECORDS)('are left out of %s, and only they', async (path) => {
    const { body: whole } = await asAdmin('get', `${path}/${ids[path]}`).expect(200);
    const { body: limited } = await asLimited('get', `${path}/${ids[path]}`).expect(200);
    const scoped: readonly string[] = [...FIELDS[path]['personal-data'], ...FIELDS[path].pay];
    expect(Object.keys(limited as Body)).toEqual(Object.keys(whole as Body).filter((name) => !scoped.includes(name)));
    for (const field of scoped) expect(whole).toHaveProperty(field);
  });

  it('are shown to those who have the one scope that they require', async () => {
    const [payer, other] = [await keyWithout('personal-data'), await keyWithout('pay')];
    const seenBy = async (each: string) =>
      (await requestAs(service, each, 'get', `/api/Candidates/${ids['Candidates']}`).expect(200)).body as Body;
    expect(await seenBy(payer)).toMatchObject({ preferredRate: AMOUNT });
    expect(await seenBy(payer)).not.toHaveProperty('dateOfBirth');
    expect(await seenBy(other)).toMatchObject({ dateOfBirth: `${BORN}T00:00:00.000Z` });
    expect(await seenBy(other)).not.toHaveProperty('preferredRate');
  });

  it('are not shown because someone else reads the record at the same time', async () => {
    const path = `/api/Candidates/${ids['Candidates']}`;
    const texts = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => (await requestAs(service, index % 2 ? key : ADMIN_KEY, 'get', path)).text),
    );
    expect(texts.map((text) => MARKS.test(text))).toEqual(Array.from({ length: 20 }, (_, index) => index % 2 === 0));
  });

  it('are found by no reading', async () => {
    const found: Record<'limited' | 'admin', string[]> = { limited: [], admin: [] };
    // the stream of changes does not end; whoever may read changes sees all fields
    const reading = operations.filter(
      ({ method, path, isEndless }) => (method === 'get' && !isEndless) || /\/(Query|Search|Filters)$/.test(path),
    );
    for (const operation of reading) {
      const path = operation.path
        .replace('{id}', String(ids[/^\/api\/(\w+)\/\{id\}/.exec(operation.path)?.[1] ?? ''] ?? 1))
        .replace(/\{\w+\}/g, '1');
      for (const [who, by] of [
        ['limited', key],
        ['admin', ADMIN_KEY],
      ] as const) {
        const { text } = await requestAs(service, by, operation.method as Method, path).send(operation.method === 'get' ? undefined : {});
        if (MARKS.test(text)) found[who].push(operation.name);
      }
    }
    expect(found.limited).toEqual([]);
    expect(found.admin.length).toBeGreaterThan(20);
  });

  it('are not in the audit that administrators without the scopes read', async () => {
    const scopes = ['administration', 'users:read', 'divisions:read', 'configuration:read'];
    const { id: roleID } = (await asAdmin('post', 'Roles').send({ name: 'Auditor', scopes }).expect(201)).body as { id: number };
    const auditor = await createKey(service, { name: 'Auditor', userID: await createUser(service, { name: 'Auditor', roleID }) });
    const { text } = await requestAs(service, auditor.key, 'get', '/api/Audit?type=Candidate&limit=1000').expect(200);
    expect(text).toContain('lastName');
    expect(text).not.toMatch(MARKS);
    expect((await asAdmin('get', 'Audit?type=Candidate&limit=1000').expect(200)).text).toMatch(MARKS);
  });

  it.each(['csv', 'ndjson'])('are not exported as %s', async (format) => {
    const { text } = await asLimited('get', `Candidates/Export?format=${format}`).expect(200);
    expect(text).toContain('Nguyen');
    expect(text).not.toMatch(/\b(dateOfBirth|redFlaggedComments|preferredRate|preferredSalary)\b/);
  });

  it.each(ROWS)('cannot be searched or sorted by: %s %s', async (path, field, scope) => {
    const rule = { field, operator: 'notNull' };
    for (const query of [
      { filters: { combinator: 'and', rules: [rule] } },
      { filters: JSON.stringify({ combinator: 'or', rules: [{ combinator: 'and', rules: [rule] }] }) },
      { orderBy: { columnName: field.toUpperCase() } },
    ]) {
      const { body } = await asLimited('post', `${path}/Query`, query).expect(403);
      expect(body).toMatchObject({ type: '/problems/missing-scope', missing: [scope] });
      expect((body as { detail: string }).detail).toContain(`The field ${field} requires the scope ${scope}`);
      await asAdmin('post', `${path}/Query`).send(query).expect(200);
    }
  });

  it('cannot be searched by in related records', async () => {
    const matching = { combinator: 'and', rules: [{ field: 'payRate', operator: '>', value: 1 }] };
    const filters = { combinator: 'and', rules: [{ field: 'placements', match: { mode: 'some' }, value: matching }] };
    expect((await asLimited('post', 'Candidates/Query', { filters }).expect(403)).body).toMatchObject({ missing: ['pay'] });
    await asAdmin('post', 'Candidates/Query').send({ filters }).expect(200);
  });

  it.each(ROWS.filter(([path, field]) => !isDerived(path, field)))('cannot be set: %s %s', async (path, field, scope) => {
    const value = field === 'dateOfBirth' ? '1990-01-01T00:00:00Z' : field === 'redFlaggedComments' ? 'Other' : 1;
    const { body } = await asLimited('put', pathOf(path), { [field]: value }).expect(403);
    expect(body).toMatchObject({ type: '/problems/missing-scope', missing: [scope] });
    expect((await asAdmin('get', `${path}/${ids[path]}`).expect(200)).body).not.toMatchObject({ [field]: value });
  });

  it.each(RECORDS)('stay as they are when what was read of %s is sent back', async (path) => {
    const { body: before } = await asAdmin('get', `${path}/${ids[path]}`).expect(200);
    const { body: read } = await asLimited('get', `${path}/${ids[path]}`).expect(200);
    await asLimited('put', pathOf(path), read as object).expect(200);
    expect((await asAdmin('get', `${path}/${ids[path]}`).expect(200)).body).toEqual(before);
  });

  it('cannot be set on a job that is released', async () => {
    const path = `Jobs/${ids['Jobs']}/Releases`;
    const { body } = await asLimited('post', path, { title: 'Released', salaryFrom: 55_555, rateTo: 12 }).expect(403);
    expect(body).toMatchObject({ type: '/problems/missing-scope', missing: ['pay'] });
    expect((body as { detail: string }).detail).toContain('rateTo, salaryFrom');
    await asLimited('post', path, { title: 'Released' }).expect(201);
    await asLimited('post', path).expect(201);
  });

  it('are not in the response repeated to another key of the same user', async () => {
    const { userID } = (await asAdmin('get', 'Me').expect(200)).body as { userID: number };
    const scopes = ROLE_SCOPES.filter((each) => ['jobs:read', 'jobs:write', 'clients:read'].includes(each));
    const role = (await asAdmin('post', 'Roles').send({ name: 'Releases', scopes }).expect(201)).body as { id: number };
    const narrow = await createKey(service, { name: 'Narrow', userID, roleID: role.id });
    const release = (by: string) =>
      requestAs(service, by, 'post', `/api/Jobs/${ids['Jobs']}/Releases`).set('Idempotency-Key', 'released').send({ title: 'Once' });
    const { body } = await release(ADMIN_KEY).expect(201);
    expect(body).toMatchObject({ rateFrom: AMOUNT });
    const { body: problem, text } = await release(narrow.key).expect(409);
    expect(problem).toMatchObject({ type: '/problems/idempotency-key-reused' });
    expect(text).not.toMatch(MARKS);
    expect((await release(ADMIN_KEY).expect(201)).body).toEqual(body);
  });

  it('are left out of the lines of a timesheet', async () => {
    const linesFor = async (as: typeof asAdmin): Promise<Body> => {
      const { body } = await as('get', `Timesheets/${ids['Timesheets']}`).expect(200);
      return (body as { lines: Body[] }).lines[0]!;
    };
    const [whole, limited] = [await linesFor(asAdmin), await linesFor(asLimited)];
    expect(whole).toMatchObject({ pay: AMOUNT, onCosts: AMOUNT, charge: AMOUNT * 3, margin: AMOUNT });
    expect(Object.keys(limited)).toEqual(Object.keys(whole).filter((name) => !['pay', 'onCosts', 'charge', 'margin'].includes(name)));
    const value = { combinator: 'and', rules: [{ field: 'pay', operator: '=', value: AMOUNT }] };
    const filters = { combinator: 'and', rules: [{ field: 'lines', match: { mode: 'some' }, value }] };
    expect((await asLimited('post', 'Timesheets/Query', { filters }).expect(403)).body).toMatchObject({ missing: ['pay'] });
  });

  it('are needed to mark a timesheet as paid', async () => {
    const path = `Timesheets/${ids['Timesheets']}`;
    expect((await asLimited('put', path, { statusID: 5 }).expect(403)).body).toMatchObject({
      detail: expect.stringContaining('Marking a timesheet as paid requires the scope pay') as string,
    });
    await asLimited('post', `${path}/Reopen`).expect(200);
    await asLimited('post', `${path}/Submit`).expect(200);
    await asLimited('post', `${path}/Approve`).expect(200);
    await asAdmin('put', path).send({ statusID: 5 }).expect(200);
  });

  it('cannot be imported, row by row', async () => {
    const rows = 'id,lastName,preferredRate\n,Plain,\n,Priced,1\n';
    const { text } = await requestAs(service, key, 'post', '/api/Candidates/Import').set('Content-Type', 'text/csv').send(rows);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Body);
    expect(lines[0]).toMatchObject({ row: 1, outcome: 'created' });
    expect(lines[1]).toMatchObject({
      row: 2,
      outcome: 'failed',
      detail: expect.stringContaining('preferredRate requires the scope pay') as string,
    });
  });

  it('follow business rules whoever acts: what a job pays becomes what a placement costs', async () => {
    const body = { jobID: ids['Jobs'], candidateID: ids['Candidates'], typeID: 1, startDate: '2028-01-01T00:00:00Z' };
    const { body: placement } = await asLimited('post', 'Placements?allowRedFlagged=true', body).expect(201);
    expect(placement).not.toHaveProperty('feeAmount');
    const { id } = placement as { id: number };
    expect((await asAdmin('get', `Placements/${id}`).expect(200)).body).toMatchObject({ feeAmount: AMOUNT });
  });
});

describe('A role', () => {
  it('cannot be criteria of candidate searches, not even of those that others have saved', async () => {
    const criteria = { preferredRateFrom: 1, preferredSalaryTo: 1_000_000, words: 'nguyen' };
    const saved = (await asAdmin('post', 'Candidates/Searches').send(criteria).expect(201)).body as { ssid: number };
    const refused = [
      requestAs(service, key, 'post', '/api/Candidates/Search').send({ payRateTo: 5 }),
      requestAs(service, key, 'post', '/api/Candidates/Search').send({ ssid: saved.ssid }),
      requestAs(service, key, 'post', '/api/Candidates/Searches').send({ preferredRateTo: 5 }),
      requestAs(service, key, 'put', `/api/Candidates/Searches/${saved.ssid}`).send({ preferredSalaryFrom: null }),
      requestAs(service, key, 'get', `/api/Candidates/Searches/${saved.ssid}/Results`),
    ];
    for (const request of refused) expect((await request.expect(403)).body).toMatchObject({ missing: ['pay'] });
    const { body } = await requestAs(service, key, 'get', `/api/Candidates/Searches/${saved.ssid}`).expect(200);
    expect(body).toMatchObject({ words: 'nguyen', preferredRateUnits: [] });
    const { body: history } = await requestAs(service, key, 'get', `/api/Candidates/Searches/${saved.ssid}/History`).expect(200);
    const [{ fields }] = history as [{ fields: Body }];
    expect(fields).toMatchObject({ words: { before: null, after: 'nguyen' } });
    for (const hidden of ['preferredRateFrom', 'preferredSalaryTo']) {
      expect(body).not.toHaveProperty(hidden);
      expect(fields).not.toHaveProperty(hidden);
    }
    await requestAs(service, key, 'put', `/api/Candidates/Searches/${saved.ssid}`)
      .send(body as Body)
      .expect(200);
    const results = (await asAdmin('get', `Candidates/Searches/${saved.ssid}/Results`).expect(200)).body as Body[];
    expect(results.map(({ id }) => id)).toEqual([ids['Candidates']]);
  });

  it.each(['automation:read', 'automation:write', 'changes:read'])('that has %s sees all fields of all records', async (scope) => {
    const { body } = await asAdmin('post', 'Roles')
      .send({ name: scope, scopes: ROLE_SCOPES.filter((each) => each !== 'pay' && each !== 'personal-data') })
      .expect(400);
    expect(JSON.stringify(body)).toContain(`must also contain personal-data, pay, which ${scope} requires`);
  });
});
