import { UnsubscribeLinks } from '../../../deliveries';
import { openStore, type TestStore } from '../../../core/database/support/store';
import { SYSTEM_CALLER } from '../../../core/callers/system-caller';
import { SecretKey, type Settings } from '../../../core/config';
import { Transactions, type Transaction } from '../../../core/database';
import { recordTypeNamed, types } from '../../../core/database/support/record-types';
import { insertRecord, load } from '../../../core/records';
import { Clock } from '../../../core/time/clock';
import { Automation, AutomationRun, AutomationRunRecord } from '../../automation.entity';
import { automations } from '../../automation.records';
import { queueRun, type RunTrigger } from '../queue-run';
import { RunExecutor } from '../run-executor.service';

export const NOW = '2027-03-10T01:00:00.000Z';
export const NEVER = (): boolean => false;
export const rename = (jobTitle: string, more = {}) => ({ type: 'updateField', params: { field: 'jobTitle', value: jobTitle }, ...more });
/** Fails for that contact itself: nobody reports to himself. */
export const reportTo = (id: number, more = {}) => ({ type: 'updateField', params: { field: 'reportsToID', value: id }, ...more });
export const tag = (name: string) => ({ type: 'addTag', params: { tag: name } });
export const idIn = (ids: readonly number[]) => ({ combinator: 'and', rules: [{ field: 'id', operator: 'in', value: ids }] });

/** The same contacts; their records are processed one by one, since the condition is about others of the type as well. */
export const idInOneByOne = (ids: readonly number[]) => ({
  combinator: 'or',
  rules: [idIn(ids), { field: 'reportsTo', match: { mode: 'some' }, value: idIn([-1]) }],
});

const NO_LINKS = new UnsubscribeLinks({ publicUrl: undefined } as Settings, new SecretKey(Buffer.alloc(32)), types);

/** Automations of contacts and their runs, in a database of their own. */
export class Runs {
  private constructor(private readonly own: TestStore) {}

  static async open(): Promise<Runs> {
    const opened = new Runs(await openStore());
    await opened.write(({ em }) =>
      insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 }),
    );
    return opened;
  }

  close(): Promise<void> {
    return this.own.close();
  }

  write<T>(work: (transaction: Transaction) => Promise<T>, time = NOW): Promise<T> {
    return this.at(time).write(SYSTEM_CALLER, work);
  }

  executor(time = NOW, messagesPerPersonPerDay = 0): RunExecutor {
    return new RunExecutor(
      this.at(time),
      { runLeaseSeconds: 60, timeZone: 'UTC', messagesPerPersonPerDay, approveAbove: 0 } as Settings,
      NO_LINKS,
    );
  }

  contacts(count: number, values: (index: number) => object = () => ({})): Promise<number[]> {
    return this.write(async ({ em }) => {
      const ids: number[] = [];
      for (let index = 0; index < count; index++)
        ids.push(await insertRecord(em, recordTypeNamed('Contact'), { surname: `Contact ${index}`, ...values(index) }));
      return ids;
    });
  }

  automation(ids: readonly number[], actions: object[], more: Partial<Automation> = {}): Promise<number> {
    return this.write(({ em }) =>
      insertRecord(em, automations, {
        ...{ name: 'Some', triggerID: 3, eventID: 18, statusID: 1, version: 4, orderByJSON: '{"columnName":"id"}' },
        ...{ filtersJSON: JSON.stringify(idIn(ids)), actionsJSON: JSON.stringify(actions), ...more },
      }),
    );
  }

  queue(id: number, trigger: RunTrigger = 'manual'): Promise<number> {
    return this.write(async (transaction) => queueRun(transaction, await transaction.em.findOneByOrFail(Automation, { id }), trigger));
  }

  async executed(ids: readonly number[], actions: object[], more: Partial<Automation> = {}): Promise<number> {
    const run = await this.queue(await this.automation(ids, actions, more));
    await this.executor().execute(run, NEVER);
    return run;
  }

  /** Executes a run until it has taken so many steps: the first makes its plan. */
  async stopAfter(steps: number, run: number): Promise<void> {
    let looks = 0;
    await this.executor().execute(run, () => ++looks > steps);
  }

  runOf(id: number): Promise<AutomationRun> {
    return this.write(({ em }) => em.findOneByOrFail(AutomationRun, { id }));
  }

  recordsOf(runID: number): Promise<AutomationRunRecord[]> {
    return this.write(({ em }) => em.find(AutomationRunRecord, { where: { runID }, order: { position: 'ASC' } }));
  }

  async outcomesOf(runID: number): Promise<string[]> {
    return (await this.recordsOf(runID)).map(({ outcome }) => outcome);
  }

  /** How each of the actions ended, by record. */
  async actionsOf(runID: number): Promise<string[][]> {
    return (await this.recordsOf(runID)).map(({ actions }) =>
      (JSON.parse(actions ?? '[]') as { outcome: string }[]).map(({ outcome }) => outcome),
    );
  }

  async titleOf(id: number): Promise<unknown> {
    return ((await this.write(({ em }) => load(em, recordTypeNamed('Contact'), id))) as { jobTitle?: unknown }).jobTitle;
  }

  pending(time = NOW, lane: 'event' | 'other' = 'other'): Promise<number[]> {
    return this.write((transaction) => this.executor(time).pending(transaction, lane), time);
  }

  private at(time: string): Transactions {
    return new Transactions(this.own.store, this.own.reader, new Clock(new Date(time)));
  }
}
