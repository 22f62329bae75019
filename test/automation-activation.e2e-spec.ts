import { setTimeout } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import { addTag, all, Automations, rule, type Json, type Said } from './support/automations';
import { processedBy, settled } from './support/happenings';

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
const UPDATED: Said = { triggerID: 1, eventID: 2, filters: wanted, actions: [addTag('Activated')] };
const MATCHES: Said = { ...UPDATED, eventID: 16 };

describe('What happened while an automation was paused', () => {
  it('sets nothing off, nor once it is active again', async () => {
    const { id } = await automations.save(UPDATED);
    const candidate = await create({ lastName: 'Wanted' });
    await set(id, PAUSED);
    await put(candidate, { firstName: 'Paused' });
    await set(id, ACTIVE);
    await settled(service);
    expect(await processed(id)).toEqual([]);
    await put(candidate, { firstName: 'Active' });
    await settled(service);
    expect(await processed(id)).toEqual([candidate]);
  });

  it('is not made up for when it was noticed before the pause', async () => {
    const { id } = await automations.save(UPDATED);
    const candidate = await create({ lastName: 'Wanted' });
    await Promise.all([put(candidate, { firstName: 'Changed' }), set(id, PAUSED)]);
    await settled(service);
    const done = await processed(id);
    await set(id, ACTIVE);
    await settled(service);
    expect(await processed(id)).toEqual(done);
  });

  it('is known to an automation for those who come to match: they match already', async () => {
    const { id } = await automations.save(MATCHES);
    await set(id, PAUSED);
    const candidate = await create({ lastName: 'Wanted' });
    await set(id, ACTIVE);
    await put(candidate, { firstName: 'Still' });
    await settled(service);
    expect(await processed(id)).toEqual([]);
    await put(candidate, { lastName: 'Other' });
    await settled(service);
    await put(candidate, { lastName: 'Wanted' });
    await settled(service);
    expect(await processed(id)).toEqual([candidate]);
  });

  it.each<[string, Json, Json]>([
    ['another trigger', { triggerID: 3 }, { triggerID: 1 }],
    ['another event', { eventID: 1 }, { eventID: 16 }],
    ['its deletion', { deleted: true }, { deleted: false }],
  ])('is as if it happened under %s', async (_, away, back) => {
    const { id } = await automations.save(MATCHES);
    await set(id, away);
    const candidate = await create({ lastName: 'Wanted', firstName: 'Away' });
    await settled(service);
    await set(id, back);
    await put(candidate, { firstName: 'Back' });
    await settled(service);
    const before = await processed(id);
    await put(candidate, { lastName: 'Other' });
    await settled(service);
    await put(candidate, { lastName: 'Wanted' });
    await settled(service);
    // while it waited for another event, that one may have set it off
    expect((await processed(id)).slice(before.length)).toEqual([candidate]);
    expect(before).toEqual('eventID' in away ? [candidate] : []);
  });

  it('counts by the condition that it has now', async () => {
    const { id } = await automations.save(MATCHES);
    const candidate = await create({ lastName: 'Renamed' });
    await set(id, { filtersJSON: JSON.stringify(all(rule('lastName', '=', 'Renamed'))) });
    await put(candidate, { firstName: 'Matches already' });
    await settled(service);
    expect(await processed(id)).toEqual([]);
  });

  it('even when that is changed while it is looked who matches', async () => {
    const rules = await Promise.all(Array.from({ length: 30 }, () => automations.save(MATCHES)));
    const candidate = await create({ lastName: 'Overtaken' });
    const looking = setTimeout(20);
    await Promise.all(rules.map(({ id }) => set(id, { filtersJSON: JSON.stringify(all(rule('lastName', '=', 'Overtaken'))) })));
    await looking;
    await settled(service);
    await put(candidate, { firstName: 'Matches already' });
    await settled(service);
    expect(await Promise.all(rules.map(({ id }) => processed(id)))).toEqual(rules.map(() => []));
  });
});
