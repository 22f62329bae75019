import type { TestApp } from './app';
import { queryRows } from './database';

const KINDS = [
  ['pay_run', 'payRunID'],
  ['charge_run', 'chargeRunID'],
] as const;
const [COMPLETED, CANCELLED] = [3, 4];
const [APPROVED, PAID] = [3, 5];

/** What is wrong with the stored pay runs and charge runs of a service, in words. Amounts must be whole numbers. */
export async function faultsOfRuns(service: TestApp): Promise<string[]> {
  const faults: string[] = [];
  const find = async (what: string, query: string): Promise<void> => {
    for (const row of await queryRows(service, query)) faults.push(`${what}: ${JSON.stringify(row)}`);
  };
  for (const [run, id] of KINDS) {
    const [line, live] = [`${run}_line`, `${run}_line l WHERE l.timesheetID IS NOT NULL AND l.claim IS NOT NULL`];
    await find(`in two of ${run}`, `SELECT l.timesheetID FROM ${live} GROUP BY l.timesheetID HAVING COUNT(DISTINCT l.${id}) > 1`);
    await find(
      `not as in its ${run}`,
      `SELECT t.id, t.statusID, t.totalCharge, x.charge FROM timesheet t
       JOIN (SELECT l.timesheetID, SUM(l.charge) AS charge FROM ${live} GROUP BY l.timesheetID) x ON x.timesheetID = t.id
       WHERE t.deleted = 1 OR t.statusID NOT IN (${APPROVED}, ${PAID}) OR t.totalCharge <> x.charge`,
    );
    await find(
      `${run} is not what its lines are`,
      `SELECT r.id, r.timesheets, r.fees, r.totalCharge FROM ${run} r LEFT JOIN ${line} l ON l.${id} = r.id
       GROUP BY r.id, r.timesheets, r.fees, r.totalCharge HAVING r.timesheets <> COUNT(DISTINCT l.timesheetID)
       OR r.fees <> SUM(CASE WHEN l.kind = 'fee' THEN 1 ELSE 0 END) OR r.totalCharge <> SUM(l.charge)`,
    );
    await find(
      `claims of ${run}`,
      `SELECT r.id, l.id AS lineID FROM ${run} r JOIN ${line} l ON l.${id} = r.id
       WHERE (r.statusID = ${CANCELLED} AND l.claim IS NOT NULL) OR (r.statusID <> ${CANCELLED} AND l.claim IS NULL)`,
    );
  }
  await find(
    'not paid by a completed run',
    `SELECT t.id FROM pay_run r JOIN pay_run_line l ON l.payRunID = r.id JOIN timesheet t ON t.id = l.timesheetID
     WHERE r.statusID = ${COMPLETED} AND t.statusID <> ${PAID}`,
  );
  return faults;
}

/** How many timesheets are in a run of a kind that is not cancelled. */
export async function timesheetsInRuns(service: TestApp, run: 'pay_run' | 'charge_run'): Promise<number> {
  const [row] = await queryRows<{ amount: number }>(
    service,
    `SELECT COUNT(DISTINCT timesheetID) AS amount FROM ${run}_line WHERE claim IS NOT NULL`,
  );
  return Number(row?.amount);
}
