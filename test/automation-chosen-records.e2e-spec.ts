import { startApp, type TestApp } from './support/app';
import { addTag, all, Automations, rule, type AutomationInput, type Json, type RunRecord } from './support/automations';

let service: TestApp;
let automations: Automations;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  automations = new Automations(service);
});
afterAll(() => service.close());

const NOBODY = 999_999;
const create = async (path: string, body: object): Promise<number> =>
  ((await service.http.post(`/api/${path}`).send(body).expect(201)).body as { id: number }).id;
const contact = (suburb: string, more: object = {}): Promise<number> => create('Contacts', { surname: 'Bennett', suburb, ...more });
const inManly = (input: AutomationInput = {}) =>
  automations.save({ filters: all(rule('suburb', '=', 'Manly')), actions: [addTag('Chosen')], ...input });
const request = (id: number, body: object, query = '') => service.http.post(`/api/Automation/${id}/Runs${query}`).send(body);
const reasons = (records: readonly RunRecord[]): unknown[] => records.map(({ recordId, outcome, reason }) => [recordId, outcome, reason]);

/** Runs an automation for some records. @returns the run, and its records as the dry run that came before showed them too */
async function runOf(id: number, body: object) {
  const dry = (await request(id, body, '?dryRun=true').expect(200)).body as Json & { records: RunRecord[] };
  const { headers } = await request(id, body).expect(202);
  const path = headers['location'] as string;
  const run = await automations.waitForRun(path);
  const records = await automations.records(path);
  expect(reasons(dry.records)).toEqual(reasons(records));
  for (const count of ['matched', 'excluded', 'leftOut', 'taken', 'processed', 'skipped', 'failed'])
    expect([count, dry[count]]).toEqual([count, run[count]]);
  return { run, records: reasons(records) };
}

describe('A run of chosen records', () => {
  it('takes those that the condition matches, and says why it does not take the others', async () => {
    const [one, two, elsewhere, other, deleted] = [
      await contact('Manly'),
      await contact('Manly'),
      await contact('Perth'),
      await contact('Manly'),
      await contact('Manly'),
    ];
    await service.http.delete(`/api/Contacts/${deleted}`).expect(204);
    const { id } = await inManly();
    const { run, records } = await runOf(id, { recordIds: [elsewhere, two, one, NOBODY, deleted, one] });
    expect(run).toMatchObject({ trigger: 'manual', status: 'completed', matched: 2, taken: 2, processed: 2, skipped: 3 });
    expect(records).toEqual([
      [one, 'processed', undefined],
      [two, 'processed', undefined],
      [elsewhere, 'skipped', 'does not match the condition'],
      [NOBODY, 'skipped', 'not found'],
      [deleted, 'skipped', 'not found'],
    ]);
    expect(await automations.tagsOn('contact', other)).toEqual([]);
  });

  it('takes others, too, if the conditions are to be ignored, but none that are deleted', async () => {
    const [one, deleted] = [await contact('Perth'), await contact('Perth')];
    await service.http.delete(`/api/Contacts/${deleted}`).expect(204);
    const { id } = await inManly();
    const { records } = await runOf(id, { recordIds: [one, deleted], ignoreConditions: true });
    expect(records).toEqual([
      [one, 'processed', undefined],
      [deleted, 'skipped', 'not found'],
    ]);
    expect(await automations.tagsOn('contact', one)).toEqual(['Chosen']);
  });

  it('leaves out who was processed recently, unless the conditions are to be ignored', async () => {
    const one = await contact('Manly');
    const { id } = await inManly({ excludeRecordsProcessedInDays: 5 });
    expect((await runOf(id, { recordIds: [one] })).records).toEqual([[one, 'processed', undefined]]);
    const again = await runOf(id, { recordIds: [one] });
    expect(again.records).toEqual([[one, 'skipped', 'processed recently']]);
    expect(again.run).toMatchObject({ matched: 1, excluded: 1, taken: 0 });
    expect((await runOf(id, { recordIds: [one], ignoreConditions: true })).records).toEqual([[one, 'processed', undefined]]);
  });

  it('keeps to the maximum, and to opting out', async () => {
    const ids = [await contact('Manly'), await contact('Manly'), await contact('Manly')];
    const { id } = await inManly({ maxNumberOfRecordsToExecute: 2 });
    const { run, records } = await runOf(id, { recordIds: ids, ignoreConditions: true });
    expect(run).toMatchObject({ taken: 2, leftOut: 1 });
    expect(records.at(-1)).toEqual([ids[2], 'skipped', 'opted out, or beyond the maximum number of records']);
    const out = await contact('Manly', { optOut: true, email: 'out@example.com' });
    const mailing = await inManly({ actions: [{ type: 'sendEmail', params: { subject: 'Hi', body: 'Hi' } }] });
    expect((await runOf(mailing.id, { recordIds: [out], ignoreConditions: true })).records).toEqual([
      [out, 'skipped', 'opted out, or beyond the maximum number of records'],
    ]);
  });

  it('is possible for one that waits for events', async () => {
    const one = await contact('Perth');
    const { id } = await inManly({ triggerID: 1, eventID: 18 });
    expect((await runOf(id, { recordIds: [one], ignoreConditions: true })).records).toEqual([[one, 'processed', undefined]]);
  });

  it('is skipped while the automation is paused, of which the dry run shows what it would do', async () => {
    const one = await contact('Manly');
    const { id } = await inManly({ statusID: 2 });
    expect((await request(id, { recordIds: [one] }).expect(202)).body).toMatchObject({ status: 'skipped', reason: 'paused' });
    expect((await request(id, { recordIds: [one] }, '?dryRun=true').expect(200)).body).toMatchObject({ taken: 1, processed: 1 });
  });

  it('is of all records without a body, and with an empty one', async () => {
    const { id } = await automations.save({ filters: all(rule('suburb', '=', 'Nowhere')), actions: [addTag('Chosen')] });
    for (const body of [undefined, {}, { recordIds: null, ignoreConditions: false }])
      expect((await service.http.post(`/api/Automation/${id}/Runs`).send(body).expect(202)).body).toMatchObject({ trigger: 'manual' });
  });

  it.each<[what: string, body: object, pointer: string]>([
    ['no ids', { recordIds: [] }, '/recordIds'],
    ['too many ids', { recordIds: Array.from({ length: 1001 }, (_, index) => index + 1) }, '/recordIds'],
    ['what is no id', { recordIds: [1, '2'] }, '/recordIds'],
    ['an id of 0', { recordIds: [0] }, '/recordIds'],
    ['no list', { recordIds: 7 }, '/recordIds'],
    ['conditions to be ignored of records that are not chosen', { ignoreConditions: true }, '/ignoreConditions'],
    ['what is neither true nor false', { recordIds: [1], ignoreConditions: 'yes' }, '/ignoreConditions'],
  ])('is refused for %s', async (_, body, pointer) => {
    const { id } = await inManly();
    const { body: problem } = await request(id, body).expect(400);
    expect((problem as { errors: { pointer: string }[] }).errors.map((each) => each.pointer)).toEqual([pointer]);
  });
});
