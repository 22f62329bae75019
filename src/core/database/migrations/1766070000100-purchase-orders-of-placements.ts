import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Approved and paid timesheets that no charge run has. */
const TO_CHARGE =
  's.statusID IN (3, 5) AND s.id NOT IN (SELECT l.timesheetID FROM charge_run_line l WHERE l.claim IS NOT NULL AND l.timesheetID IS NOT NULL)';

/** No further than the column goes. */
const NEW_VERSION = ', version = CASE WHEN version < 2147483647 THEN version + 1 ELSE version END';

/** Where records without a purchase order get theirs from. */
interface Source {
  readonly table: string;
  readonly column: string;
  /** The column that refers to it. */
  readonly by: string;
}

/**
 * Placements that were made before they had purchase orders get that of their job, as new ones do; and so do their approved timesheets
 * that no charge run has, and the adjustments of those.
 */
export class PurchaseOrdersOfPlacements1766070000100 implements MigrationInterface {
  readonly name = 'PurchaseOrdersOfPlacements1766070000100';

  async up(runner: QueryRunner): Promise<void> {
    await fill(runner, 'placement', { table: 'job', column: 'clientReference', by: 'jobID' }, '1 = 1');
    await fill(
      runner,
      'timesheet',
      { table: 'placement', column: 'purchaseOrder', by: 'placementID' },
      `s.adjustsID IS NULL AND ${TO_CHARGE}`,
    );
    await fill(runner, 'timesheet', { table: 'timesheet', column: 'purchaseOrder', by: 'adjustsID' }, TO_CHARGE);
  }

  /** Nobody can tell these from others. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

/** Texts first: what is unset is seen in the records. */
async function fill(runner: QueryRunner, table: string, source: Source, where: string): Promise<void> {
  await update(runner, `${table}_text`, '', knownTo(table, source, where, '_text'));
  await update(runner, table, NEW_VERSION, knownTo(table, source, where));
}

/** The ids of records, and what they get. */
const knownTo = (table: string, { table: from, column, by }: Source, where: string, part = ''): string =>
  `SELECT s.id, t.${column} AS purchaseOrder FROM ${table} s JOIN ${from} f ON f.id = s.${by} JOIN ${from}${part} t ON t.id = f.id
    WHERE s.purchaseOrder IS NULL AND f.${column} IS NOT NULL AND ${where}`;

/** Servers read a table that they update only through another SELECT. */
const update = (runner: QueryRunner, table: string, further: string, known: string): Promise<unknown> =>
  runner.query(
    `UPDATE ${table} SET purchaseOrder = (SELECT k.purchaseOrder FROM (${known}) k WHERE k.id = ${table}.id)${further}
      WHERE id IN (SELECT k.id FROM (${known}) k)`,
  );
