import { startApp, type TestApp } from './support/app';
import { addTag, all, Automations, rule, update, type Json, type AutomationInput } from './support/automations';

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
const loopsOf = async (id: number): Promise<string[]> =>
  (await problemsOf(id)).warnings.map(({ detail }) => detail).filter((detail) => detail.startsWith('forms a loop'));
const listening = (eventID: number, action: object, input: AutomationInput = {}) =>
  automations.save({ triggerID: 1, eventID, name: `On ${eventID}`, actions: [action], ...input });

const writes = (value: string, waitsFor: string): AutomationInput => ({
  filters: all(rule('suburb', '=', waitsFor)),
  actions: [update('suburb', value)],
});
const note = (target?: string): object => ({ type: 'createNote', params: { notes: 'Again', ...(target && { target }) } });
const status = (statusID: number): object => ({ type: 'changeStatus', params: { statusID } });
const QUIET = { type: 'webhook', params: { url: 'https://example.com/' } };

describe('Automations that can trigger each other', () => {
  it('get a warning that names the other and its id', async () => {
    const there = await listening(2, addTag('There'), { name: 'There' });
    const back = await listening(5, update('jobTitle', 'Back'), { name: 'Back' });
    expect(await loopsOf(there.id)).toEqual([`forms a loop with "Back" (${back.id}): each can trigger the next`]);
    expect(await loopsOf(back.id)).toEqual([`forms a loop with "There" (${there.id}): each can trigger the next`]);
    expect((await problemsOf(there.id)).warnings[0]).toMatchObject({ pointer: '/actionsJSON' });
  });

  it('get a warning that names the whole loop', async () => {
    const one = await listening(2, addTag('One'), { name: 'One' });
    const two = await listening(5, update('profileStatusID', 2), { name: 'Two', eventID: 5 });
    const three = await listening(3, { type: 'removeTag', params: { tag: 'One' } }, { name: 'Three' });
    await listening(6, QUIET);
    expect(await loopsOf(three.id)).toEqual([]);
    const four = await listening(6, update('jobTitle', 'Round'), { name: 'Four' });
    expect(await loopsOf(three.id)).toEqual([
      `forms a loop with "Four" (${four.id}), "One" (${one.id}) and "Two" (${two.id}): each can trigger the next`,
    ]);
  });

  it.each<[string, [number, object], [number, object], boolean]>([
    ['an added tag and a field', [18, addTag('Tag')], [20, update('suburb', 'Sydney')], true],
    ['a removed tag and a field', [18, { type: 'removeTag', params: { tag: 'Tag' } }], [21, update('suburb', 'Sydney')], true],
    ['another field than the status', [18, update('state', 'NSW')], [19, update('suburb', 'Sydney')], false],
    ['the status', [18, update('statusID', 2)], [19, update('suburb', 'Sydney')], true],
    ['the status, by its own action', [18, status(2)], [19, update('suburb', 'Sydney')], true],
    ['an opting out', [18, update('optOut', true)], [22, update('suburb', 'Sydney')], true],
    ['an opting in', [18, update('optOut', false)], [22, update('suburb', 'Sydney')], false],
    ['an owner', [18, { type: 'assignOwner', params: { ownerID: 1 } }], [25, update('suburb', 'Sydney')], true],
    ['a note, and the client of its activity', [27, note()], [67, update('name', 'Again', { target: 'client' })], true],
    ['a note, and a client that starts to match', [30, note()], [67, update('name', 'Again', { target: 'client' })], true],
    ['a note that triggers nothing', [27, note()], [67, QUIET], false],
    ['records that start to match', [25, update('suburb', 'Sydney')], [25, update('state', 'NSW')], true],
    [
      'a task of a client, which is no update',
      [18, update('name', 'Again', { target: 'client' })],
      [27, { type: 'createTask', params: { notes: 'Call' } }],
      false,
    ],
    ['a submission', [49, status(4)], [46, QUIET], false],
    ['a submission of an application that starts to match', [49, status(4)], [46, status(2)], true],
    ['a rejection and a submission', [47, status(4)], [46, status(8)], true],
    ['an interview that is cancelled and arranged', [50, status(4)], [51, status(1)], true],
    ['an interview that is cancelled, and one that took place', [50, status(4)], [51, status(3)], false],
    ['a placement that is accepted', [58, status(2)], [57, status(3)], true],
  ])('form a loop or not: %s', async (_, [first, action], [second, other], isLoop) => {
    const draft = await automations.save({ statusID: 2, triggerID: 1, eventID: first, actions: [action] });
    const next = await automations.save({ statusID: 2, triggerID: 1, eventID: second, actions: [other] });
    expect([(await problemsOf(draft.id)).errors, (await problemsOf(next.id)).errors]).toEqual([[], []]);
    await automations.rows('UPDATE automation SET statusID = 1');
    expect(await loopsOf(draft.id)).toHaveLength(isLoop ? 1 : 0);
  });

  it.each<[what: string, first: AutomationInput, second: AutomationInput, isLoop: boolean]>([
    ['one writes what the other waits for', writes('Pong', 'Ping'), writes('Ping', 'Pong'), true],
    ['one writes something else than what the other waits for', writes('Pong', 'Ping'), writes('Ping', 'Plong'), false],
    ['the same in other letters', writes('Pong', 'Ping'), writes('Ping', ' PONG'), true],
    ['a choice of values', writes('Pong', 'Ping'), { ...writes('Ping', ''), filters: all(rule('suburb', 'in', ['Pong', 'Plong'])) }, true],
    ['another choice of values', writes('Pong', 'Ping'), { ...writes('Ping', ''), filters: all(rule('suburb', 'in', ['Plong'])) }, false],
    ['a condition on another field', writes('Pong', 'Ping'), { ...writes('Ping', ''), filters: all(rule('state', '=', 'NSW')) }, true],
    [
      'a condition that only the database knows',
      writes('Pong', 'Ping'),
      { ...writes('Ping', ''), filters: all(rule('suburb', 'contains', 'x')) },
      true,
    ],
    [
      'a field that is written twice, the second time perhaps not',
      writes('Pong', 'Ping'),
      { ...writes('Ping', 'Pong'), actions: [update('suburb', 'Ping'), update('suburb', 'Plong')] },
      true,
    ],
    ['a rule that waits for a match', { ...writes('Pong', 'Ping'), eventID: 25 }, { ...writes('Ping', 'Plong'), eventID: 25 }, false],
  ])('form a loop or not by what they write: %s', async (_, first, second, isLoop) => {
    const one = await automations.save({ triggerID: 1, eventID: 18, ...first });
    await automations.save({ triggerID: 1, eventID: 18, ...second });
    expect(await loopsOf(one.id)).toHaveLength(isLoop ? 1 : 0);
  });

  it.each<[string, AutomationInput]>([
    ['is manual', { triggerID: 3 }],
    ['runs on a schedule', { triggerID: 2, schedule: { schedule: { kind: 'daily', at: '09:00' }, timeZone: 'UTC' } }],
    ['is triggered by a date', { eventID: 12 }],
  ])('form no loop with an automation that %s', async (_, input) => {
    const { id } = await listening(2, addTag('Alone'));
    const other = await listening(5, update('jobTitle', 'Alone'), input);
    expect([await loopsOf(id), await loopsOf(other.id)]).toEqual([[], []]);
  });

  it('form a loop only while active', async () => {
    const { id } = await listening(2, addTag('Active'));
    const other = await listening(5, update('jobTitle', 'Active'), { statusID: 2 });
    expect(await loopsOf(id)).toEqual([]);
    // a draft is warned about the loop it would be in
    expect(await loopsOf(other.id)).toHaveLength(1);
    await service.http.put(`/api/Automation/${other.id}`).send({ statusID: 1 }).expect(200);
    expect(await loopsOf(id)).toHaveLength(1);
    await service.http.delete(`/api/Automation/${other.id}`).expect(204);
    expect(await loopsOf(id)).toEqual([]);
  });

  it('do not warn about themselves', async () => {
    const { id } = await listening(2, update('jobTitle', 'Self'));
    expect(await loopsOf(id)).toEqual([]);
  });
});

