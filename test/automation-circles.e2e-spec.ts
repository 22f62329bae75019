import { startApp, type TestApp } from './support/app';
import { addTag, all, Automations, rule, update, type AutomationInput, type Json, type Run } from './support/automations';
import { waitUntilIdle } from './support/event-processing';

/** Contact updated, contact tagged, contact untagged, activity created, contact matches filters. */
const [UPDATED, TAGGED, ACTIVITY, MATCHES] = [18, 20, 67, 25];
const LONGEST = 25;

let service: TestApp;
let automations: Automations;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  automations = new Automations(service);
});
afterEach(() => automations.rows('UPDATE automation SET deleted = 1'));
afterAll(() => service.close());

const create = async (path: string, body: object): Promise<number> =>
  ((await service.http.post(`/api/${path}`).send(body).expect(201)).body as { id: number }).id;
const contact = (more: object = {}): Promise<number> => create('Contacts', { firstName: 'Rory', ...more });
const listening = (eventID: number, actions: Json[], input: AutomationInput = {}) =>
  automations.save({ triggerID: 1, eventID, name: `On ${eventID}`, actions, ...input });
const change = async (id: number, body: object): Promise<void> => {
  await service.http.put(`/api/Contacts/${id}`).send(body).expect(200);
  await waitUntilIdle(service);
};
const when = (field: string, value: unknown): Json => all(rule(field, '=', value));
const statusOf = async (id: number): Promise<unknown> => (await automations.get<Json>(`/api/Automation/${id}`))['statusID'];
const reasonOf = async (id: number): Promise<string> =>
  (await automations.get<{ warnings: { pointer: string; detail: string }[] }>(`/api/Automation/${id}/Problems`)).warnings
    .filter(({ pointer }) => pointer === '/statusID')
    .map(({ detail }) => detail)
    .join();
const runsOf = (id: number): Promise<Run[]> => automations.get(`/api/Automation/${id}/Runs?limit=100`);
const processedBy = async (id: number): Promise<number> => (await runsOf(id)).reduce((sum, run) => sum + run.processed, 0);

/** Two that set each other off for ever. */
const circle = async () => {
  const ping = await listening(UPDATED, [update('suburb', 'Pong')], { name: 'Ping', filters: when('suburb', 'Ping') });
  const pong = await listening(UPDATED, [update('suburb', 'Ping')], { name: 'Pong', filters: when('suburb', 'Pong') });
  return { ping: ping.id, pong: pong.id };
};

