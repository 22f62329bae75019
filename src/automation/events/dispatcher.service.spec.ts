import { onServer } from '../../core/database/support/kind';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore, type TestStore } from '../../core/database/support/store';
import { Logger } from '@nestjs/common';
import { SYSTEM_CALLER } from '../../core/callers/system-caller';
import { ChangeLog, publish, type Change } from '../../core/changes';
import { numberChanges } from '../../core/changes/numbering';
import type { Sequencer } from '../../core/changes/sequencer.service';
import type { Settings } from '../../core/config';
import type { Transaction, Transactions } from '../../core/database';
import { recordTypeNamed } from '../../core/database/support/record-types';
import { insertRecord, load, saveRecord } from '../../core/records';
import { Automation, AutomationMatch, AutomationRunRecord } from '../automation.entity';
import { automations } from '../automation.records';
import type { RunWorker } from '../running/run-worker.service';
import { until } from '../running/support/until';
import { Dispatcher } from './dispatcher.service';

const [CREATED, UPDATED, NEXT_CONTACT, MATCHES] = [17, 18, 23, 25];
const condition = (field: string, value: string): string => JSON.stringify({ combinator: 'and', rules: [{ field, operator: '=', value }] });
const IS_DIRECTOR = condition('jobTitle', 'Director');

