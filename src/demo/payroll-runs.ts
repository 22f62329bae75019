import type { Transaction } from '../core/database';
import { execute } from '../core/database/rows';
import { blankRecord, insertNew, insertRecord } from '../core/records';
import { identifier, sql, values } from '../core/sql';
import { PayRunStatus, TimesheetStatus } from '../core/terms/numbers';
import { periodOf } from '../core/time/pay-period';
import { CHARGE_RUNS, collectRun, PAY_RUNS, type Run, type RunKind } from '../pay-runs';
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

/** Of both kinds. */
const RUNS: readonly (Pick<Run, 'statusID' | 'payFrequencyID'> & { readonly daysAgo: number })[] = [
  { statusID: Completed, payFrequencyID: WEEKLY, daysAgo: 21 },
  { statusID: Draft, payFrequencyID: WEEKLY, daysAgo: 14 },
  { statusID: Cancelled, payFrequencyID: MONTHLY, daysAgo: 31 },
];

/** Pays and charges the timesheets that are approved by then, as the service does. */
export async function makeRuns(transaction: Transaction, context: DemoContext): Promise<void> {
  for (const kind of [PAY_RUNS, CHARGE_RUNS]) {
    for (const { daysAgo, ...about } of RUNS) {
      const calendar = { ...periodsOfFrequency(about.payFrequencyID ?? 0), firstDayOfWeek: MONDAY };
      const periodEnd = periodOf(context.day(-daysAgo), calendar).end;
      const run = Object.assign(blankRecord(kind.runs), { ...about, division: DIVISION, periodEnd }, datesOf(context, about.statusID));
      await collectRun(transaction, kind, run);
      await store(transaction, kind, run);
    }
  }
}

function datesOf(context: DemoContext, statusID: number | null): Partial<Run> {
  const createdDate = addMinutes(context.day(-2), 9 * 60);
  const created = { createdByID: CREATOR, createdDate, updatedByID: CREATOR, updatedDate: createdDate, version: 1 };
  const ended = addMinutes(createdDate, 90);
  if (statusID === Completed)
    return { ...created, approvedByID: APPROVER, approvedDate: addMinutes(createdDate, 60), completedDate: ended, updatedDate: ended };
  return statusID === Cancelled ? { ...created, cancelledDate: ended, updatedDate: ended } : created;
}

async function store({ em }: Transaction, { name, runs, lines }: RunKind, { preparedLines = [], ...run }: Run): Promise<void> {
  const runID = await insertRecord(em, runs, run);
  const about = { [`${name}ID`]: runID, ...(run.statusID === Cancelled ? { claim: null } : {}) };
  await insertNew(
    em,
    lines,
    preparedLines.map((line) => ({ ...line, ...about })),
  );
  const paid = [0, ...preparedLines.flatMap(({ timesheetID }) => timesheetID ?? [])];
  if (name === 'payRun' && run.statusID === Completed)
    await execute(em, sql`UPDATE ${identifier(timesheets.table)} SET statusID = ${TimesheetStatus.Paid} WHERE id IN (${values(paid)})`);
}
