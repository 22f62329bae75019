import { apiClient, pointersOf, type Body } from './support/api-client';
import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';

let service: TestApp;
let [first, second, third] = [0, 0, 0];
const { changesTo } = apiClient(() => service);

beforeAll(async () => {
  service = await startApp({ ...WITH_ADMIN, DEMO_DATA: 'false', TIME_ZONE: 'Australia/Sydney', CLOCK_START: '2027-03-10T01:00:00Z' });
  [first, second, third] = [
    await createUser(service, { name: 'Amelia Hart' }),
    await createUser(service, { name: 'Noah Sinclair' }),
    await createUser(service, { name: 'Mia Torres' }),
  ];
});
afterAll(() => service.close());

const api = (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object) =>
  requestAs(service, ADMIN_KEY, method, `/api/${path}`).send(body);
const created = async (path: string, body: object): Promise<Body & { id: number }> =>
  (await api('post', path, body).expect(201)).body as Body & { id: number };
const find = async (id: number): Promise<Body> => (await api('get', `Placements/${id}`).expect(200)).body as Body;
const totals = async (query: string): Promise<Body[]> => (await api('get', `Placements/Credits?${query}`).expect(200)).body as Body[];

/** A job of three consultants with 2.2, 85.9 and 11.9 percent. */
const shared = () => ({
  consultantID1: first,
  consultantPercentage1: 2.2,
  consultantID2: second,
  consultantPercentage2: 85.9,
  consultantID3: third,
  consultantPercentage3: 11.9,
});
async function placement(job: object, fields: object = {}): Promise<number> {
  const { id: jobID } = await created('Jobs', { title: 'Site Engineer', ...job });
  const { id: candidateID } = await created('Candidates', { lastName: 'Nguyen' });
  return (await created('Placements?allowNegativeMargin=true', { jobID, candidateID, startDate: '2027-04-01', ...fields })).id;
}

describe('The credits of a placement', () => {
  it('are the consultants of the job at its approval, whatever becomes of the job', async () => {
    const id = await placement(shared());
    expect(await find(id)).toMatchObject({ credits: [] });
    const { body } = await api('post', `Placements/${id}/Approve`).expect(200);
    const credits = [
      { consultantID: first, consultantName: 'Amelia Hart', percentage: 2.2 },
      { consultantID: second, consultantName: 'Noah Sinclair', percentage: 85.9 },
      { consultantID: third, consultantName: 'Mia Torres', percentage: 11.9 },
    ];
    expect(body).toMatchObject({ credits });
    expect((await changesTo('Placement', id)).at(-1)?.fields['credits']).toEqual([
      [],
      credits.map(({ consultantID, percentage }) => ({ consultantID, percentage })),
    ]);
    const { jobID } = await find(id);
    await api('put', `Jobs/${String(jobID)}`, { consultantID1: 0, consultantPercentage1: 0 }).expect(200);
    await api('put', `Placements/${id}`, { notes: 'By phone.', credits: [] }).expect(200);
    await api('put', `Placements/${id}`, { statusID: 3 }).expect(200);
    expect(await find(id)).toMatchObject({ credits });
    expect((await api('get', 'Placements?limit=1000').expect(200)).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ id, credits })]),
    );
  });

  it('are removed when it becomes a draft again, and fixed anew by the next approval', async () => {
    const id = await placement(shared(), { statusID: 2 });
    expect(await find(id)).toMatchObject({ credits: [{}, {}, {}] });
    expect((await api('put', `Placements/${id}`, { statusID: 1 }).expect(200)).body).toMatchObject({ credits: [] });
    const { jobID } = await find(id);
    await api('put', `Jobs/${String(jobID)}`, { consultantPercentage1: 0, consultantPercentage2: 50 }).expect(200);
    expect((await api('post', `Placements/${id}/Approve`).expect(200)).body).toMatchObject({
      credits: [
        { consultantID: second, percentage: 50 },
        { consultantID: third, percentage: 11.9 },
      ],
    });
    await api('put', `Placements/${id}`, { statusID: 5 }).expect(200);
    expect(await find(id)).toMatchObject({ credits: [{}, {}] });
    await api('put', `Placements/${id}`, { statusID: 1 }).expect(200);
    expect(await find(id)).toMatchObject({ credits: [] });
  });

  it('join the parts of a consultant who is named twice', async () => {
    const twice = { consultantID1: first, consultantPercentage1: 10.1, consultantID2: second, consultantPercentage2: 40 };
    const id = await placement({ ...twice, consultantID3: first, consultantPercentage3: 20.2 }, { statusID: 2 });
    expect(await find(id)).toMatchObject({
      credits: [
        { consultantID: first, percentage: 30.3 },
        { consultantID: second, percentage: 40 },
      ],
    });
  });

  it('are those of one approval when two arrive at once', async () => {
    const id = await placement(shared());
    const statuses = (await Promise.all([1, 2].map(() => api('post', `Placements/${id}/Approve`)))).map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
    expect(await find(id)).toMatchObject({ credits: [{ percentage: 2.2 }, { percentage: 85.9 }, { percentage: 11.9 }] });
  });
});

