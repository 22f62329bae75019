import type { Transaction } from '../core/database';
import { execute } from '../core/database/rows';
import { blankRecord, insertNew, insertRecord } from '../core/records';
import { identifier, sql, values } from '../core/sql';
import { PayRunStatus, TimesheetStatus } from '../core/terms/numbers';
import { periodOf } from '../core/time/pay-period';
import { collectPayRun, payRunLines, payRuns, type PayRun } from '../pay-runs';
import { timesheets } from '../placements';
import { addMinutes, type DemoContext } from './demo-context';
import { periodsOfFrequency } from './office';

const { Draft, Completed, Cancelled } = PayRunStatus;
const [WEEKLY, MONTHLY] = [1, 3] as const;
const MONDAY = 1;
/** The payroll officer creates runs, the branch manager approves them. */
const [CREATOR, APPROVER] = [9, 10] as const;
/** The one with payroll settings. */
const DIVISION = 1;

const RUNS: readonly (Pick<PayRun, 'statusID' | 'payFrequencyID'> & { readonly daysAgo: number })[] = [
  { statusID: Completed, payFrequencyID: WEEKLY, daysAgo: 21 },
  { statusID: Draft, payFrequencyID: WEEKLY, daysAgo: 14 },
  { statusID: Cancelled, payFrequencyID: MONTHLY, daysAgo: 31 },
];

/** Pays the timesheets that are approved by then, as the service does. */
export async function makePayRuns(transaction: Transaction, context: DemoContext): Promise<void> {
  for (const { daysAgo, ...about } of RUNS) {
    const calendar = { ...periodsOfFrequency(about.payFrequencyID ?? 0), firstDayOfWeek: MONDAY };
    const periodEnd = periodOf(context.day(-daysAgo), calendar).end;
    const run = Object.assign(blankRecord(payRuns), { ...about, division: DIVISION, periodEnd }, datesOf(context, about.statusID));
    await collectPayRun(transaction, run);
    await store(transaction, run);
  }
}

function datesOf(context: DemoContext, statusID: number | null): Partial<PayRun> {
  const createdDate = addMinutes(context.day(-2), 9 * 60);
  const created = { createdByID: CREATOR, createdDate, updatedByID: CREATOR, updatedDate: createdDate, version: 1 };
  const ended = addMinutes(createdDate, 90);
  if (statusID === Completed)
    return { ...created, approvedByID: APPROVER, approvedDate: addMinutes(createdDate, 60), completedDate: ended, updatedDate: ended };
  return statusID === Cancelled ? { ...created, cancelledDate: ended, updatedDate: ended } : created;
}

async function store({ em }: Transaction, { preparedLines = [], ...run }: PayRun): Promise<void> {
  const payRunID = await insertRecord(em, payRuns, run);
  const claims = run.statusID === Cancelled ? { claim: null } : {};
  await insertNew(
    em,
    payRunLines,
    preparedLines.map((line) => ({ ...line, ...claims, payRunID })),
  );
  const paid = [0, ...preparedLines.flatMap(({ timesheetID }) => timesheetID ?? [])];
  if (run.statusID === Completed)
    await execute(em, sql`UPDATE ${identifier(timesheets.table)} SET statusID = ${TimesheetStatus.Paid} WHERE id IN (${values(paid)})`);
}
