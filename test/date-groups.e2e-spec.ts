import { startApp, type TestApp } from './support/app';
import { bodyOf, type AutomationInput } from './support/automations';
import { queryRows } from './support/database';

type DateGroup = { id: number; name: string; dates: string[] };
type Automation = { id: number; nextRunDateUtc: string | null };

/** A Friday, 13:00 in Sydney. */
const NOW = '2026-11-20T02:00:00.000Z';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false', CLOCK_START: NOW })));
afterAll(() => service.close());

const GROUPS = '/api/Automation/ExcludedDateGroups';
const post = (body: object) => service.http.post(GROUPS).send(body);
const put = (id: number | string, body: object) => service.http.put(`${GROUPS}/${id}`).send(body);
const remove = (id: number | string) => service.http.delete(`${GROUPS}/${id}`);
const created = async (body: object): Promise<DateGroup> => (await post(body).expect(201)).body as DateGroup;
const found = async (id: number): Promise<DateGroup> => (await service.http.get(`${GROUPS}/${id}`).expect(200)).body as DateGroup;
const listed = async (): Promise<DateGroup[]> => (await service.http.get(GROUPS).expect(200)).body as DateGroup[];
const changes = (id: number) =>
  queryRows<{ action: string; fields: string }>(
    service,
    "SELECT action, fields FROM record_change WHERE type = 'DateGroup' AND recordID = ? ORDER BY id",
    [id],
  );

describe('A date group', () => {
  it('is created, sorted, and can be read at its Location', async () => {
    const { body, headers } = await post({ name: 'Shutdown', dates: ['2026-12-31', '2026-12-29', '2026-12-30'] }).expect(201);
    const { id } = body as DateGroup;
    expect(body).toEqual({ id, name: 'Shutdown', dates: ['2026-12-29', '2026-12-30', '2026-12-31'] });
    expect(headers['location']).toBe(`${GROUPS}/${id}`);
    expect(await found(id)).toEqual(body);
    expect(await listed()).toContainEqual(body);
    expect(JSON.parse((await changes(id))[0]!.fields)).toMatchObject({
      name: [null, 'Shutdown'],
      dates: [[], ['2026-12-29', '2026-12-30', '2026-12-31']],
    });
  });

  it('can be empty, and have a thousand dates', async () => {
    expect(await created({ name: 'None' })).toMatchObject({ dates: [] });
    const dates = Array.from({ length: 1000 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10));
    expect(await created({ name: 'Many', dates })).toMatchObject({ dates });
  });

  it('keeps absent fields, and replaces its list', async () => {
    const { id } = await created({ name: 'Easter', dates: ['2027-03-26'] });
    expect((await put(id, { name: 'Easter 2027' }).expect(200)).body).toEqual({ id, name: 'Easter 2027', dates: ['2027-03-26'] });
    expect((await put(id, { dates: ['2027-03-29', '2027-03-26'] }).expect(200)).body).toEqual({
      id,
      name: 'Easter 2027',
      dates: ['2027-03-26', '2027-03-29'],
    });
    expect(JSON.parse((await changes(id)).at(-1)!.fields)).toEqual({ dates: [['2027-03-26'], ['2027-03-26', '2027-03-29']] });
    await put(id, { dates: ['2027-03-29', '2027-03-26'] }).expect(200);
    expect(await changes(id)).toHaveLength(3);
    expect((await put(id, { dates: null }).expect(200)).body).toMatchObject({ dates: [] });
  });

  it.each<[object, string]>([
    [{}, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 5 }, '/name'],
    [{ name: 'x', dates: '2026-12-25' }, '/dates'],
    [{ name: 'x', dates: ['2026-12-25', '2026-02-30'] }, '/dates'],
    [{ name: 'x', dates: ['2026-12-25T00:00:00Z'] }, '/dates'],
    [{ name: 'x', dates: ['25.12.2026'] }, '/dates'],
    [{ name: 'x', dates: ['0001-01-01'] }, '/dates'],
    [{ name: 'x', dates: [20261225] }, '/dates'],
    [{ name: 'x', dates: [null] }, '/dates'],
    [{ name: 'x', dates: ['2026-12-25', '2026-12-26', '2026-12-25'] }, '/dates'],
    [{ name: 'x', dates: Array.from({ length: 1001 }, () => '2026-12-25') }, '/dates'],
    [{ name: 'x', days: [] }, '/days'],
    [{ name: 'x', deleted: 1 }, '/deleted'],
  ])('cannot be created from %j', async (body, pointer) => {
    const before = (await listed()).length;
    expect((await post(body).expect(400)).body).toMatchObject({ errors: [{ pointer }] });
    expect(await listed()).toHaveLength(before);
  });

  it('can be deleted, is returned by its id, is not listed, and can be restored', async () => {
    const { id, ...group } = await created({ name: 'Once', dates: ['2026-12-25'] });
    for (let time = 0; time < 2; time++) await remove(id).expect(204, '');
    expect(await found(id)).toEqual({ id, ...group });
    expect((await listed()).map((each) => each.id)).not.toContain(id);
    expect(
      (
        await service.http
          .post('/api/Automation')
          .send(bodyOf({ excludedDateGroupID: id }))
          .expect(400)
      ).body,
    ).toMatchObject({ errors: [{ pointer: '/excludedDateGroupID' }] });
    await put(id, { deleted: false }).expect(200);
    expect((await listed()).map((each) => each.id)).toContain(id);
  });

  it('checks If-Match', async () => {
    const { id } = await created({ name: 'Old', dates: ['2026-12-25'] });
    const { etag } = (await service.http.get(`${GROUPS}/${id}`)).headers as { etag: string };
    await put(id, { dates: [] }).set('If-Match', etag).expect(200);
    await put(id, { name: 'New' }).set('If-Match', etag).expect(412);
    await remove(id).set('If-Match', etag).expect(412);
    expect(await found(id)).toEqual({ id, name: 'Old', dates: [] });
  });

  it.each(['0', '-1', '999999'])('returns 404 for the unknown id %s', async (id) => {
    for (const response of [service.http.get(`${GROUPS}/${id}`), put(id, {}), remove(id)]) await response.expect(404);
  });
});

