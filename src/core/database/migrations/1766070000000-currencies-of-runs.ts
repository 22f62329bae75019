import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

const CURRENCY = { currencyID: 'int?' };
const RUNS = [
  ['pay_run', 'payRunID'],
  ['charge_run', 'chargeRunID'],
] as const;
/** Approved and paid ones. */
const FIXED = '3, 5';

/** Runs say in what currency they are: that of the jobs. A run that has several keeps none, and its lines tell them. */
export class CurrenciesOfRuns1766070000000 implements MigrationInterface {
  readonly name = 'CurrenciesOfRuns1766070000000';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'timesheet', CURRENCY);
    await runner.query(`UPDATE timesheet SET currencyID = ${ofPlacementIn('timesheet')} WHERE statusID IN (${FIXED})`);
    for (const [run, runID] of RUNS) {
      const line = `${run}_line`;
      await addColumns(runner, run, CURRENCY);
      await addColumns(runner, line, CURRENCY);
      await runner.query(`UPDATE ${line} SET currencyID = ${ofPlacementIn(line)}`);
      await runner.query(
        `UPDATE ${run} SET currencyID = (SELECT CASE WHEN COUNT(DISTINCT COALESCE(l.currencyID, 0)) = 1 THEN MAX(l.currencyID) END
          FROM ${line} l WHERE l.${runID} = ${run}.id)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['timesheet', ...RUNS.flatMap(([run]) => [run, `${run}_line`])]) await dropColumns(runner, table, ['currencyID']);
  }
}

const ofPlacementIn = (table: string): string =>
  `(SELECT j.currencyID FROM placement p JOIN job j ON j.id = p.jobID WHERE p.id = ${table}.placementID)`;
