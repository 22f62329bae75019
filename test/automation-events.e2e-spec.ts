import { startApp, type TestApp } from './support/app';
import { addTag, all, Automations, rule, update, type Json, type AutomationInput } from './support/automations';
import { processedBy, waitUntilIdle as allSettled } from './support/event-processing';
import { inTransaction } from './support/database';

let service: TestApp;
let automations: Automations;

beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  automations = new Automations(service);
});
afterAll(() => service.close());

const EVENT = { candidateCreated: 1, candidateUpdated: 2, candidateDeleted: 11, candidateMatches: 16 } as const;
const listening = (eventID: number, input: AutomationInput): Promise<Json & { id: number }> =>
  automations.save({ triggerID: 1, eventID, ...input });
const create = async (body: Json = {}): Promise<number> =>
  ((await service.http.post('/api/Candidates').send(body).expect(201)).body as { id: number }).id;
const put = (id: number, body: Json) => service.http.put(`/api/Candidates/${id}/V2`).send(body).expect(200);

const settled = (): Promise<void> => allSettled(service);
const processed = (automationID: number): Promise<number[]> => processedBy(service, automationID);

/** Publishes a change without making one. */
const publishUpdate = async (recordID: number): Promise<void> => {
  const { publish } = await import('../src/core/changes/index.js');
  await inTransaction(service, (transaction) =>
    publish(transaction, [{ type: 'Candidate', recordID, action: 'updated', version: 2, events: [EVENT.candidateUpdated] }]),
  );
};

describe('An automation with an event trigger', () => {
  it('processes exactly the record of the event, once per event', async () => {
    const { id } = await listening(EVENT.candidateUpdated, { actions: [addTag('updated')] });
    const [one, other] = [await create({ firstName: 'One' }), await create({ firstName: 'Other' })];
    await put(one, { firstName: 'First' });
    await put(one, { firstName: 'Uno' });
    await put(one, { firstName: 'Uno' });
    await settled();
    expect(await processed(id)).toEqual([one, one]);
    expect([await automations.tagsOn('candidate', one), await automations.tagsOn('candidate', other)]).toEqual([['updated'], []]);
  });

  it('evaluates its condition after the change has been committed', async () => {
    const { id } = await listening(EVENT.candidateCreated, { filters: all(rule('lastName', '=', 'Wanted')), actions: [addTag('wanted')] });
    const wanted = await create({ lastName: 'Wanted' });
    await create({ lastName: 'Somebody' });
    await settled();
    expect(await processed(id)).toEqual([wanted]);
  });

  it('excludes recently processed records if configured, even for events in quick succession', async () => {
    const { id } = await listening(EVENT.candidateUpdated, {
      filters: all(rule('lastName', '=', 'Hasty')),
      actions: [{ type: 'createNote', params: { notes: 'Hasty' } }],
      excludeRecordsProcessedInDays: 30,
    });
    const hasty = await create({ lastName: 'Hasty' });
    await Promise.all(['One', 'Two', 'Three', 'Four'].map((firstName) => put(hasty, { firstName })));
    await settled();
    expect(await processed(id)).toEqual([hasty]);
    expect(await automations.rows("SELECT id FROM activity WHERE notes = 'Hasty'")).toHaveLength(1);
    const others = await automations.rows(
      `SELECT DISTINCT reason FROM automation_run_record WHERE automationID = ${id} AND outcome <> 'processed'`,
    );
    expect(others.filter(({ reason }) => reason !== 'processed meanwhile')).toEqual([]);
  });

  it('ignores events before its activation', async () => {
    await create({ lastName: 'Early' });
    const { id } = await listening(EVENT.candidateCreated, { actions: [addTag('late')] });
    await settled();
    expect(await processed(id)).toEqual([]);
  });

  it('ignores its own changes', async () => {
    const { id } = await listening(EVENT.candidateUpdated, {
      filters: all(rule('lastName', '=', 'Own')),
      actions: [update('jobTitle', 'Engineer'), update('suburb', 'Sydney')],
    });
    const own = await create({ lastName: 'Own' });
    await put(own, { firstName: 'Changed' });
    await settled();
    expect(await processed(id)).toEqual([own]);
  });

  it('is not triggered by a rejected change', async () => {
    const { id } = await listening(EVENT.candidateUpdated, { filters: all(rule('lastName', '=', 'Refused')), actions: [addTag('never')] });
    const refused = await create({ lastName: 'Refused' });
    await service.http.put(`/api/Candidates/${refused}/V2`).send({ firstName: 'X', genderID: 999 }).expect(400);
    await settled();
    expect(await processed(id)).toEqual([]);
  });

  it('is triggered once even when the first attempt to plan its run fails', async () => {
    const { id } = await listening(EVENT.candidateUpdated, { filters: all(rule('lastName', '=', 'Torn')), actions: [addTag('whole')] });
    const torn = await create({ lastName: 'Torn' });
    await settled();
    const manager = await inTransaction(service, ({ em }) => Promise.resolve(Object.getPrototypeOf(em) as typeof em));
    const find = jest.spyOn(manager, 'find').mockRejectedValueOnce(new Error('The database is away.'));
    await publishUpdate(torn);
    await settled();
    expect(find).toHaveBeenCalled();
    find.mockRestore();
    expect(await processed(id)).toEqual([torn]);
  });

  it('processes a deleted candidate for the deletion event', async () => {
    const { id } = await listening(EVENT.candidateDeleted, { actions: [{ type: 'createNote', params: { notes: 'Gone' } }] });
    const gone = await create({ lastName: 'Gone' });
    await service.http.delete(`/api/Candidates/${gone}`).expect(204);
    await settled();
    expect(await processed(id)).toEqual([gone]);
  });

  it('sends no message to a deleted candidate', async () => {
    const { id } = await listening(EVENT.candidateDeleted, {
      filters: all(rule('lastName', '=', 'Unreachable')),
      actions: [
        { type: 'createNote', params: { notes: 'Gone' } },
        { type: 'sendEmail', params: { subject: 'Goodbye', body: 'Goodbye' } },
      ],
    });
    const gone = await create({ lastName: 'Unreachable', email1: 'gone@example.com' });
    await service.http.delete(`/api/Candidates/${gone}`).expect(204);
    await settled();
    const [run] = await automations.get<Json[]>(`/api/Automation/${id}/Runs`);
    const [record] = await automations.records(`/api/AutomationRuns/${String(run!['id'])}`);
    expect(record?.actions).toMatchObject([{ outcome: 'done' }, { outcome: 'skipped', detail: `The candidate ${gone} has been deleted.` }]);
    expect(await automations.get(`/api/Deliveries?runId=${String(run!['id'])}`)).toEqual([]);
  });
});

