import '../../core/database/support/kind';
import { openStore, type TestStore } from '../../core/database/support/store';
import { SYSTEM_CALLER } from '../../core/callers/system-caller';
import type { SequencedChange } from '../../core/changes';
import { recordTypeNamed, types } from '../../core/database/support/record-types';
import { parseFilter } from '../../core/query';
import { insertRecord } from '../../core/records';
import type { Listener } from './occurrence';
import { affectedByRelatedChanges } from './related-changes';
import { sequencedChange } from './support/sequenced-change';

const all = (...rules: object[]) => ({ combinator: 'and', rules });
const some = (field: string, ...rules: object[]) => ({ field, match: { mode: 'some' }, value: all(...rules) });
const id = { field: 'id', operator: '>', value: 0 };
const BOTH_NAMES = all({ field: 'clientName', operator: '=', value: 'Harbour' }, { field: 'siteName', operator: '=', value: 'Quay' });

describe('A change of another record', () => {
  let own: TestStore;
  beforeAll(async () => {
    own = await openStore();
  });
  afterAll(() => own.close());

  const insert = (type: string, values: object): Promise<number> =>
    own.transactions.write(SYSTEM_CALLER, ({ em }) => insertRecord(em, recordTypeNamed(type), values));
  const candidate = (): Promise<number> => insert('Candidate', { surname: 'Some' });
  /** The records that may match now, by the sequence numbers of the changes. */
  async function affected(type: string, filter: object | undefined, ...changes: SequencedChange[]): Promise<[number, number[]][]> {
    const record = recordTypeNamed(type);
    const definition = { record, condition: filter && parseFilter(types, record, filter) } as Listener['definition'];
    const found = await own.transactions.write(SYSTEM_CALLER, (transaction) =>
      affectedByRelatedChanges(transaction, { definition } as Listener, changes),
    );
    return [...found];
  }

  it.each<[string, object | undefined]>([
    ['there is no condition', undefined],
    ['the condition is that of everyone', { all: true }],
    ['the condition is about the record alone', all(id)],
  ])('concerns nobody when %s', async (_, filter) => {
    const clientID = await insert('Client', { name: 'Harbour' });
    await insert('Contact', { surname: 'Some', clientID });
    expect(await affected('Contact', filter, sequencedChange(1, 'Client', clientID))).toEqual([]);
  });

  it('concerns those that it is related to, by each of its changes', async () => {
    const [one, other] = [await candidate(), await candidate()];
    const [first, second] = [await insert('Interview', { candidateID: one }), await insert('Interview', { candidateID: other })];
    await insert('Interview', { candidateID: await candidate() });
    const changes = [first, second, first].map((each, index) => sequencedChange(index + 1, 'Interview', each));
    expect(await affected('Candidate', all(some('interviews', id)), ...changes)).toEqual([
      [1, [one]],
      [3, [one]],
      [2, [other]],
    ]);
  });

  it.each<[string, (former: number) => SequencedChange['fields'], boolean]>([
    ['concerns the record that it was related to before', (former) => ({ candidateID: [former, 0] }), true],
    ['concerns none that it was not related to before', () => ({ candidateID: [0, 1] }), false],
    ['concerns none that another field referred to before', (former) => ({ jobID: [former, 0] }), false],
    ['concerns no former record when its reference has not changed', () => ({}), false],
    ['concerns none that a reference without a value stood for', () => ({ candidateID: [null, 1] }), false],
  ])('%s', async (_, fields, isConcerned) => {
    const former = await candidate();
    const interview = await insert('Interview', {});
    const change = sequencedChange(4, 'Interview', interview, { fields: fields(former) });
    expect(await affected('Candidate', all(some('interviews', id)), change)).toEqual(isConcerned ? [[4, [former]]] : []);
  });

  it('concerns no former record of a relation that the record itself has', async () => {
    const clientID = await insert('Client', { name: 'Harbour' });
    const contact = await insert('Contact', { surname: 'Some', clientID });
    const change = sequencedChange(5, 'Client', clientID, { fields: { id: [contact + 1, clientID], clientID: [contact + 1, clientID] } });
    expect(await affected('Contact', all(some('client', id)), change)).toEqual([[5, [contact]]]);
  });

  it('concerns those whose figures depend on it, as the change says', async () => {
    const application = await insert('Application', { candidateID: await candidate() });
    const concerned = { Candidate: [71, 72], Job: [73] };
    const changes = [sequencedChange(6, 'Application', application, { concerned }), sequencedChange(7, 'Application', application)];
    expect(await affected('Candidate', all(some('applications', id)), ...changes)).toEqual([[6, [71, 72]]]);
    expect(await affected('Candidate', all(some('applications', id)), sequencedChange(8, 'Offer', 1, { concerned }))).toEqual([]);
  });

  it('concerns those that are related to it by way of others', async () => {
    const [candidateID, jobID] = [await candidate(), await insert('Job', { title: 'Engineer' })];
    await insert('Interview', { candidateID, jobID });
    await insert('Interview', { candidateID: await candidate(), jobID: await insert('Job', { title: 'Foreman' }) });
    expect(await affected('Candidate', all(some('interviews', some('job', id))), sequencedChange(9, 'Job', jobID))).toEqual([
      [9, [candidateID]],
    ]);
  });

  it('concerns those that have its name, in any part of the condition', async () => {
    const [clientID, siteID] = [await insert('Client', { name: 'Harbour' }), await insert('Site', { name: 'Quay' })];
    const [one, other] = [await insert('Contact', { surname: 'One', clientID }), await insert('Contact', { surname: 'Two', siteID })];
    const changes = [sequencedChange(10, 'Client', clientID), sequencedChange(11, 'Site', siteID)];
    expect(await affected('Contact', BOTH_NAMES, ...changes)).toEqual([
      [10, [one]],
      [11, [other]],
    ]);
    expect(await affected('Contact', all({ combinator: 'or', rules: [BOTH_NAMES] }), ...changes)).toHaveLength(2);
    expect(await affected('Contact', BOTH_NAMES, sequencedChange(12, 'Job', clientID))).toEqual([]);
  });
});
