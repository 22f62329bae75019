import { settingOf } from '../../configuration';
import type { Transaction } from '../../core/database';
import { addDays } from '../../core/time/pay-period';
import type { Timesheet } from './timesheet.entity';

const DUE_AFTER_DAYS = 1;

/** Sets the due date by the end of the period, unless the body does; an adjustment is due as if its period ended today. */
export async function setDueDate({ em }: Transaction, before: Timesheet, after: Timesheet, today: Date): Promise<void> {
  const isSent = before.dueDate?.getTime() !== after.dueDate?.getTime();
  const isSame = before.id !== undefined && before.periodEnd?.getTime() === after.periodEnd?.getTime();
  if (isSent || isSame || !after.periodEnd) return;
  after.dueDate = dueDateOf(after.adjustsID === null ? after.periodEnd : today, await dueAfterDays(em));
}

/** How long after the end of its period a timesheet is due. */
export const dueAfterDays = async (em: Transaction['em']): Promise<number> =>
  Number((await settingOf(em, 'Timesheets', 'dueAfterDays')) ?? DUE_AFTER_DAYS);

/** So many days after the end of a period. */
export const dueDateOf = (periodEnd: Date, days = DUE_AFTER_DAYS): Date => addDays(periodEnd, days);
