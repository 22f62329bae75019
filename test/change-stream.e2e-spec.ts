import { onServer } from '../src/core/database/support/kind';
import { apiClient, type Body } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { EventStream } from './support/event-stream';

let service: TestApp;
const open: EventStream[] = [];
const { createRecord, updateRecord, listRecords } = apiClient(() => service);
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterEach(() => open.splice(0).forEach((stream) => stream.close()));
afterAll(() => service.close());

async function follow(query = '', headers: Record<string, string> = {}, of = service): Promise<EventStream> {
  const stream = await EventStream.open(of, query, headers);
  open.push(stream);
  return stream;
}

const last = async (): Promise<number> => Number((await service.http.get('/api/Changes?limit=1')).headers['x-last-sequence']);
/** The events of kind C, and those of runs. */
const RAISED = '1 to 11, 17 to 22, 26 to 28, 31 to 32, 34 to 41, 44 to 47, 50 to 51, 53 to 58, 61, 63 to 65, 67, 69 to 79';
const recordsOf = (changes: readonly Body[]): unknown[] => changes.map(({ recordID }) => recordID);

describe('GET /api/Changes/Stream', () => {
  it('sends each change as the feed shows it, from now on', async () => {
    await createRecord('Clients', { name: 'Before' });
    const after = await last();
    const stream = await follow();
    const { id } = await createRecord('Clients', { name: 'Harbour' });
    const [change] = await stream.atLeast(1);
    expect([change]).toEqual(await listRecords(`Changes?after=${after}`));
    expect(change).toMatchObject({ type: 'Client', recordID: id, sequence: after + 1 });
    expect(stream.events.at(-1)).toMatchObject({ id: String(after + 1), event: 'change' });
  });

  it('is not held back by proxies or caches, and says how soon to connect again', async () => {
    const stream = await follow();
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    await createRecord('Clients', { name: 'Any' });
    await stream.atLeast(1);
    expect(stream.raw).toMatch(/^retry: 1000\n\n/);
  });

  it.each([
    ['after', (after: number) => follow(`after=${after}`)],
    ['Last-Event-ID, which precedes after', (after: number) => follow('after=0', { 'Last-Event-ID': String(after) })],
  ])('continues by %s', async (_, resume) => {
    const after = await last();
    const ids = [];
    for (const name of ['One', 'Two', 'Three']) ids.push((await createRecord('Clients', { name })).id);
    const stream = await resume(after);
    expect(recordsOf(await stream.atLeast(3))).toEqual(ids);
    const again = await follow('', { 'Last-Event-ID': String(after + 2) });
    expect(recordsOf(await again.atLeast(1))).toEqual([ids[2]]);
  });

  it('filters as the feed does, and tells how far it has read all the same', async () => {
    const { id } = await createRecord('Clients', { name: 'Watched' });
    const other = await createRecord('Clients', { name: 'Other' });
    const stream = await follow(`types=client&recordIds=${id}&fields=NAME&actions=updated&seconds=2`);
    await updateRecord(`Clients/${other.id}`, { name: 'Other one' });
    await updateRecord(`Clients/${id}`, { website: 'https://example.com' });
    await updateRecord(`Clients/${id}`, { name: 'Watched more' });
    await updateRecord(`Clients/${other.id}`, { name: 'Other two' });
    await stream.end();
    expect(stream.changes.map(({ fields }) => fields)).toEqual([{ name: { before: 'Watched', after: 'Watched more' } }]);
    expect(stream.raw.endsWith('retry: 1000\n\n')).toBe(true);
    expect(Number(stream.lastID)).toBeGreaterThan(0);
  });

  it.each([
    ['a sequence of another database', 'after=999999999', {}, 409, '/problems/changes-gone'],
    ['a Last-Event-ID that is no sequence', '', { 'Last-Event-ID': 'abc' }, 400, undefined],
    ['unknown actions', 'actions=made', {}, 400, undefined],
    ['fields that no name can be', 'fields=a;b', {}, 400, undefined],
    ['an endless stream', 'seconds=0', {}, 400, undefined],
    ['another format', '', { Accept: 'text/html' }, 406, undefined],
  ])('rejects %s before it begins', async (_, query, headers, status, type) => {
    const response = await service.http
      .get(`/api/Changes/Stream?${query}`)
      .set(headers as Record<string, string>)
      .expect(status);
    if (type !== undefined) expect((response.body as Body)['type']).toBe(type);
  });

  it('answers HEAD without a stream', async () => {
    await service.http
      .head('/api/Changes/Stream')
      .expect(200)
      .expect('Content-Type', /event-stream/);
  });

  it('loses nothing of a reader that is slower than the changes', async () => {
    const after = await last();
    const stream = await follow(`after=${after}`);
    stream.response.pause();
    const text = 'x'.repeat(50_000);
    const ids = [];
    for (let index = 0; index < 60; index++)
      ids.push((await createRecord('Opportunities', { name: `No. ${index}`, description: text })).id);
    stream.response.resume();
    expect(recordsOf(await stream.atLeast(60))).toEqual(ids);
  });

  it('refuses types whose changes are never published, before it begins', async () => {
    const { body } = await service.http.get('/api/Changes/Stream?types=Nope&seconds=1').expect(400);
    expect((body as Body)['errors']).toMatchObject([{ pointer: '/types', in: 'query' }]);
  });

  it('ends when the service stops, and continues with the next one', async () => {
    const own = await startApp({ DEMO_DATA: 'false' });
    const stream = await EventStream.open(own, '');
    await own.stop();
    await stream.end();
    expect(stream.raw.endsWith('retry: 1000\n\n')).toBe(true);
    const again = await own.restart();
    const next = await EventStream.open(again, '', { 'Last-Event-ID': stream.lastID ?? '' });
    const { body } = await again.http.post('/api/Clients').send({ name: 'Afterwards' }).expect(201);
    expect(recordsOf(await next.atLeast(1))).toEqual([(body as Body)['id']]);
    next.close();
    await again.close();
  });
});

