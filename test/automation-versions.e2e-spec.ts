import { startApp, type TestApp } from './support/app';
import { addTag, all, Automations, bodyOf, rule, type AutomationInput, type Json } from './support/automations';

let service: TestApp;
let automations: Automations;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  automations = new Automations(service);
});
afterAll(() => service.close());

const inSuburb = (suburb: string): Json => all(rule('suburb', '=', suburb));
const update = async (id: number, input: AutomationInput): Promise<void> => {
  const body = bodyOf(input);
  const sent = Object.fromEntries(Object.entries(body).filter(([name]) => name in input || name.endsWith('JSON')));
  await service.http.put(`/api/Automation/${id}`).send(sent).expect(200);
};
const versions = (id: number, query = ''): Promise<Json[]> => automations.get(`/api/Automation/${id}/Versions${query}`);
const difference = (id: number, from: number, to?: number): Promise<Json[]> =>
  automations.get(`/api/Automation/${id}/Versions/${from}/Difference${to === undefined ? '' : `?to=${to}`}`);

/** An automation that has changed twice. */
async function changed(): Promise<number> {
  const { id } = await automations.save({ name: 'First', filters: inSuburb('Sydney'), actions: [addTag('One')] });
  await update(id, { filters: inSuburb('Perth') });
  await update(id, { name: 'Third', actions: [addTag('One'), addTag('Two')], maxNumberOfRecordsToExecute: 5 });
  return id;
}

describe('The versions of an automation', () => {
  it('are one for each save that changes what it does, the newest first', async () => {
    const id = await changed();
    await update(id, { statusID: 2 });
    await update(id, { name: 'Third' });
    const found = await versions(id);
    expect(found.map(({ version, name }) => [version, name])).toEqual([
      [3, 'Third'],
      [2, 'First'],
      [1, 'First'],
    ]);
    expect(found.at(-1)).toEqual({
      automationId: id,
      version: 1,
      createdDate: expect.any(String) as string,
      createdByID: 1,
      name: 'First',
      triggerID: 3,
      eventID: 17,
      filtersJSON: JSON.stringify(inSuburb('Sydney')),
      actionsJSON: JSON.stringify([addTag('One')]),
      scheduleMetaDataJSON: null,
      orderByJSON: null,
      excludeRecordsProcessedInDays: null,
      maxNumberOfRecordsToExecute: null,
      excludedDateGroupID: null,
      userId: 1,
    });
    expect((await versions(id, '?limit=2')).map(({ version }) => version)).toEqual([3, 2]);
  });

  it('are found by the version that a run used', async () => {
    const id = await changed();
    const { body: run } = await service.http.post(`/api/Automation/${id}/Runs`).expect(202);
    await update(id, { statusID: 2 });
    await update(id, { statusID: 1, filters: inSuburb('Hobart') });
    const { automationVersion } = run as Json;
    expect(await automations.get(`/api/Automation/${id}/Versions/${String(automationVersion)}`)).toMatchObject({
      version: 3,
      filtersJSON: JSON.stringify(inSuburb('Perth')),
    });
    // between them, only the status changed
    expect(await automations.get(`/api/Automation/${id}/Versions/4`)).toMatchObject({ version: 3 });
    expect(await automations.get(`/api/Automation/${id}/Versions/5`)).toMatchObject({ version: 5 });
  });

  it('can be compared', async () => {
    const id = await changed();
    expect(await difference(id, 1, 2)).toEqual([
      {
        pointer: '/filtersJSON#/rules/0/value',
        before: '"Sydney"',
        after: '"Perth"',
        text: '/filtersJSON#/rules/0/value was "Sydney" and is "Perth"',
      },
    ]);
    expect((await difference(id, 2)).map(({ text }) => text)).toEqual([
      '/name was "First" and is "Third"',
      '/actionsJSON#/1 is new: {"type":"addTag","params":{"tag":"Two"}}',
      '/maxNumberOfRecordsToExecute was nothing and is 5',
    ]);
    expect((await difference(id, 3, 2)).map(({ pointer, before }) => [pointer, before])).toContainEqual([
      '/actionsJSON#/1',
      JSON.stringify({ type: 'addTag', params: { tag: 'Two' } }),
    ]);
    expect(await difference(id, 2, 2)).toEqual([]);
  });

  it('can be restored, which makes a new version; the automation stays active or paused', async () => {
    const id = await changed();
    await update(id, { statusID: 2 });
    const { body } = await service.http.post(`/api/Automation/${id}/Versions/1/Restore`).expect(200);
    expect(body).toMatchObject({
      id,
      name: 'First',
      statusID: 2,
      filtersJSON: JSON.stringify(inSuburb('Sydney')),
      maxNumberOfRecordsToExecute: null,
    });
    expect((await versions(id)).map(({ version, name }) => [version, name])[0]).toEqual([5, 'First']);
    expect(await difference(id, 1)).toEqual([]);
  });

  it('are restored by the rules for saving', async () => {
    const { id } = await automations.save({ statusID: 2, filters: { combinator: 'and', rules: [rule('planet', '=', 'Mars')] } });
    await update(id, { statusID: 1, filters: inSuburb('Perth') });
    const { body } = await service.http.post(`/api/Automation/${id}/Versions/1/Restore`).expect(400);
    expect(body).toMatchObject({ errors: [{ pointer: '/filtersJSON#/rules/0/field' }] });
    expect(await automations.get(`/api/Automation/${id}`)).toMatchObject({ filtersJSON: JSON.stringify(inSuburb('Perth')) });
    await service.http.post(`/api/Automation/${id}/Versions/1/Restore`).set('If-Match', '"1"').expect(412);
  });

  it.each(['Versions/0', 'Versions/x', 'Versions/1/Difference?to=0'])('are not found by %s', async (path) => {
    const id = await changed();
    expect((await service.http.get(`/api/Automation/${id}/${path}`)).status).toBeGreaterThanOrEqual(400);
  });

  it('are not those of an automation that is not there', async () => {
    for (const path of ['Versions', 'Versions/1', 'Versions/1/Difference'])
      await service.http.get(`/api/Automation/999999/${path}`).expect(404);
    await service.http.post('/api/Automation/999999/Versions/1/Restore').expect(404);
  });
});
