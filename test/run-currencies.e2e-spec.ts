import { WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { PayRunsApi, type Where } from './support/pay-runs';
import type { Body } from './support/recruiter-api';

const [AUSTRALIAN, NEW_ZEALAND] = [1, 2];

let service: TestApp;
let api: PayRunsApi;
beforeAll(async () => {
  service = await startApp({ ...WITH_ADMIN, CLOCK_START: '2026-11-24T01:00:00Z' });
  api = await PayRunsApi.of(service);
});
afterAll(() => service.close());

const namesOfCurrencies = async (): Promise<ReadonlyMap<number, string>> => {
  const { body } = await api.maker.http.get('/api/Configuration/Lookups/currency').expect(200);
  return new Map((body as { id: number; name: string }[]).map(({ id, name }) => [id, name]));
};
const vacancy = (currencyID: number) => api.sheets.office.vacancy({ currencyID });
const sheetIn = async (where: Where, currencyID: number, hours = 8) => api.sheet(where, { ...(await vacancy(currencyID)) }, hours);
const feeIn = async (where: Where, currencyID: number) =>
  api.fee(where, { ...(await api.sheets.office.vacancy({ type: 'PERM', currencyID })) });

describe.each(['PayRuns', 'ChargeRuns'])('Currencies of %s', (path) => {
  const runs = () => (path === 'PayRuns' ? api : api.charging);

  it('are those of the jobs when the timesheets were approved', async () => {
    const where = await api.division();
    const job = await vacancy(NEW_ZEALAND);
    const id = await api.sheet(where, { ...job });
    await api.maker.http.put(`/api/Jobs/${job.jobID}`).send({ currencyID: AUSTRALIAN }).expect(200);
    const name = (await namesOfCurrencies()).get(NEW_ZEALAND);
    const currency = { currencyID: NEW_ZEALAND, currencyName: name };
    expect(await api.sheets.find(id)).toMatchObject(currency);
    const adjustment = (await api.sheets.post(`/${id}/Adjustments`, { hours: -1 }).expect(201)).body as { id: number };
    for (const step of ['Submit', 'Approve']) await api.sheets.post(`/${adjustment.id}/${step}`).expect(200);
    expect(await api.sheets.find(adjustment.id)).toMatchObject(currency);
    const run = await runs().create(where);
    expect(run).toMatchObject({ ...currency, timesheets: 2 });
    expect(await runs().lines(run.id)).toMatchObject([currency, currency]);
  });

  it('are not added up: a run of several is refused with their names', async () => {
    const where = await api.division();
    await sheetIn(where, AUSTRALIAN);
    await feeIn(where, NEW_ZEALAND);
    const unset = await api.placement(where, { ...(await vacancy(0)) });
    await api.sheets.approved({ placementID: unset, periodStart: '2026-11-16', lines: [{ day: '2026-11-16', hours: 1 }] });
    const names = await namesOfCurrencies();
    const currencies = [AUSTRALIAN, NEW_ZEALAND].map((currencyID) => ({ currencyID, currencyName: names.get(currencyID) }));
    for (const call of ['', '/Preview']) {
      const { body } = await runs().post(call, where).expect(409);
      const problem = body as { type: string; detail: string; currencies: Body[]; placementIDs: number[] };
      expect(problem).toMatchObject({ type: '/problems/mixed-currencies', placementIDs: [unset] });
      expect(problem.currencies.toSorted((one, other) => Number(one['currencyID']) - Number(other['currencyID']))).toEqual(currencies);
      for (const name of names.values()) if (name === currencies[0]!.currencyName) expect(problem.detail).toContain(name);
    }
  });

  it('have a run each, and what has none comes last', async () => {
    const where = await api.division();
    const australian = await sheetIn(where, AUSTRALIAN, 2);
    const other = await sheetIn(where, NEW_ZEALAND, 3);
    const unset = await sheetIn(where, 0, 5);
    const fee = await feeIn(where, NEW_ZEALAND);
    const first = await runs().create({ ...where, currencyID: NEW_ZEALAND });
    expect(first).toMatchObject({ currencyID: NEW_ZEALAND, totalCharge: 18_276, timesheets: 1, fees: 1 });
    expect((await runs().lines(first.id)).map(({ timesheetID, placementID }) => timesheetID || placementID)).toEqual(
      expect.arrayContaining([other, fee]),
    );
    expect(await runs().totals(first.id, 'consultant')).toMatchObject([{ currencyID: NEW_ZEALAND, charge: 18_276 }]);
    expect(
      (
        await runs()
          .post('', { ...where, currencyID: 3 })
          .expect(409)
      ).body,
    ).toMatchObject({ status: 409 });
    const second = await runs().create({ ...where, currencyID: AUSTRALIAN });
    expect(await runs().lines(second.id)).toMatchObject([{ timesheetID: australian, currencyID: AUSTRALIAN, charge: 184 }]);
    const last = await runs().create(where);
    expect(last).toMatchObject({ currencyID: 0, currencyName: null, totalCharge: 460 });
    expect(await runs().lines(last.id)).toMatchObject([{ timesheetID: unset, currencyID: 0, currencyName: null }]);
    expect(await runs().totals(last.id, 'client')).toMatchObject([{ currencyID: 0, charge: 460 }]);
  });

  it('are a column of exports', async () => {
    const where = await api.division();
    await sheetIn(where, NEW_ZEALAND);
    const id = await runs().approved(where);
    const { text } = await runs().get(`/${id}/Export?format=csv`).buffer(true).expect(200);
    const [header, line] = text.replace('\ufeff', '').split('\r\n');
    const cells = new Map(header!.split(',').map((name, index) => [name, line!.split(',')[index]]));
    expect(cells.get('currencyID')).toBe(String(NEW_ZEALAND));
  });

  it('that nobody knows are refused', async () => {
    const where = await api.division();
    const { body } = await runs()
      .post('', { ...where, currencyID: 999 })
      .expect(400);
    expect((body as { errors: Body[] }).errors).toMatchObject([{ pointer: '/currencyID' }]);
  });
});