if (onServer) {
  describe('GET /api/Changes/Stream of one process', () => {
    it('sends what another one changes', async () => {
      const other = await service.twin();
      const stream = await follow();
      const { body } = await other.http.post('/api/Clients').send({ name: 'Elsewhere' }).expect(201);
      expect(recordsOf(await stream.atLeast(1))).toEqual([(body as Body)['id']]);
      await other.close();
    });
  });
}

describe('GET /api/Changes', () => {
  it.each([
    ['a record', ({ id }: { id: number }) => `types=Contact&recordIds=${id}`, ['created', 'updated', 'updated', 'deleted']],
    ['an action', ({ id }: { id: number }) => `recordIds=${id}&types=contact&actions=Deleted,created`, ['created', 'deleted']],
    ['a field', ({ id }: { id: number }) => `types=Contact&recordIds=${id}&fields=jobTitle,deleted`, ['created', 'updated', 'deleted']],
    ['an event that nothing has raised', ({ id }: { id: number }) => `recordIds=${id}&types=Contact&events=35`, []],
  ])('filters by %s', async (_, queryOf, actions) => {
    const after = await last();
    const contact = await createRecord('Contacts', { surname: 'Bennett', jobTitle: 'Buyer' });
    await createRecord('Contacts', { surname: 'Other', jobTitle: 'Buyer' });
    await updateRecord(`Contacts/${contact.id}`, { jobTitle: 'Chief buyer' });
    await updateRecord(`Contacts/${contact.id}`, { surname: 'Benett, "jobTitle":[' });
    await service.http.delete(`/api/Contacts/${contact.id}`).expect(204);
    expect((await listRecords(`Changes?after=${after}&${queryOf(contact)}`)).map(({ action }) => action)).toEqual(actions);
  });

  it('filters by event, of which one number is no part of another', async () => {
    const after = await last();
    const { id } = await createRecord('Opportunities', { name: 'Fit-out' });
    await updateRecord(`Opportunities/${id}`, { stageID: 2 });
    const sought = async (events: string) =>
      (await listRecords(`Changes?after=${after}&events=${events}`)).map(({ events: raised }) => raised);
    expect(await sought('31')).toEqual([[31]]);
    expect(await sought('31,32')).toEqual([[31], [32]]);
    expect(await sought('3')).toEqual([]);
  });

  it.each(['Changes', 'Changes/Stream'])('refuses at /api/%s an event that no change raises, and says which do', async (path) => {
    const { body } = await service.http.get(`/api/${path}?events=1,12,80,999`).expect(400);
    const detailOf = (id: number) =>
      `${id} must be the id of an event that changes raise (kind C in the automation catalogue, and of runs): ${RAISED}`;
    expect((body as Body)['errors']).toEqual([12, 80, 999].map((id) => ({ pointer: '/events', in: 'query', detail: detailOf(id) })));
  });

  it.each([
    ['Contacts/Searches', 'ContactSearch', { status: [1] }, { status: [1, 2], division: [0] }],
    ['Jobs/Searches', 'JobSearch', { status: ['Open'] }, { status: ['Closed', 'Open'] }],
  ])('tells what changed in saved searches: %s', async (path, type, first, second) => {
    const after = await last();
    const ssid = String((await createRecord(path, { name: 'Mine', ...first }))['ssid']);
    await updateRecord(`${path}/${ssid}`, second);
    await updateRecord(`${path}/${ssid}`, { name: 'Ours' });
    const found = await listRecords(`Changes?after=${after}&types=${type}`);
    expect(found.map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ name: { before: null, after: 'Mine' }, status: { before: null, after: (first as Body)['status'] } }),
      Object.fromEntries(Object.entries(second).map(([name, value]) => [name, { before: (first as Body)[name] ?? null, after: value }])),
      { name: { before: 'Mine', after: 'Ours' } },
    ]);
  });
});
