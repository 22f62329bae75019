import { recordTypeNamed } from './support/record-types';
import { startApp, type TestApp } from './support/app';
import { addTag, Automations, rule, all, type Json } from './support/automations';

/** The most records that a run takes, whatever its limit. */
const MAXIMUM = 10_000;
const FIRST = 100_001;

let service: TestApp;
let automations: Automations;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  automations = new Automations(service);
  const { insertRecords } = await import('../src/core/records/index.js');
  const many = Array.from({ length: MAXIMUM + 2 }, (_, index) => ({ id: FIRST + index, surname: `Many ${index}`, version: 1 }));
  await automations.inDatabase((em) => insertRecords(em, recordTypeNamed('Contact'), many));
});
afterAll(() => service.close());

const tagging = (count: number) => ({
  filters: all(rule('id', '>=', FIRST), rule('id', '<', FIRST + count)),
  actions: [addTag('Many')],
  order: { columnName: 'id' },
});

describe('The preview', () => {
  it.each<[number, (string | undefined)[]]>([
    [MAXIMUM + 1, ['10000', 'true', '9990']],
    [MAXIMUM, ['10000', undefined, '9990']],
    [MAXIMUM - 1, ['9999', undefined, '9989']],
  ])('counts %d contacts up to 10,000', async (count, headers) => {
    const body = { filters: JSON.stringify(tagging(count).filters), orderBy: { columnName: 'surname' }, maxRecords: 10 };
    const response = await service.http.post('/api/Automation/Search/Contacts/Filters?count=exact').send(body).expect(200);
    expect(response.body).toHaveLength(10);
    expect(['x-total-count', 'x-total-count-capped', 'x-left-out'].map((name) => response.headers[name] as unknown)).toEqual(headers);
  });
});

describe('A run', () => {
  it.each<[number, Json, Json]>([
    [MAXIMUM + 2, {}, { matched: MAXIMUM + 2, taken: MAXIMUM, leftOut: 2 }],
    [MAXIMUM + 2, { maxNumberOfRecordsToExecute: 0 }, { matched: MAXIMUM + 2, taken: MAXIMUM, leftOut: 2 }],
    [MAXIMUM + 2, { maxNumberOfRecordsToExecute: MAXIMUM + 1 }, { matched: MAXIMUM + 2, taken: MAXIMUM, leftOut: 2 }],
    [MAXIMUM + 2, { maxNumberOfRecordsToExecute: MAXIMUM - 1 }, { matched: MAXIMUM + 2, taken: MAXIMUM - 1, leftOut: 3 }],
    [MAXIMUM, {}, { matched: MAXIMUM, taken: MAXIMUM, leftOut: 0 }],
    [MAXIMUM + 1, {}, { matched: MAXIMUM + 1, taken: MAXIMUM, leftOut: 1 }],
  ])('over %d contacts, with %j, has %j', async (count, limit, expected) => {
    const { run } = await automations.run({ ...tagging(count), ...limit });
    expect(run).toMatchObject({ status: 'completed', ...expected, processed: expected['taken'] });
  });

  it('leaves out the last records', async () => {
    const { id } = await automations.save(tagging(MAXIMUM + 2));
    const isTaken = async (index: number) => {
      const { taken, rank } = await automations.get<Json>(`/api/Automation/${id}/Explain?recordId=${FIRST + index}`);
      return [taken, rank];
    };
    expect([await isTaken(MAXIMUM - 1), await isTaken(MAXIMUM)]).toEqual([
      [true, MAXIMUM],
      [false, MAXIMUM + 1],
    ]);
  });
});