describe('Automations that trigger each other', () => {
  it('run as a chain, and are paused with a reason when they loop', async () => {
    const there = await listening(EVENT.candidateUpdated, {
      filters: all(rule('lastName', '=', 'Round'), rule('suburb', '!=', 'there')),
      actions: [update('suburb', 'there')],
    });
    const back = await listening(EVENT.candidateUpdated, {
      filters: all(rule('lastName', '=', 'Round'), rule('suburb', '=', 'there')),
      actions: [update('suburb', 'back')],
    });
    const round = await create({ lastName: 'Round' });
    await put(round, { firstName: 'Go' });
    await settled();
    const statuses = await Promise.all(
      [there, back].map(async ({ id }) => (await automations.get<Json>(`/api/Automation/${id}`))['statusID']),
    );
    expect(statuses).toEqual([2, 2]);
    expect((await processed(there.id)).length + (await processed(back.id)).length).toBe(6);
  });
});

describe('An automation for records that start to match', () => {
  it('processes a record once each time it starts to match', async () => {
    const before = await create({ lastName: 'Match', suburb: 'Perth' });
    const { id } = await listening(EVENT.candidateMatches, {
      filters: all(rule('lastName', '=', 'Match'), rule('suburb', '=', 'Perth')),
      actions: [addTag('match')],
    });
    await put(before, { firstName: 'Still matches' });
    const made = await create({ lastName: 'Match', suburb: 'Perth' });
    const comes = await create({ lastName: 'Match', suburb: 'Sydney' });
    await settled();
    expect(await processed(id)).toEqual([made]);
    await put(comes, { suburb: 'Perth' });
    await put(comes, { firstName: 'Still' });
    await settled();
    await put(comes, { suburb: 'Sydney' });
    await settled();
    expect(await processed(id)).toEqual([made, comes]);
    await put(comes, { suburb: 'Perth' });
    await settled();
    expect(await processed(id)).toEqual([made, comes, comes]);
  });
});