describe('Automations that use a date group', () => {
  const AT_NINE = { timeZone: 'Australia/Sydney', schedule: { kind: 'daily', at: '09:00' } };
  const automation = async (sent: AutomationInput): Promise<Automation> =>
    (
      await service.http
        .post('/api/Automation')
        .send(bodyOf({ triggerID: 2, schedule: AT_NINE, ...sent }))
        .expect(200)
    ).body as Automation;
  const read = async (id: number): Promise<Automation & { excludedDateGroupName: string }> =>
    (await service.http.get(`/api/Automation/${id}`).expect(200)).body as Automation & { excludedDateGroupName: string };

  it('run on its next allowed date as soon as it changes', async () => {
    const group = await created({ name: 'Weekend', dates: [] });
    const [stored, paused, byHand, other] = [
      await automation({ excludedDateGroupID: group.id }),
      await automation({ excludedDateGroupID: group.id, statusID: 2 }),
      await automation({ excludedDateGroupID: group.id, triggerID: 3 }),
      await automation({}),
    ];
    expect(stored.nextRunDateUtc).toBe('2026-11-20T22:00:00.000Z');
    await put(group.id, { dates: ['2026-11-21', '2026-11-22'] }).expect(200);
    expect((await read(stored.id)).nextRunDateUtc).toBe('2026-11-22T22:00:00.000Z');
    expect((await read(other.id)).nextRunDateUtc).toBe('2026-11-20T22:00:00.000Z');
    for (const { id } of [paused, byHand]) expect((await read(id)).nextRunDateUtc).toBeNull();
    expect(
      await queryRows(
        service,
        "SELECT recordID FROM record_change WHERE type = 'Automation' AND action = 'updated' AND recordID IN (?, ?, ?, ?)",
        [stored.id, paused.id, byHand.id, other.id],
      ),
    ).toEqual([{ recordID: stored.id }]);
    await put(group.id, { dates: ['2026-11-22'] }).expect(200);
    expect((await read(stored.id)).nextRunDateUtc).toBe('2026-11-20T22:00:00.000Z');
  });

  it('show its new name and run when they would have', async () => {
    const group = await created({ name: 'Weekend', dates: ['2026-11-21'] });
    const { id, nextRunDateUtc } = await automation({ excludedDateGroupID: group.id });
    await put(group.id, { name: 'Saturday' }).expect(200);
    expect(await read(id)).toMatchObject({ nextRunDateUtc, excludedDateGroupName: 'Saturday' });
  });

  it('prevent it from being deleted until they are deleted themselves', async () => {
    const group = await created({ name: 'Needed', dates: ['2026-11-21'] });
    const { id } = await automation({ excludedDateGroupID: group.id, name: 'Weekly call', statusID: 2 });
    expect((await remove(group.id).expect(409)).body).toMatchObject({
      type: '/problems/conflict',
      detail: expect.stringMatching(new RegExp(`Needed.*${id} \\(Weekly call\\)`)),
    });
    expect((await listed()).map((each) => each.id)).toContain(group.id);
    await service.http.delete(`/api/Automation/${id}`).expect(204);
    await remove(group.id).expect(204);
  });
});
