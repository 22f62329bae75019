import type { Transaction } from '../core/database';
import { execute, rows } from '../core/database/rows';
import { Problem } from '../core/problems';
import { changeMany, checkTransition, insertNew, requireFields, ruledBy } from '../core/records';
import { sql } from '../core/sql';
import { PayRunStatus, TimesheetStatus } from '../core/terms/numbers';
import { noteTimesheetCollection } from '../divisions';
import { collect } from './collect/collect';
import type { PayRun } from './pay-run.entity';
import { PAY_RUN_TRANSITIONS, stampTransition } from './pay-run.transitions';
import { payRunLines, payRuns } from './pay-runs.records';

const { Draft, Completed, Cancelled } = PayRunStatus;

/** A run is made of what there is to pay when it is created; from then on only its status changes. */
export const payRunRules = ruledBy(payRuns, {
  setDefaults(_, run) {
    run.statusID = Draft;
  },
  async prepare(transaction, before, after) {
    requireFields(before, after, 'division', 'payFrequencyID', 'periodEnd');
    if (before.id === undefined) return collect(transaction, after);
    const both = [before, after].map((run) => ({ ...run, deleted: false })) as [
      PayRun & { deleted: boolean },
      PayRun & { deleted: boolean },
    ];
    await checkTransition(transaction, payRuns, PAY_RUN_TRANSITIONS, ...both);
    if (before.statusID !== after.statusID) stampTransition(transaction, after);
  },
  async saveParts({ em }, { id, statusID, preparedLines }, _, before) {
    if (preparedLines)
      await insertNew(
        em,
        payRunLines,
        preparedLines.map((line) => ({ ...line, payRunID: id })),
      );
    if (statusID === Cancelled && before.statusID !== Cancelled)
      await execute(em, sql`UPDATE pay_run_line SET claim = NULL WHERE payRunID = ${id}`);
    return {};
  },
  async afterSave(transaction, before, after) {
    if (after.statusID === Completed && before.statusID !== Completed) await payTimesheets(transaction, after);
  },
});

async function payTimesheets(transaction: Transaction, { id, division }: PayRun): Promise<void> {
  const found = await rows(
    transaction.em,
    sql`SELECT DISTINCT timesheetID FROM pay_run_line WHERE payRunID = ${id} AND timesheetID IS NOT NULL ORDER BY timesheetID`,
  );
  const patches = found.map(([timesheetID]) => ({ id: timesheetID as number, body: { statusID: TimesheetStatus.Paid } }));
  const refused = (await changeMany(transaction, transaction.types.named('Timesheet'), patches)).find((each) => each instanceof Problem);
  if (refused) throw refused;
  await noteTimesheetCollection(transaction, division!);
}
