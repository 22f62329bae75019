import { Decimal } from 'decimal.js';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { identifier } from '../../sql';
import { retypeNumbers } from './tables';

const [AMOUNT, OR_NULL] = ['amount=0', 'amount?'] as const;

/** The amounts of each table. */
const AMOUNTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  job: {
    dealAmount: AMOUNT,
    rateFrom: OR_NULL,
    rateTo: OR_NULL,
    chargeRateFrom: OR_NULL,
    chargeRateTo: OR_NULL,
    onCostsFrom: OR_NULL,
    onCostsTo: OR_NULL,
    salaryFrom: AMOUNT,
    salaryTo: AMOUNT,
    'consultantPercentage1..5': AMOUNT,
    permFeePercentage: AMOUNT,
    permFeeAmount: AMOUNT,
  },
  job_index: { salaryFrom: AMOUNT, salaryTo: AMOUNT },
  candidate: { preferredRate: AMOUNT, preferredSalary: AMOUNT },
  opportunity: { value: AMOUNT, probability: AMOUNT },
  offer: { amount: AMOUNT },
  placement: { payRate: AMOUNT, chargeRate: AMOUNT, onCosts: AMOUNT, dailyMargin: AMOUNT, salary: AMOUNT, feeAmount: AMOUNT },
};
const [MOST, DECIMALS] = [99_999_999_999.9999, 4] as const;

/**
 * Amounts become exact: decimals on a server. Those with more than four decimals are rounded, half away from zero; larger ones than are
 * stored exactly become the largest.
 */
export class Amounts1765000000000 implements MigrationInterface {
  readonly name = 'Amounts1765000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, words] of Object.entries(AMOUNTS)) {
      for (const name of Object.keys(words).flatMap(columnsOf)) await roundColumn(runner, table, name);
      await retypeNumbers(runner, table, words);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, words] of Object.entries(AMOUNTS))
      await retypeNumbers(
        runner,
        table,
        Object.fromEntries(Object.entries(words).map(([name, kind]) => [name, kind.replace('amount', 'double')])),
      );
  }
}

const columnsOf = (name: string): string[] =>
  name.endsWith('1..5') ? [1, 2, 3, 4, 5].map((number) => name.replace('1..5', String(number))) : [name];

/** The next version of a record makes its stored response be written anew. */
async function roundColumn(runner: QueryRunner, table: string, name: string): Promise<void> {
  const column = identifier(name).text;
  const version = table === 'job' || table === 'candidate' ? ', version = version + 1' : '';
  const found = (await runner.query(
    `SELECT id, ${column} AS amount FROM ${identifier(table).text} WHERE ${column} <> ROUND(${column}, ${DECIMALS}) OR ABS(${column}) > ${MOST}`,
  )) as { id: number; amount: number }[];
  for (const { id, amount } of found)
    await runner.query(`UPDATE ${identifier(table).text} SET ${column} = ?${version} WHERE id = ?`, [rounded(Number(amount)), id]);
}

const rounded = (amount: number): number =>
  Math.max(-MOST, Math.min(MOST, new Decimal(amount).toDecimalPlaces(DECIMALS, Decimal.ROUND_HALF_UP).toNumber()));