describe('The report of credits', () => {
  const approved = (approvedDate: string, fields: object = {}) => ({ statusID: 2, approvedDate, ...fields });

  it('splits fees and margins in cents that sum to the whole, by consultant and currency', async () => {
    const day = '2026-05-04T01:00:00Z';
    await placement({ ...shared(), currencyID: 1 }, approved(day, { typeID: 1, feeAmount: 10000.01 }));
    await placement({ ...shared(), currencyID: 1 }, approved(day, { typeID: 2, chargeRate: 0.1, payRate: 0.2, rateUnits: 2 }));
    await placement({ consultantID1: first, consultantPercentage1: 33.3333, currencyID: 2 }, approved(day, { typeID: 1, feeAmount: 100 }));
    await placement({ consultantID1: first, consultantPercentage1: 100 }, { feeAmount: 7 });
    const cancelled = await placement({ ...shared(), currencyID: 1 }, approved(day, { feeAmount: 9 }));
    await api('put', `Placements/${cancelled}`, { statusID: 5 }).expect(200);
    const deleted = await placement({ ...shared(), currencyID: 1 }, approved(day, { feeAmount: 9 }));
    await api('delete', `Placements/${deleted}`).expect(204);

    const dollars = { currencyID: 1, currencyName: 'Australian dollar', placements: 2 };
    const rows = [
      { ...dollars, consultantID: first, consultantName: 'Amelia Hart', placementShare: 0.044, feeAmount: 220, dailyMargin: 0 },
      {
        ...{ consultantID: first, consultantName: 'Amelia Hart', currencyID: 2, currencyName: 'New Zealand dollar' },
        ...{ placements: 1, placementShare: 0.333333, feeAmount: 33.33, dailyMargin: 0 },
      },
      { ...dollars, consultantID: second, consultantName: 'Noah Sinclair', placementShare: 1.718, feeAmount: 8590.01, dailyMargin: -0.09 },
      { ...dollars, consultantID: third, consultantName: 'Mia Torres', placementShare: 0.238, feeAmount: 1190, dailyMargin: -0.01 },
      {
        ...{ consultantID: 0, consultantName: null, currencyID: 2, currencyName: 'New Zealand dollar' },
        ...{ placements: 1, placementShare: 0.666667, feeAmount: 66.67, dailyMargin: 0 },
      },
    ];
    expect(await totals('from=2026-05-04&to=2026-05-04')).toEqual(rows);
    expect(await totals(`from=2026-05-04&to=2026-05-04&consultantID=${second}`)).toEqual([rows[2]]);
    expect(await totals('from=2026-05-04&to=2026-05-04&consultantID=0')).toEqual([rows[4]]);
    expect(await totals('from=2026-05-04&to=2026-05-04&consultantID=987654')).toEqual([]);
  });

  it('counts by the day of approval in the time zone of the service', async () => {
    const all = { consultantID1: third, consultantPercentage1: 100 };
    // midnight in Sydney, and the last millisecond of the day
    for (const [approvedDate, feeAmount] of [
      ['2026-05-31T13:59:59.999Z', 1],
      ['2026-05-31T14:00:00.000Z', 10],
      ['2026-06-01T13:59:59.999Z', 100],
      ['2026-06-01T14:00:00.000Z', 1000],
    ] as const)
      await placement(all, approved(approvedDate, { typeID: 1, feeAmount }));
    const fee = async (query: string): Promise<unknown> =>
      (await totals(`${query}&consultantID=${third}`)).map(({ feeAmount }) => feeAmount);
    expect(await fee('from=2026-06-01&to=2026-06-01')).toEqual([110]);
    expect(await fee('from=2026-05-31&to=2026-06-01')).toEqual([111]);
    expect(await fee('from=2026-06-02&to=2026-06-30')).toEqual([1000]);
    expect(await fee('from=2026-05-20&to=2026-05-30')).toEqual([]);
  });

  it.each([
    ['from=yesterday', '/from'],
    ['to=2026-02-30', '/to'],
    ['from=2026-06-01T00:00:00Z', '/from'],
    ['from=2026-06-02&to=2026-06-01', '/from'],
    ['consultantID=Amelia', '/consultantID'],
    ['consultantID=-1', '/consultantID'],
    ['user=1', '/user'],
  ])('rejects %s', async (query, pointer) => {
    const { body } = await api('get', `Placements/Credits?${query}`).expect(400);
    expect(pointersOf(body as Body)).toEqual([pointer]);
  });

  it('requires the scope pay, and shows placements of the divisions that the caller sees', async () => {
    const scopes = ['placements:read', 'placements:write'];
    const role = async (name: string, more: string[]): Promise<number> =>
      (await created('Roles', { name, scopes: [...scopes, ...more] })).id;
    const keyOf = async (user: object): Promise<string> => {
      const userID = await createUser(service, user);
      return (await createKey(service, { name: JSON.stringify(user), userID })).key;
    };
    const without = await keyOf({ name: 'Without', roleID: await role('Without pay', []) });
    await requestAs(service, without, 'get', '/api/Placements/Credits').expect(403);

    const { id: division } = await created('divisions', { name: 'Elsewhere' });
    const limited = await keyOf({ name: 'Limited', roleID: await role('Pay', ['pay']), divisionIDs: [division] });
    const all = { consultantID1: first, consultantPercentage1: 100 };
    await placement(all, approved('2026-07-01T01:00:00Z', { division: 1, typeID: 1, feeAmount: 1 }));
    await placement(all, approved('2026-07-01T01:00:00Z', { division, typeID: 1, feeAmount: 10 }));
    const seen = async (key: string): Promise<unknown> =>
      ((await requestAs(service, key, 'get', '/api/Placements/Credits?from=2026-07-01&to=2026-07-01').expect(200)).body as Body[]).map(
        ({ feeAmount }) => feeAmount,
      );
    expect(await seen(ADMIN_KEY)).toEqual([11]);
    expect(await seen(limited)).toEqual([10]);
  });
});