describe('The dispatcher', () => {
  let own: TestStore;
  let dispatcher: Dispatcher;
  /** Tells the dispatcher that changes have been numbered. */
  let tell: () => void;
  let woken: string[];
  beforeAll(async () => {
    Logger.overrideLogger(false);
    own = await openStore();
    await write(({ em }) =>
      insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 }),
    );
  });
  beforeEach(() => {
    woken = [];
    dispatcher = dispatcherOn(own.transactions);
  });
  afterEach(async () => {
    // it ends soon, and nobody has to wait for it
    void dispatcher.beforeApplicationShutdown();
    // those of other tests do not listen, and what they left is not dispatched
    await write(({ em }) => em.query('UPDATE automation SET deleted = 1'));
    await write(({ em }) => em.query('DELETE FROM record_change'));
  });
  afterAll(() => own.close());

  const write = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, work);
  function dispatcherOn(transactions: Pick<Transactions, 'write'>): Dispatcher {
    tell = () => undefined;
    const follow = (listener: (last: number) => void): (() => void) => {
      tell = () => listener(0);
      return () => (tell = () => undefined);
    };
    const sequencer: Partial<Sequencer> = { onSequenced: follow };
    const worker: Partial<RunWorker> = { wake: (queues) => void woken.push(...(queues ?? [])) };
    const settings: Partial<Settings> = { timeZone: 'UTC', roles: ['web', 'worker'] };
    return new Dispatcher(transactions as Transactions, settings as Settings, new ChangeLog(sequencer as Sequencer), worker as RunWorker);
  }

  const contact = (jobTitle = 'Clerk'): Promise<number> =>
    write(({ em }) => insertRecord(em, recordTypeNamed('Contact'), { surname: 'Some', jobTitle }));
  const saved = (more: Partial<Automation> = {}): Promise<number> =>
    write(({ em }) => insertRecord(em, automations, { name: 'Some', triggerID: 1, eventID: UPDATED, statusID: 1, version: 1, ...more }));
  /** Gives an automation the condition that a field has a value. */
  async function setCondition(transaction: Transaction, id: number, field: string, value: string): Promise<void> {
    const before = { ...(await load(transaction.em, automations, id)), id };
    await saveRecord(transaction, automations, before, { ...before, filtersJSON: condition(field, value) });
  }
  const update = (recordID: number, more: Partial<Change> = {}): Change => ({
    ...{ type: 'Contact', recordID, action: 'updated', version: 2, events: [UPDATED] },
    ...more,
  });
  /** Changes that nobody has been told of. */
  const changed = (...changes: Change[]): Promise<unknown> =>
    write(async (transaction) => {
      await publish(transaction, changes);
      await numberChanges(transaction);
    });
  const left = async (): Promise<number> => {
    const open = 'SELECT COUNT(*) AS amount FROM record_change WHERE sequence > COALESCE((SELECT value FROM counter WHERE name = ?), 0)';
    const [found] = await write(({ em }) => em.query<{ amount: unknown }[]>(open, ['dispatched']));
    return Number(found?.amount);
  };
  const isDone = (): Promise<void> => until(async () => (await left()) === 0);
  async function dispatch(...changes: Change[]): Promise<void> {
    await changed(...changes);
    dispatcher.wake();
    await isDone();
  }
  const planned = async (automationID: number): Promise<number[]> => {
    const found = await write(({ em }) =>
      em.find(AutomationRunRecord, { where: { automationID }, order: { runID: 'ASC', position: 'ASC' } }),
    );
    return found.map(({ recordID }) => recordID);
  };

  it('plans a run of the records that a change is about, and wakes the worker for it', async () => {
    const [id, recordID] = [await saved(), await contact()];
    await dispatch(update(recordID));
    expect([await planned(id), woken]).toEqual([[recordID], ['event']]);
  });

  it('dispatches every change once, in whatever process', async () => {
    const [id, one, other] = [await saved(), await contact(), await contact()];
    await dispatch(update(one));
    await dispatcher.beforeApplicationShutdown();
    dispatcher = dispatcherOn(own.transactions);
    await dispatch(update(other));
    expect(await planned(id)).toEqual([one, other]);
  });

  it('dispatches at its start what was changed before, and later what it is told of', async () => {
    const [id, one, other] = [await saved(), await contact(), await contact()];
    await changed(update(one));
    dispatcher.onApplicationBootstrap();
    await isDone();
    expect(await planned(id)).toEqual([one]);
    await changed(update(other));
    tell();
    await isDone();
    expect(await planned(id)).toEqual([one, other]);
  });

  it('goes on until no change is left', async () => {
    const [id, recordID] = [await saved(), await contact()];
    await dispatch(...Array.from({ length: 501 }, (_, index) => update(recordID, index === 500 ? {} : { events: [] })));
    expect([await left(), await planned(id)]).toEqual([0, [recordID]]);
  });

  it('wakes nobody when nothing was changed', async () => {
    dispatcher.wake();
    await dispatcher.beforeApplicationShutdown();
    expect(woken).toEqual([]);
  });

  it('plans nothing after the shutdown', async () => {
    const [id, recordID] = [await saved(), await contact()];
    await dispatcher.beforeApplicationShutdown();
    await changed(update(recordID));
    dispatcher.wake();
    expect([await left(), await planned(id)]).toEqual([1, []]);
  });

  it('tries again after an error, and then plans once', async () => {
    const [id, recordID] = [await saved(), await contact()];
    let tries = 0;
    const write: Transactions['write'] = (caller, work) =>
      own.transactions.write(caller, async (transaction) => {
        const result = await work(transaction);
        if (++tries === 1) throw new Error('The database is away.');
        return result;
      });
    dispatcher = dispatcherOn({ write });
    await changed(update(recordID));
    dispatcher.wake();
    await until(() => tries > 1);
    await isDone();
    expect(await planned(id)).toEqual([recordID]);
  });

  it('plans nothing for an automation of matches that somebody pauses at that moment', async () => {
    const [id, recordID] = [await saved({ eventID: MATCHES, filtersJSON: IS_DIRECTOR }), await contact('Director')];
    const write: Transactions['write'] = (caller, work) =>
      own.transactions.write(caller, async (transaction) => {
        const { em } = transaction;
        const find = em.find.bind(em);
        let finds = 0;
        em.find = async (...query) => {
          // when they are read after having been locked
          if (++finds === 2) await em.query('UPDATE automation SET statusID = 2 WHERE id = ?', [id]);
          return find(...query);
        };
        return work(transaction);
      });
    dispatcher = dispatcherOn({ write });
    await dispatch(update(recordID));
    expect([await left(), await planned(id)]).toEqual([0, []]);
  });

  it.each<[string, Partial<Automation>, Partial<Change>]>([
    ['is paused', { statusID: 2 }, {}],
    ['is deleted', { deleted: true }, {}],
    ['runs on a schedule', { triggerID: 2 }, {}],
    ['is run by hand', { triggerID: 3 }, {}],
    ['waits for another event', { eventID: CREATED }, {}],
    ['waits for a date', { eventID: NEXT_CONTACT }, { events: [NEXT_CONTACT] }],
    ['cannot be read', { filtersJSON: '{"rules":1}' }, {}],
    ['waits for matches and cannot be read', { eventID: MATCHES, filtersJSON: '{"rules":1}' }, {}],
    ['waits for matches and is paused', { eventID: MATCHES, statusID: 2, filtersJSON: IS_DIRECTOR }, {}],
  ])('plans nothing for an automation that %s', async (_, automation, change) => {
    const [id, recordID] = [await saved(automation), await contact('Director')];
    await dispatch(update(recordID, change));
    expect([await left(), await planned(id)]).toEqual([0, []]);
  });

  it('looks for matches only when something has changed on which the condition depends', async () => {
    const [id, one, other] = [
      await saved({ eventID: MATCHES, filtersJSON: IS_DIRECTOR }),
      await contact('Director'),
      await contact('Director'),
    ];
    await dispatch(update(one, { fields: { jobTitle: ['Clerk', 'Director'] } }), update(other, { fields: { surname: ['Ann', 'Some'] } }));
    expect(await planned(id)).toEqual([one]);
  });

  if (onServer)
    it('waits for an edit that is under way, and goes by its condition', async () => {
      const [id, recordID] = [await saved({ eventID: MATCHES, filtersJSON: IS_DIRECTOR }), await contact('Clerk')];
      await dispatch(update(recordID));
      let commit = (): void => undefined;
      const isAllowed = new Promise<void>((resolve) => (commit = resolve));
      let isEdited = false;
      const edit = write(async (transaction) => {
        await setCondition(transaction, id, 'surname', 'Some');
        isEdited = true;
        await isAllowed;
      });
      await until(() => isEdited);
      await changed(update(recordID, { fields: { surname: ['Ann', 'Some'] } }));
      dispatcher.wake();
      await pause(300);
      expect([await left(), await planned(id)]).toEqual([1, []]);
      commit();
      await edit;
      await isDone();
      expect(await planned(id)).toEqual([recordID]);
    });

  it('goes by the condition that an automation has at that moment', async () => {
    const [id, one, other] = [await saved({ eventID: MATCHES, filtersJSON: IS_DIRECTOR }), await contact('Clerk'), await contact('Clerk')];
    await dispatch(update(one));
    await write((transaction) => setCondition(transaction, id, 'jobTitle', 'Clerk'));
    await dispatch(update(other));
    expect(await planned(id)).toEqual([other]);
  });

  it('plans runs of records that come to match, whatever has changed them, and remembers that they match', async () => {
    const [id, recordID] = [await saved({ eventID: MATCHES, filtersJSON: IS_DIRECTOR }), await contact('Director')];
    await dispatch(update(await contact(), { events: [] }), update(recordID, { events: [] }));
    await dispatch(update(recordID));
    expect(await planned(id)).toEqual([recordID]);
    expect(await write(({ em }) => em.findBy(AutomationMatch, { automationID: id }))).toMatchObject([{ recordID }]);
  });
});
