import { startApp, type TestApp } from './support/app';
import { addTag, all, Automations, rule, update, type Json, type Said } from './support/automations';

let service: TestApp;
let automations: Automations;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  automations = new Automations(service);
});
afterEach(() => automations.rows('UPDATE automation SET deleted = 1'));
afterAll(() => service.close());

interface Problems {
  errors: { pointer: string; detail: string }[];
  warnings: { pointer: string; detail: string }[];
}
const problemsOf = (id: number): Promise<Problems> => automations.get(`/api/Automation/${id}/Problems`);
const circlesOf = async (id: number): Promise<string[]> =>
  (await problemsOf(id)).warnings.map(({ detail }) => detail).filter((detail) => detail.startsWith('goes round'));
const listening = (eventID: number, action: object, said: Said = {}) =>
  automations.save({ triggerID: 1, eventID, name: `On ${eventID}`, actions: [action], ...said });

const note = (target?: string): object => ({ type: 'createNote', params: { notes: 'Again', ...(target && { target }) } });
const status = (statusID: number): object => ({ type: 'changeStatus', params: { statusID } });
const QUIET = { type: 'webhook', params: { url: 'https://example.com/' } };

describe('Automations that can set each other off', () => {
  it('are warned of each other, by name and number', async () => {
    const there = await listening(2, addTag('There'), { name: 'There' });
    const back = await listening(5, update('jobTitle', 'Back'), { name: 'Back' });
    expect(await circlesOf(there.id)).toEqual([`goes round in a circle with "Back" (${back.id}): each can set off the next`]);
    expect(await circlesOf(back.id)).toEqual([`goes round in a circle with "There" (${there.id}): each can set off the next`]);
    expect((await problemsOf(there.id)).warnings[0]).toMatchObject({ pointer: '/actionsJSON' });
  });

  it('are told of the whole way round', async () => {
    const one = await listening(2, addTag('One'), { name: 'One' });
    const two = await listening(5, update('profileStatusID', 2), { name: 'Two', eventID: 5 });
    const three = await listening(3, { type: 'removeTag', params: { tag: 'One' } }, { name: 'Three' });
    await listening(6, QUIET);
    expect(await circlesOf(three.id)).toEqual([]);
    const four = await listening(6, update('jobTitle', 'Round'), { name: 'Four' });
    expect(await circlesOf(three.id)).toEqual([
      `goes round in a circle with "Four" (${four.id}), "One" (${one.id}) and "Two" (${two.id}): each can set off the next`,
    ]);
  });

  it.each<[string, [number, object], [number, object], boolean]>([
    ['a tag put on and a field', [18, addTag('Tag')], [20, update('suburb', 'Sydney')], true],
    ['a tag taken off and a field', [18, { type: 'removeTag', params: { tag: 'Tag' } }], [21, update('suburb', 'Sydney')], true],
    ['another field than the status', [18, update('state', 'NSW')], [19, update('suburb', 'Sydney')], false],
    ['the status', [18, update('statusID', 2)], [19, update('suburb', 'Sydney')], true],
    ['the status, by its own action', [18, status(2)], [19, update('suburb', 'Sydney')], true],
    ['an opting out', [18, update('optOut', true)], [22, update('suburb', 'Sydney')], true],
    ['an opting in', [18, update('optOut', false)], [22, update('suburb', 'Sydney')], false],
    ['an owner', [18, { type: 'assignOwner', params: { ownerID: 1 } }], [25, update('suburb', 'Sydney')], true],
    ['a note, and the client of its activity', [27, note()], [67, update('name', 'Again', { target: 'client' })], true],
    ['a note, and a client that comes to match', [30, note()], [67, update('name', 'Again', { target: 'client' })], true],
    ['a note that sets nothing off', [27, note()], [67, QUIET], false],
    ['records that come to match', [25, update('suburb', 'Sydney')], [25, update('state', 'NSW')], true],
    [
      'a task of a client, which is no update',
      [18, update('name', 'Again', { target: 'client' })],
      [27, { type: 'createTask', params: { notes: 'Call' } }],
      false,
    ],
    ['a submission', [49, status(4)], [46, QUIET], false],
    ['a submission of one that comes to match', [49, status(4)], [46, status(2)], true],
    ['a rejection and a submission', [47, status(4)], [46, status(8)], true],
    ['an interview that is cancelled and arranged', [50, status(4)], [51, status(1)], true],
    ['an interview that is cancelled, and one that took place', [50, status(4)], [51, status(3)], false],
    ['a placement that is accepted', [58, status(2)], [57, status(3)], true],
  ])('go round or not by %s', async (_, [first, action], [second, other], isCircle) => {
    const draft = await automations.save({ statusID: 2, triggerID: 1, eventID: first, actions: [action] });
    const next = await automations.save({ statusID: 2, triggerID: 1, eventID: second, actions: [other] });
    expect([(await problemsOf(draft.id)).errors, (await problemsOf(next.id)).errors]).toEqual([[], []]);
    await automations.rows('UPDATE automation SET statusID = 1');
    expect(await circlesOf(draft.id)).toHaveLength(isCircle ? 1 : 0);
  });

  it.each<[string, Said]>([
    ['runs by hand', { triggerID: 3 }],
    ['runs by the clock', { triggerID: 2, schedule: { schedule: { kind: 'daily', at: '09:00' }, timeZone: 'UTC' } }],
    ['waits for a date', { eventID: 12 }],
  ])('are in no circle with one that %s', async (_, said) => {
    const { id } = await listening(2, addTag('Alone'));
    const other = await listening(5, update('jobTitle', 'Alone'), said);
    expect([await circlesOf(id), await circlesOf(other.id)]).toEqual([[], []]);
  });

  it('count only while they are active', async () => {
    const { id } = await listening(2, addTag('Active'));
    const other = await listening(5, update('jobTitle', 'Active'), { statusID: 2 });
    expect(await circlesOf(id)).toEqual([]);
    // a draft is told what it would be in
    expect(await circlesOf(other.id)).toHaveLength(1);
    await service.http.put(`/api/Automation/${other.id}`).send({ statusID: 1 }).expect(200);
    expect(await circlesOf(id)).toHaveLength(1);
    await service.http.delete(`/api/Automation/${other.id}`).expect(204);
    expect(await circlesOf(id)).toEqual([]);
  });

  it('need not fear themselves', async () => {
    const { id } = await listening(2, update('jobTitle', 'Self'));
    expect(await circlesOf(id)).toEqual([]);
  });
});

describe('An automation that the service has paused', () => {
  it('says why among its problems, until it is active again', async () => {
    const { id } = await listening(2, addTag('Paused'), { statusID: 2, filters: all(rule('suburb', '=', 'X')) });
    await automations.rows('UPDATE automation SET pausedReason = ? WHERE id = ?', ['a chain of 5 automations set it off', id]);
    expect((await problemsOf(id)).warnings).toEqual([
      { pointer: '/statusID', detail: 'is 2 (paused) because the service has paused it: a chain of 5 automations set it off' },
    ]);
    await service.http
      .put(`/api/Automation/${id}`)
      .send({ statusID: 1 } satisfies Json)
      .expect(200);
    expect(await problemsOf(id)).toEqual({ errors: [], warnings: [] });
    await service.http.put(`/api/Automation/${id}`).send({ statusID: 2 }).expect(200);
    expect(await problemsOf(id)).toEqual({ errors: [], warnings: [] });
  });
});
