import '../../core/database/support/kind';
import { openStore, type TestStore } from '../../core/database/support/store';
import { SYSTEM_CALLER } from '../../core/callers/system-caller';
import type { SequencedChange } from '../../core/changes';
import type { Transaction } from '../../core/database';
import { recordTypeNamed, types } from '../../core/database/support/record-types';
import { insertRecord, load, saveRecord } from '../../core/records';
import { Automation, AutomationRun, AutomationRunRecord } from '../automation.entity';
import { automations } from '../automation.records';
import { checkDefinition } from '../definition/check-definition';
import { deleteMatches, findNewMatches, storeMatches } from './matches';
import type { Listener, Occurrence } from './occurrence';
import { planEventRuns } from './plan-event-runs';
import { sequencedChange } from './support/sequenced-change';

const MATCHES = 25;
const all = (...rules: object[]) => ({ combinator: 'and', rules });
const titled = all({ field: 'jobTitle', operator: '=', value: 'Director' });
const atHarbour = { field: 'clientName', operator: '=', value: 'Harbour' };

describe('Records that come to match', () => {
  let own: TestStore;
  let sequence = 0;
  beforeAll(async () => {
    own = await openStore();
    await write(({ em }) =>
      insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 }),
    );
  });
  afterAll(() => own.close());

  const write = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, work);
  const insert = (type: string, values: object): Promise<number> => write(({ em }) => insertRecord(em, recordTypeNamed(type), values));
  const contact = (values: object = {}): Promise<number> => insert('Contact', { surname: 'Some', ...values });
  const give = (id: number, jobTitle: string): Promise<unknown> =>
    write(async (transaction) => {
      const contacts = recordTypeNamed('Contact');
      const before = { ...(await load(transaction.em, contacts, id)), id };
      return saveRecord(transaction, contacts, before, { ...before, jobTitle });
    });
  const listening = (filter?: object): Promise<Listener> =>
    write(async ({ em }) => {
      const values = {
        name: 'Some',
        triggerID: 1,
        eventID: MATCHES,
        statusID: 1,
        version: 1,
        filtersJSON: filter && JSON.stringify(filter),
      } as const;
      const id = await insertRecord(em, automations, values);
      const automation = await em.findOneByOrFail(Automation, { id });
      const definition = checkDefinition(automation, { types, now: new Date(), timeZone: 'UTC' });
      expect(definition.errors).toEqual([]);
      return { automation, definition };
    });
  const changed = (type: string, recordID: number, more: Partial<SequencedChange> = {}): SequencedChange =>
    sequencedChange(++sequence, type, recordID, more);
  const found = async (listener: Listener, ...changes: SequencedChange[]): Promise<number[]> =>
    (await write((transaction) => findNewMatches(transaction, listener, changes))).map(({ recordID }) => recordID);

  it('are found once, and again after they have ceased to', async () => {
    const id = await contact();
    const listener = await listening(titled);
    const outcomes: number[][] = [];
    for (const title of ['Clerk', 'Director', 'Director', 'Director', 'Clerk', 'Director']) {
      await give(id, title);
      outcomes.push(await found(listener, changed('Contact', id)));
    }
    expect(outcomes).toEqual([[], [id], [], [], [], [id]]);
  });

  it('are found by the change that brought it about', async () => {
    const id = await contact({ jobTitle: 'Director' });
    const change = changed('Contact', id, { chain: [3, 4] });
    const occurrences = await write(async (transaction) => findNewMatches(transaction, await listening(titled), [change]));
    expect(occurrences).toEqual([{ recordID: id, sequence: change.sequence, chain: [3, 4] }]);
  });

  it('are not found if they matched before, unless that is forgotten', async () => {
    const id = await contact({ jobTitle: 'Director' });
    const listener = await listening(titled);
    await write((transaction) => storeMatches(transaction, listener.automation, listener.definition));
    expect(await found(listener, changed('Contact', id))).toEqual([]);
    await write((transaction) => deleteMatches(transaction, listener.automation.id));
    expect(await found(listener, changed('Contact', id))).toEqual([id]);
  });

  it('because of the automation itself are remembered, but do not count', async () => {
    const id = await contact({ jobTitle: 'Director' });
    const listener = await listening(titled);
    expect(await found(listener, changed('Contact', id, { automationID: listener.automation.id }))).toEqual([]);
    expect(await found(listener, changed('Contact', id))).toEqual([]);
  });

  it('are all of them without a condition', async () => {
    const id = await contact();
    const listener = await listening();
    expect([await found(listener, changed('Contact', id)), await found(listener, changed('Contact', id))]).toEqual([[id], []]);
  });

  it.each<[string, object]>([
    ['the name of another record', all(atHarbour)],
    ['a name in a group', all(all(atHarbour))],
    ['another record', all({ field: 'client', match: { mode: 'some' }, value: all({ field: 'name', operator: '=', value: 'Harbour' }) })],
  ])('by %s are found when that record changes', async (_, filter) => {
    const [client, other] = [await insert('Client', { name: 'Harbour' }), await insert('Client', { name: 'Hill' })];
    const id = await contact({ clientID: client });
    await contact({ clientID: other });
    const listener = await listening(filter);
    expect(await found(listener, changed('Client', other))).toEqual([]);
    expect(await found(listener, changed('Job', client))).toEqual([]);
    expect(await found(listener, changed('Client', client))).toEqual([id]);
  });

  describe('and their runs', () => {
    const planned = (listener: Listener, ...occurrences: Occurrence[]) =>
      write((transaction) => planEventRuns(transaction, listener, occurrences));
    const runsOf = ({ automation: { id } }: Listener): Promise<AutomationRun[]> =>
      write(({ em }) => em.find(AutomationRun, { where: { automationID: id }, order: { id: 'ASC' } }));

    it('take those that match, and know the runs that led to them', async () => {
      const [one, two, no] = [await contact({ jobTitle: 'Director' }), await contact({ jobTitle: 'Director' }), await contact()];
      const listener = await listening(titled);
      await planned(listener, ...[one, two, no].map((recordID, index) => ({ recordID, sequence: index + 500, chain: [3, 4] })));
      const [run] = await runsOf(listener);
      expect(run).toMatchObject({ trigger: 'event', status: 'queued', matched: 2, excluded: 0, leftOut: 0, taken: 2, chain: '3,4' });
      const records = await write(({ em }) => em.find(AutomationRunRecord, { where: { runID: run!.id }, order: { position: 'ASC' } }));
      expect(records.map(({ recordID, position, sequence: by }) => [recordID, position, Number(by)])).toEqual([
        [one, 1, 500],
        [two, 2, 501],
      ]);
    });

    it('are none where nothing matches', async () => {
      const listener = await listening(titled);
      await planned(listener, { recordID: await contact(), chain: [] });
      expect(await runsOf(listener)).toEqual([]);
    });
  });
});
