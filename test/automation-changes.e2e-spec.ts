import { createKey, createUser, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { addTag, all, Automations, EVERYONE, rule, update, type Json, type AutomationInput } from './support/automations';

/** A Friday, 13:00 in Sydney. */
const NOW = '2026-11-20T02:00:00.000Z';
const AT_NINE = { timeZone: 'Australia/Sydney', schedule: { kind: 'daily', at: '09:00' } };
const AT_TEN = { timeZone: 'Australia/Sydney', schedule: { kind: 'daily', at: '10:00' } };

let service: TestApp;
let automations: Automations;
beforeAll(async () => {
  service = await startApp({ CLOCK_START: NOW });
  automations = new Automations(service);
});
afterAll(() => service.close());

const path = (id: number | string): string => `/api/Automation/${id}`;
const text = (value: unknown): string => JSON.stringify(value);
const put = (id: number | string, body: object) => service.http.put(path(id)).send(body);
const saved = async (id: number, body: object): Promise<Json> => (await put(id, body).expect(200)).body as Json;
const read = (id: number): Promise<Json> => automations.get(path(id));
const remove = (id: number | string) => service.http.delete(path(id));
const changes = (id: number) =>
  automations.rows("SELECT action, version, fields FROM record_change WHERE type = 'Automation' AND recordID = ? ORDER BY id", [id]);
const listed = async (query: string): Promise<number[]> =>
  (await automations.get<{ id: number }[]>(`/api/Automation?limit=1000&${query}`)).map(({ id }) => id);

describe('An update of an automation', () => {
  it('keeps fields that are not sent', async () => {
    const before = await automations.save({
      name: 'First',
      filters: EVERYONE,
      actions: [addTag('One')],
      excludeRecordsProcessedInDays: 3,
      excludedDateGroupID: 1,
    });
    expect(await saved(before.id, { name: 'Second' })).toEqual({ ...before, name: 'Second' });
    expect(await saved(before.id, { actionsJSON: text([addTag('Two')]) })).toEqual({
      ...before,
      name: 'Second',
      actionsJSON: text([addTag('Two')]),
      actionDetails: 'Add the tag "Two" (Other)',
    });
    expect(await read(before.id)).toMatchObject({ name: 'Second', actionDetails: 'Add the tag "Two" (Other)' });
    expect(await saved(before.id, { excludedDateGroupID: null, name: null, excludeRecordsProcessedInDays: null })).toMatchObject({
      name: null,
      excludedDateGroupID: null,
      excludedDateGroupName: null,
      excludeRecordsProcessedInDays: null,
    });
    expect((await changes(before.id)).map(({ action, version }) => [action, Number(version)])).toEqual([
      ['created', 1],
      ['updated', 2],
      ['updated', 3],
      ['updated', 4],
    ]);
  });

  it('accepts the complete response as its body', async () => {
    const before = await automations.save({ triggerID: 2, schedule: AT_NINE, filters: EVERYONE });
    expect(await saved(before.id, before)).toEqual(before);
    expect(await changes(before.id)).toHaveLength(1);
  });

  it.each<[string, object, string]>([
    ['another id', { id: 1 }, '/id'],
    ['null for the trigger', { triggerID: null }, '/triggerID'],
    ['null for the event', { eventID: null }, '/eventID'],
    ['an unknown status', { statusID: 3 }, '/statusID'],
    ['null for its status', { statusID: null }, '/statusID'],
    ['an unknown field', { status: 1 }, '/status'],
    ['a negative number', { maxNumberOfRecordsToExecute: -1 }, '/maxNumberOfRecordsToExecute'],
    ['invalid JSON', { filtersJSON: '{' }, '/filtersJSON'],
    ['an unknown field in a filter', { filtersJSON: text(all(rule('surnam', '=', 'x'))) }, '/filtersJSON#/rules/0/field'],
    ['another module, whose records lack the field', { eventID: 34 }, '/filtersJSON#/rules/0/field'],
    [
      'a dangling reference',
      { actionsJSON: text([{ type: 'updateField', params: { field: 'statusID', value: 77 } }]) },
      '/actionsJSON#/0/params/value',
    ],
    ['an unknown user', { userId: 999 }, '/userId'],
    ['an unknown date group', { excludedDateGroupID: 999 }, '/excludedDateGroupID'],
  ])('is rejected with %s', async (_, body, pointer) => {
    const before = await automations.save({ filters: all(rule('surname', '=', 'x')) });
    expect((await put(before.id, body).expect(400)).body).toMatchObject({ errors: [{ pointer }] });
    expect(await read(before.id)).toEqual(before);
  });

  it('accepts any JSON in a draft, but activates only a valid automation', async () => {
    const { id } = await automations.save({ statusID: 2, filters: EVERYONE });
    await saved(id, { filtersJSON: text(all(rule('surnam', '=', 'x'))) });
    expect((await put(id, { statusID: 1 }).expect(400)).body).toMatchObject({ errors: [{ pointer: '/filtersJSON#/rules/0/field' }] });
    expect(await saved(id, { statusID: 1, filtersJSON: text(EVERYONE) })).toMatchObject({ statusID: 1, statusName: 'Active' });
  });

  it.each([['999999'], ['0'], ['-1']])('returns 404 for %s', async (id) => {
    await put(id, { name: 'x' }).expect(404);
    await remove(id).expect(404);
  });

  it('is rejected with a stale If-Match', async () => {
    const { id } = await automations.save({ name: 'One' });
    const { etag } = (await service.http.get(path(id)).expect(200)).headers as { etag: string };
    const { headers } = await put(id, { name: 'Two' }).set('If-Match', etag).expect(200);
    expect(headers['etag']).not.toBe(etag);
    await put(id, { name: 'Three' }).set('If-Match', etag).expect(412);
    await remove(id).set('If-Match', etag).expect(412);
    expect(await read(id)).toMatchObject({ name: 'Two' });
  });

  it('is allowed only for its user and administrators', async () => {
    const other = await startApp(WITH_ADMIN);
    const { key } = await createKey(other, { name: 'noah', userID: await createUser(other, { name: 'Noah' }) });
    const asNoah = (method: 'put' | 'post' | 'delete', at: string) => other.http[method](at).set('X-Api-Key', key);
    const own = (await asNoah('post', '/api/Automation').send({ triggerID: 3, eventID: 17, statusID: 1 }).expect(200)).body as {
      id: number;
      userId: number;
    };
    await asNoah('put', path(own.id)).send({ name: 'Mine' }).expect(200);
    await asNoah('put', path(own.id)).send({ userId: 1 }).expect(403);
    const anyone = new Automations(other);
    await anyone.inDatabase((em) => em.query('UPDATE automation SET userId = NULL WHERE id = ?', [own.id]));
    expect((await asNoah('put', path(own.id)).send({ name: 'Mine again' }).expect(200)).body).toMatchObject({ userId: own.userId });
    await anyone.inDatabase((em) => em.query("INSERT INTO `user` (id, name, isActive) VALUES (99, 'Zed', 1)"));
    await anyone.inDatabase((em) => em.query('UPDATE automation SET userId = 99 WHERE id = ?', [own.id]));
    for (const answer of [asNoah('put', path(own.id)).send({ actionsJSON: text([addTag('x')]) }), asNoah('delete', path(own.id))])
      expect((await answer.expect(403)).body).toMatchObject({ detail: expect.stringContaining('administrator') });
    await other.close();
  });
});

describe('The next run of a changed automation', () => {
  it.each<[string, AutomationInput, AutomationInput, string | null]>([
    ['follows its new schedule', { schedule: AT_NINE }, { schedule: AT_TEN }, '2026-11-20T23:00:00.000Z'],
    ['follows its new excluded dates', { schedule: AT_NINE }, { excludedDateGroupID: 1 }, '2026-11-20T22:00:00.000Z'],
    ['is null once it is paused', { schedule: AT_NINE }, { statusID: 2 }, null],
    ['is set once it is active', { schedule: AT_NINE, statusID: 2 }, { statusID: 1 }, '2026-11-20T22:00:00.000Z'],
    ['is null for a manual trigger', { schedule: AT_NINE }, { triggerID: 3 }, null],
    ['is the time sent when there is no schedule', {}, { nextRunDateUtc: '2026-11-21T10:00:00Z' }, '2026-11-21T10:00:00.000Z'],
    ['keeps that time when it is not sent again', { nextRunDateUtc: '2026-11-21T10:00:00Z' }, { name: 'New' }, '2026-11-21T10:00:00.000Z'],
    ['follows the schedule, whatever is sent', { schedule: AT_NINE }, { nextRunDateUtc: '2027-01-01' }, '2026-11-20T22:00:00.000Z'],
  ])('%s', async (_, input, change, nextRunDateUtc) => {
    const { id } = await automations.save({ triggerID: 2, filters: EVERYONE, ...input });
    const { schedule, ...plain } = change;
    expect(await saved(id, { ...plain, ...(schedule ? { scheduleMetaDataJSON: text(schedule) } : {}) })).toMatchObject({ nextRunDateUtc });
  });
});

describe('A deleted automation', () => {
  it('can be read by id, is in no list, and can be restored', async () => {
    const before = await automations.save({ name: 'Gone', triggerID: 2, schedule: AT_NINE, filters: EVERYONE });
    for (let time = 0; time < 2; time++) await remove(before.id).expect(204, '');
    expect(await read(before.id)).toEqual({ ...before, nextRunDateUtc: null });
    expect(await listed(`ids=${before.id}`)).toEqual([]);
    expect(await saved(before.id, { deleted: false })).toEqual(before);
    expect(await listed(`ids=${before.id}`)).toEqual([before.id]);
    expect((await changes(before.id)).map(({ action }) => action)).toEqual(['created', 'deleted', 'restored']);
  });

  it('can be deleted even when it is invalid', async () => {
    const { id } = await automations.save({ filters: EVERYONE });
    await automations.rows('UPDATE automation SET filtersJSON = \'{"combinator": 7}\' WHERE id = ?', [id]);
    await remove(id).expect(204);
    await put(id, { deleted: false }).expect(400);
    await put(id, { deleted: false, statusID: 2 }).expect(200);
  });
});

describe('A run in progress when its automation changes', () => {
  /** Leased by another worker, so that no worker continues it. */
  const open = async (id: number, status: string): Promise<string> => {
    await automations.rows(
      "INSERT INTO automation_run (automationID, automationVersion, `trigger`, status, queuedAt, leaseOwner, leaseUntil) VALUES (?, 1, 'manual', ?, '2026-11-20 01:00:00.000', 'another', '2999-01-01 00:00:00.000')",
      [id, status],
    );
    const [run] = await automations.rows('SELECT MAX(id) AS id FROM automation_run WHERE automationID = ?', [id]);
    return `/api/AutomationRuns/${String(run!['id'])}`;
  };

  it.each<[string, (id: number) => Promise<unknown>, Json]>([
    ['ends when it is deleted', (id) => remove(id).expect(204), { status: 'skipped', reason: 'deleted' }],
    ['ends when it is paused', (id) => saved(id, { statusID: 2 }), { status: 'skipped', reason: 'paused' }],
    ['ends when the record type changes', (id) => saved(id, { eventID: 1 }), { status: 'cancelled', reason: 'changed' }],
    ['continues when the condition changes', (id) => saved(id, { filtersJSON: text(all(rule('id', '=', 1))) }), { status: 'running' }],
    ['continues when the automation is renamed', (id) => saved(id, { name: 'New' }), { status: 'running' }],
    ['continues when the event changes within the same record type', (id) => saved(id, { eventID: 18 }), { status: 'running' }],
  ])('%s', async (_, change, input) => {
    const { id } = await automations.save({ filters: EVERYONE, actions: [addTag('Open')] });
    const run = await open(id, 'running');
    await change(id);
    expect(await automations.get(run)).toMatchObject(input);
  });

  it('starts with the definition at that time', async () => {
    const { id } = await automations.save({ filters: all(rule('id', '=', 1)), actions: [addTag('Before')] });
    await saved(id, { filtersJSON: text(all(rule('id', '=', 2))), actionsJSON: text([addTag('After')]) });
    const run = await automations.waitForRun(await automations.queue(id));
    expect(run).toMatchObject({ status: 'completed', automationVersion: 2, taken: 1 });
    expect(await automations.tagsOn('contact', 2)).toContain('After');
  });
});

describe('An automation that has run on records', () => {
  const outcomeOf = async (run: { id: number }): Promise<Json[]> => automations.get(`/api/AutomationRuns/${run.id}/Records`);

  it('cannot move to another type of record: its runs could be retried on others with the same ids', async () => {
    const { automation, run } = await automations.run({
      filters: all(rule('id', '=', 1)),
      actions: [update('reportsToID', 1)],
    });
    expect(run).toMatchObject({ failed: 1 });
    for (const more of [{}, { statusID: 2 }]) {
      const { body } = await put(automation.id, { eventID: 1, actionsJSON: text([addTag('Wrong')]), ...more }).expect(409);
      expect((body as Json)['detail']).toBe(
        `eventID must be an event of contacts, since the automation ${automation.id} has run on them: create a new one for candidates.`,
      );
    }
    expect(await outcomeOf(run)).toMatchObject([{ recordId: 1, module: 'Contacts', outcome: 'failed' }]);
    await saved(automation.id, { eventID: 18 });
  });
});

describe('The list of automations', () => {
  it('can be filtered', async () => {
    const made = await Promise.all(
      [
        { triggerID: 1, eventID: 60 },
        { triggerID: 2, eventID: 60 },
        { triggerID: 2, eventID: 61, statusID: 2 },
      ].map((input) => automations.save(input)),
    );
    const ids = made.map(({ id }) => id);
    const among = async (query: string): Promise<number[]> => listed(`ids=${ids.join()}&${query}`);
    expect(await among('')).toEqual([...ids].sort((one, other) => one - other));
    expect(await among('triggerID=2')).toEqual([ids[1], ids[2]].sort());
    expect(await among('eventID=60')).toEqual([ids[0], ids[1]].sort());
    expect(await among('statusID=2')).toEqual([ids[2]]);
    expect(await among('eventID=60&triggerID=2&statusID=1')).toEqual([ids[1]]);
    expect(await among('statusID=7')).toEqual([]);
    expect(await among('updatedSince=2999-01-01')).toEqual([]);
    expect(await among('updatedSince=2026-11-20T01:59:00Z')).toHaveLength(3);
  });

  it('rejects a cursor of different criteria', async () => {
    const { headers } = await service.http.get('/api/Automation?limit=1&statusID=1').expect(200);
    const [, cursor = ''] = /cursor=([^>&]+)/.exec(headers['link'] as string) ?? [];
    await service.http.get(`/api/Automation?limit=1&statusID=1&cursor=${cursor}`).expect(200);
    await service.http.get(`/api/Automation?limit=1&statusID=2&cursor=${cursor}`).expect(400);
  });

  it.each(['statusID=one', 'triggerID=1,2', 'event=1'])(
    'rejects %s',
    async (query) => void (await service.http.get(`/api/Automation?${query}`).expect(400)),
  );
});
