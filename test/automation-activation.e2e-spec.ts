import { setTimeout } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import { addTag, all, Automations, rule, type Json, type AutomationInput } from './support/automations';
import { processedBy, waitUntilIdle } from './support/event-processing';

let service: TestApp;
let automations: Automations;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  automations = new Automations(service);
});
afterAll(() => service.close());

const create = async (body: Json): Promise<number> =>
  ((await service.http.post('/api/Candidates').send(body).expect(201)).body as { id: number }).id;
const put = (id: number, body: Json) => service.http.put(`/api/Candidates/${id}/V2`).send(body).expect(200);
const set = (id: number, body: Json) => service.http.put(`/api/Automation/${id}`).send(body).expect(200);
const processed = (automationID: number): Promise<number[]> => processedBy(service, automationID);

const [ACTIVE, PAUSED] = [{ statusID: 1 }, { statusID: 2 }];
const wanted = all(rule('lastName', '=', 'Wanted'));
const UPDATED: AutomationInput = { triggerID: 1, eventID: 2, filters: wanted, actions: [addTag('Activated')] };
const MATCHES: AutomationInput = { ...UPDATED, eventID: 16 };

describe('An event during a pause', () => {
  it('triggers nothing, even after reactivation', async () => {
    const { id } = await automations.save(UPDATED);
    const candidate = await create({ lastName: 'Wanted' });
    await set(id, PAUSED);
    await put(candidate, { firstName: 'Paused' });
    await set(id, ACTIVE);
    await waitUntilIdle(service);
    expect(await processed(id)).toEqual([]);
    await put(candidate, { firstName: 'Active' });
    await waitUntilIdle(service);
    expect(await processed(id)).toEqual([candidate]);
  });

  it('is not caught up on when it was dispatched before the pause', async () => {
    const { id } = await automations.save(UPDATED);
    const candidate = await create({ lastName: 'Wanted' });
    await Promise.all([put(candidate, { firstName: 'Changed' }), set(id, PAUSED)]);
    await waitUntilIdle(service);
    const done = await processed(id);
    await set(id, ACTIVE);
    await waitUntilIdle(service);
    expect(await processed(id)).toEqual(done);
  });

  it('counts as already matching for a match event', async () => {
    const { id } = await automations.save(MATCHES);
    await set(id, PAUSED);
    const candidate = await create({ lastName: 'Wanted' });
    await set(id, ACTIVE);
    await put(candidate, { firstName: 'Still' });
    await waitUntilIdle(service);
    expect(await processed(id)).toEqual([]);
    await put(candidate, { lastName: 'Other' });
    await waitUntilIdle(service);
    await put(candidate, { lastName: 'Wanted' });
    await waitUntilIdle(service);
    expect(await processed(id)).toEqual([candidate]);
  });

  it.each<[string, Json, Json]>([
    ['another trigger', { triggerID: 3 }, { triggerID: 1 }],
    ['another event', { eventID: 1 }, { eventID: 16 }],
    ['its deletion', { deleted: true }, { deleted: false }],
  ])('is ignored in the same way during %s', async (_, away, back) => {
    const { id } = await automations.save(MATCHES);
    await set(id, away);
    const candidate = await create({ lastName: 'Wanted', firstName: 'Away' });
    await waitUntilIdle(service);
    await set(id, back);
    await put(candidate, { firstName: 'Back' });
    await waitUntilIdle(service);
    const before = await processed(id);
    await put(candidate, { lastName: 'Other' });
    await waitUntilIdle(service);
    await put(candidate, { lastName: 'Wanted' });
    await waitUntilIdle(service);
    // while it had another event, that event may have triggered it
    expect((await processed(id)).slice(before.length)).toEqual([candidate]);
    expect(before).toEqual('eventID' in away ? [candidate] : []);
  });

  it('is judged by the current condition', async () => {
    const { id } = await automations.save(MATCHES);
    const candidate = await create({ lastName: 'Renamed' });
    await set(id, { filtersJSON: JSON.stringify(all(rule('lastName', '=', 'Renamed'))) });
    await put(candidate, { firstName: 'Matches already' });
    await waitUntilIdle(service);
    expect(await processed(id)).toEqual([]);
  });

  it('is judged by the current condition even when that changes during the check', async () => {
    const rules = await Promise.all(Array.from({ length: 30 }, () => automations.save(MATCHES)));
    const candidate = await create({ lastName: 'Overtaken' });
    const looking = setTimeout(20);
    await Promise.all(rules.map(({ id }) => set(id, { filtersJSON: JSON.stringify(all(rule('lastName', '=', 'Overtaken'))) })));
    await looking;
    await waitUntilIdle(service);
    await put(candidate, { firstName: 'Matches already' });
    await waitUntilIdle(service);
    expect(await Promise.all(rules.map(({ id }) => processed(id)))).toEqual(rules.map(() => []));
  });
});

describe('An automation whose event changes', () => {
  it('treats records of the new type that match already as known matches', async () => {
    const state = all(rule('state', '=', 'Moved here'));
    const { id } = await automations.save({ triggerID: 1, eventID: 16, filters: state, actions: [addTag('Matches')] });
    const { body } = await service.http.post('/api/Contacts').send({ surname: 'Here', state: 'Moved here' }).expect(201);
    const contactID = (body as { id: number }).id;
    await waitUntilIdle(service);
    await set(id, { eventID: 25 });
    const updateContact = (changes: Json) => service.http.put(`/api/Contacts/${contactID}`).send(changes).expect(200);
    await updateContact({ surname: 'Still here' });
    await waitUntilIdle(service);
    expect(await processed(id)).toEqual([]);
    await updateContact({ state: 'Elsewhere' });
    await waitUntilIdle(service);
    await updateContact({ state: 'Moved here' });
    await waitUntilIdle(service);
    expect(await processed(id)).toEqual([contactID]);
  });

  it('is triggered by later dates only, not by earlier ones', async () => {
    const day = { offset: { amount: 0, unit: 'day' } };
    const { id } = await automations.save({ triggerID: 1, eventID: 12, actions: [addTag('Dated')], schedule: day });
    await automations.rows(
      "UPDATE automation SET activatedDate = '2020-01-01 00:00:00.000', datesCheckedUntil = '2020-01-01 00:00:00.000' WHERE id = ?",
      [id],
    );
    const before = new Date();
    await set(id, { eventID: 13 });
    const [row] = await automations.rows(
      'SELECT CAST(activatedDate AS CHAR) AS activatedDate, CAST(datesCheckedUntil AS CHAR) AS datesCheckedUntil FROM automation WHERE id = ?',
      [id],
    );
    const momentOf = (cell: unknown): Date => new Date(`${String(cell).replace(' ', 'T')}Z`);
    expect(momentOf(row!['activatedDate']).getTime()).toBeGreaterThanOrEqual(before.getTime());
    // the scheduler may have checked already
    if (row!['datesCheckedUntil'] !== null) expect(momentOf(row!['datesCheckedUntil']).getTime()).toBeGreaterThanOrEqual(before.getTime());
  });
});
