import type { MigrationInterface, QueryRunner } from 'typeorm';
import { payPeriodOfName } from '../../terms/pay-period-of-name';
import { fold } from '../../text/fold';
import { addColumns, dropColumns } from './tables';

const PERIODS = ['Weekly', 'Fortnightly', 'Four-weekly', 'Semi-monthly', 'Monthly', 'Daily'];
const SEVERAL_WEEKS = [2, 3];
const MONDAY = '2024-01-01 00:00:00.000';

/** The name, and how many times the pay and the charge rate it is. */
const RATE_KINDS: readonly (readonly [name: string, pay: number | null, charge: number | null])[] = [
  ['Ordinary', 1, 1],
  ['Overtime 1.5', 1.5, 1.5],
  ['Overtime 2.0', 2, 2],
  ['Allowance', null, null],
  ['Leave', 1, 0],
];

/** Pay frequencies have periods, told by their names, divisions the first day of their weeks; rate kinds. */
export class PayPeriods1765001000000 implements MigrationInterface {
  readonly name = 'PayPeriods1765001000000';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'lookup', { payMultiplier: 'double?', chargeMultiplier: 'double?', amount: 'double?' });
    await addColumns(runner, 'pay_frequency', { periodID: 'int?', anchorDate: 'moment?' });
    await addColumns(runner, 'division', { firstDayOfWeek: 'int=1' });
    await runner.query("DELETE FROM lookup WHERE list IN ('payPeriod', 'rateKind')");
    await insert(
      runner,
      'payPeriod',
      PERIODS.map((name) => [name, null, null] as const),
    );
    await insert(runner, 'rateKind', RATE_KINDS);
    const frequencies = (await runner.query('SELECT id, name FROM pay_frequency WHERE periodID IS NULL')) as {
      id: number;
      name: string | null;
    }[];
    for (const { id, name } of frequencies) {
      const periodID = payPeriodOfName(name ?? '');
      const anchorDate = SEVERAL_WEEKS.includes(periodID) ? MONDAY : null;
      await runner.query('UPDATE pay_frequency SET periodID = ?, anchorDate = ? WHERE id = ?', [periodID, anchorDate, id]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM lookup WHERE list IN ('payPeriod', 'rateKind')");
    await dropColumns(runner, 'division', ['firstDayOfWeek']);
    await dropColumns(runner, 'pay_frequency', ['periodID', 'anchorDate']);
    await dropColumns(runner, 'lookup', ['payMultiplier', 'chargeMultiplier', 'amount']);
  }
}

async function insert(
  runner: QueryRunner,
  list: string,
  entries: readonly (readonly [name: string, pay: number | null, charge: number | null])[],
): Promise<void> {
  for (const [index, [name, pay, charge]] of entries.entries())
    await runner.query(
      'INSERT INTO lookup (list, id, name, folded, closed, payMultiplier, chargeMultiplier) VALUES (?, ?, ?, ?, 0, ?, ?)',
      [list, index + 1, name, fold(name), pay, charge],
    );
}
