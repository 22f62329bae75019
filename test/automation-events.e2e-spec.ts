import { startApp, type TestApp } from './support/app';
import { addTag, all, Automations, rule, update, type Json, type Said } from './support/automations';
import { processedBy, settled as allSettled } from './support/happenings';
import { within } from './support/make';

let service: TestApp;
let automations: Automations;

beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  automations = new Automations(service);
});
afterAll(() => service.close());

const EVENT = { candidateCreated: 1, candidateUpdated: 2, candidateDeleted: 11, candidateMatches: 16 } as const;
const listening = (eventID: number, said: Said): Promise<Json & { id: number }> => automations.save({ triggerID: 1, eventID, ...said });
const create = async (body: Json = {}): Promise<number> =>
  ((await service.http.post('/api/Candidates').send(body).expect(201)).body as { id: number }).id;
const put = (id: number, body: Json) => service.http.put(`/api/Candidates/${id}/V2`).send(body).expect(200);

const settled = (): Promise<void> => allSettled(service);
const processed = (automationID: number): Promise<number[]> => processedBy(service, automationID);

/** As if it had been changed: nothing else is asked of the database. */
const publishUpdate = async (recordID: number): Promise<void> => {
  const { publish } = await import('../src/changes/index.js');
  await within(service, (unit) =>
    publish(unit, [{ type: 'Candidate', recordID, action: 'updated', version: 2, events: [EVENT.candidateUpdated] }]),
  );
};

describe('An automation that waits for an event', () => {
  it('acts on the record that it happened to, once for each time, and on no other', async () => {
    const { id } = await listening(EVENT.candidateUpdated, { actions: [addTag('updated')] });
    const [one, other] = [await create({ firstName: 'One' }), await create({ firstName: 'Other' })];
    await put(one, { firstName: 'First' });
    await put(one, { firstName: 'Uno' });
    await put(one, { firstName: 'Uno' });
    await settled();
    expect(await processed(id)).toEqual([one, one]);
    expect([await automations.tagsOn('candidate', one), await automations.tagsOn('candidate', other)]).toEqual([['updated'], []]);
  });

  it('acts on whom its condition matches, as it is once the change has been committed', async () => {
    const { id } = await listening(EVENT.candidateCreated, { filters: all(rule('lastName', '=', 'Wanted')), actions: [addTag('wanted')] });
    const wanted = await create({ lastName: 'Wanted' });
    await create({ lastName: 'Somebody' });
    await settled();
    expect(await processed(id)).toEqual([wanted]);
  });

  it('leaves out whom it has just processed, where that is asked, however fast it happens again', async () => {
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

  it('does not hear of what happened before it was active', async () => {
    await create({ lastName: 'Early' });
    const { id } = await listening(EVENT.candidateCreated, { actions: [addTag('late')] });
    await settled();
    expect(await processed(id)).toEqual([]);
  });

  it('does not act on its own changes', async () => {
    const { id } = await listening(EVENT.candidateUpdated, {
      filters: all(rule('lastName', '=', 'Own')),
      actions: [update('jobTitle', 'Engineer'), update('suburb', 'Sydney')],
    });
    const own = await create({ lastName: 'Own' });
    await put(own, { firstName: 'Changed' });
    await settled();
    expect(await processed(id)).toEqual([own]);
  });

  it('is not set off by a change that was refused', async () => {
    const { id } = await listening(EVENT.candidateUpdated, { filters: all(rule('lastName', '=', 'Refused')), actions: [addTag('never')] });
    const refused = await create({ lastName: 'Refused' });
    await service.http.put(`/api/Candidates/${refused}/V2`).send({ firstName: 'X', genderID: 999 }).expect(400);
    await settled();
    expect(await processed(id)).toEqual([]);
  });

  it('is set off once where the first attempt to plan its run fails', async () => {
    const { id } = await listening(EVENT.candidateUpdated, { filters: all(rule('lastName', '=', 'Torn')), actions: [addTag('whole')] });
    const torn = await create({ lastName: 'Torn' });
    await settled();
    const manager = await within(service, ({ em }) => Promise.resolve(Object.getPrototypeOf(em) as typeof em));
    const find = jest.spyOn(manager, 'find').mockRejectedValueOnce(new Error('The database is away.'));
    await publishUpdate(torn);
    await settled();
    expect(find).toHaveBeenCalled();
    find.mockRestore();
    expect(await processed(id)).toEqual([torn]);
  });

  it('acts on a candidate whose deletion it waits for', async () => {
    const { id } = await listening(EVENT.candidateDeleted, { actions: [{ type: 'createNote', params: { notes: 'Gone' } }] });
    const gone = await create({ lastName: 'Gone' });
    await service.http.delete(`/api/Candidates/${gone}`).expect(204);
    await settled();
    expect(await processed(id)).toEqual([gone]);
  });
});

describe('Automations that set each other off', () => {
  it('follow in a chain, and are paused with the reason when they go round', async () => {
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
    expect(statuses.sort()).toEqual([1, 2]);
    expect((await processed(there.id)).length + (await processed(back.id)).length).toBe(5);
  });
});

describe('An automation that waits for records to match', () => {
  it('acts on those that come to match, once until they have left and come again', async () => {
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
