import { openStore, type TestStore } from '../../../core/database/support/store';
import { SYSTEM_CALLER } from '../../../core/callers/system-caller';
import type { Settings } from '../../../core/config';
import { Transactions, type Transaction } from '../../../core/database';
import { recordTypeNamed } from '../../../core/database/support/record-types';
import { insertRecord } from '../../../core/records';
import { Clock } from '../../../core/time/clock';
import { Automation, AutomationRun, DateGroupDay } from '../../automation.entity';
import { automations, dateGroups } from '../../automation.records';
import type { RunWorker } from '../../running/run-worker.service';
import { AutomationScheduler } from '../automation-scheduler.service';

export const NOON = '2027-03-10T12:00:00.000Z';

/** Automations in a database of their own, and schedulers that look at them at some time. */
export class ScheduledAutomations {
  private constructor(private readonly own: TestStore) {}

  static async open(): Promise<ScheduledAutomations> {
    const opened = new ScheduledAutomations(await openStore());
    await opened.insert('User', { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 });
    return opened;
  }

  close(): Promise<void> {
    return this.own.close();
  }

  /** Those that there are are not looked at any more. */
  async deleteAll(): Promise<void> {
    await this.write(({ em }) => em.query('UPDATE automation SET deleted = 1'));
  }

  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.at(NOON).write(SYSTEM_CALLER, work);
  }

  insert(type: string, values: object): Promise<number> {
    return this.write(({ em }) => insertRecord(em, recordTypeNamed(type), values));
  }

  save(values: Partial<Automation>, schedule?: object): Promise<number> {
    return this.write(({ em }) =>
      insertRecord(em, automations, {
        ...{ name: 'Some', statusID: 1, version: 1, filtersJSON: '{"all":true}', ...values },
        ...(schedule && { scheduleMetaDataJSON: JSON.stringify(schedule) }),
      }),
    );
  }

  schedulerAt(time: string, wake: () => void = () => undefined): AutomationScheduler {
    const worker: Partial<RunWorker> = { wake };
    const settings: Partial<Settings> = { timeZone: 'UTC', roles: ['web', 'worker'] };
    return new AutomationScheduler(this.at(time), settings as Settings, worker as RunWorker);
  }

  /** Triggers what is due at that time, as a service does that has just started. */
  tick(time: string): Promise<void> {
    return this.schedulerAt(time).tick();
  }

  get(id: number): Promise<Automation> {
    return this.write(({ em }) => em.findOneByOrFail(Automation, { id }));
  }

  runsOf(automationID: number): Promise<AutomationRun[]> {
    return this.write(({ em }) => em.find(AutomationRun, { where: { automationID }, order: { id: 'ASC' } }));
  }

  /** A group of these dates. */
  dateGroup(...days: string[]): Promise<number> {
    return this.write(async ({ em }) => {
      const dateGroupID = await insertRecord(em, dateGroups, { name: 'Holidays' });
      await em.insert(
        DateGroupDay,
        days.map((day) => ({ dateGroupID, day })),
      );
      return dateGroupID;
    });
  }

  private at(time: string): Transactions {
    return new Transactions(this.own.store, this.own.reader, new Clock(new Date(time)));
  }
}