describe('An automation paused by the service', () => {
  it('reports the reason among its problems until it is active again', async () => {
    const { id } = await listening(2, addTag('Paused'), { statusID: 2, filters: all(rule('suburb', '=', 'X')) });
    await automations.rows('UPDATE automation SET pausedReason = ? WHERE id = ?', ['it was triggered by a chain of 5 automations', id]);
    expect((await problemsOf(id)).warnings).toEqual([
      { pointer: '/statusID', detail: 'is 2 (paused) because the service paused it: it was triggered by a chain of 5 automations' },
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

describe('Automations for timesheets', () => {
  it.each<[string, [number, object], [number, object], boolean]>([
    ['a rejection and a submission', [63, status(4)], [65, status(2)], true],
    ['an approval and a submission', [63, status(3)], [64, status(2)], true],
    ['two that both submit', [65, status(2)], [64, status(2)], false],
    ['a rejection that is reopened', [63, status(4)], [65, status(1)], false],
  ])('form a loop or not: %s', async (_, [first, action], [second, other], isLoop) => {
    const one = await listening(first, action, { name: 'One' });
    const two = await listening(second, other, { name: 'Two' });
    const loopWith = (id: number, name: string) => [`forms a loop with "${name}" (${id}): each can trigger the next`];
    expect(await loopsOf(one.id)).toEqual(isLoop ? loopWith(two.id, 'Two') : []);
    expect(await loopsOf(two.id)).toEqual(isLoop ? loopWith(one.id, 'One') : []);
  });
});