describe('A loop', () => {
  it('pauses those that repeat, with the chain as the reason, and nobody who only listens', async () => {
    const { ping, pong } = await circle();
    const listener = await listening(UPDATED, [{ type: 'createNote', params: { notes: 'Moved' } }], { name: 'Listener' });
    const id = await contact();
    await change(id, { suburb: 'Ping' });
    expect([await statusOf(ping), await statusOf(pong), await statusOf(listener.id)]).toEqual([2, 2, 1]);
    const chain = Array.from({ length: 3 }, () => `"Ping" (${ping}) → "Pong" (${pong}) → `).join('');
    const reason = `is 2 (paused) because the service paused it: it repeats in a loop on the contact ${id}: ${chain}"Ping" (${ping})`;
    expect([await reasonOf(ping), await reasonOf(pong)]).toEqual([reason, reason]);
    expect([await processedBy(ping), await processedBy(pong)]).toEqual([3, 3]);
    // the change by hand and the six of the loop
    expect(await processedBy(listener.id)).toBe(7);
    expect(await reasonOf(listener.id)).toBe('');
  });

  it('notifies the user and the administrators once', async () => {
    const before = await automations.get<Json[]>('/api/Me/Notifications?limit=1000');
    const { ping, pong } = await circle();
    await change(await contact(), { suburb: 'Ping' });
    const after = await automations.get<Json[]>('/api/Me/Notifications?limit=1000');
    const fresh = after.filter((each) => !before.some((old) => old['id'] === each['id'])).map((each) => String(each['message']));
    expect(fresh.filter((text) => text.includes('Ping has been paused'))).toHaveLength(1);
    expect(fresh.filter((text) => text.includes('Pong has been paused'))).toHaveLength(1);
    expect(fresh.every((text) => text.includes(`(${ping})`) && text.includes(`(${pong})`))).toBe(true);
  });

  it('keeps no event of another record from those that only listen', async () => {
    const { ping } = await circle();
    const listener = await listening(UPDATED, [addTag('Heard')], { name: 'Listener' });
    const ids = [await contact(), await contact(), await contact(), await contact()];
    await Promise.all(ids.map((id, index) => service.http.put(`/api/Contacts/${id}`).send({ suburb: index === 1 ? 'Ping' : 'Manly' })));
    await waitUntilIdle(service);
    expect([await statusOf(ping), await statusOf(listener.id)]).toEqual([2, 1]);
    for (const id of ids) expect(await automations.tagsOn('contact', id)).toEqual(['Heard']);
  });

  it('of records that start to match is found as well', async () => {
    const one = await listening(MATCHES, [update('suburb', 'Pong')], { filters: when('suburb', 'Ping') });
    const other = await listening(MATCHES, [update('suburb', 'Ping')], { filters: when('suburb', 'Pong') });
    await change(await contact(), { suburb: 'Ping' });
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual([2, 2]);
  });

  it('over new records ends at the longest chain, and pauses those that repeat in it', async () => {
    const note = (notes: string): Json => ({ type: 'createNote', params: { notes, target: 'contact' } });
    const one = await listening(ACTIVITY, [note('One')], { name: 'One', filters: all(rule('notes', 'beginsWith', 'T')) });
    const two = await listening(ACTIVITY, [note('Two')], { name: 'Two', filters: when('notes', 'One') });
    const id = await contact();
    await create('Activities', { contactID: id, category: 1, notes: 'To begin with' });
    await waitUntilIdle(service);
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual([2, 2]);
    expect(await reasonOf(one.id)).toMatch(/a chain of 25 automations led to the activity \d+: … → "One" .* → "Two" \(\d+\)$/);
    expect((await processedBy(one.id)) + (await processedBy(two.id))).toBe(LONGEST);
  });

  it('that comes to rest by itself pauses nobody', async () => {
    const one = await listening(UPDATED, [addTag('Seen')], { name: 'One' });
    const two = await listening(TAGGED, [update('state', 'NSW')], { name: 'Two' });
    const id = await contact();
    await change(id, { suburb: 'Manly' });
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual([1, 1]);
    expect([await processedBy(one.id), await processedBy(two.id)]).toEqual([2, 1]);
  });
});

describe('A chain in which nobody repeats', () => {
  it('may have 25 automations; the next one is recorded as skipped', async () => {
    const ids: number[] = [];
    for (let step = 0; step <= LONGEST; step++) {
      const { id } = await listening(UPDATED, [update('suburb', `Step ${step + 1}`)], {
        name: `Step ${step}`,
        filters: when('suburb', `Step ${step}`),
      });
      ids.push(id);
    }
    const id = await contact();
    await change(id, { suburb: 'Step 0' });
    expect(await automations.get(`/api/Contacts/${id}`)).toMatchObject({ suburb: `Step ${LONGEST}` });
    const [run] = await runsOf(ids[LONGEST]!);
    expect(run).toMatchObject({ status: 'skipped', leftOut: 1, taken: 0 });
    expect(run!.reason).toMatch(
      new RegExp(`^a chain of 25 automations led to the contact ${id}: … → "Step 14" .* → "Step 25" \\(\\d+\\)$`),
    );
    expect((await Promise.all(ids.map(reasonOf))).filter(Boolean)).toEqual([]);
    for (const each of ids) expect(await statusOf(each)).toBe(1);
  });
});
