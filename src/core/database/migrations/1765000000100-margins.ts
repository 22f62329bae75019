import { Decimal } from 'decimal.js';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

const COLUMNS = {
  dailyCharge: 'amount=0',
  dailyPay: 'amount=0',
  dailyOnCosts: 'amount=0',
  marginPercentage: 'amount=0',
  feePercentage: 'amount=0',
} as const;
/** So many digits that products are exact. */
const Exact = Decimal.clone({ precision: 400 });
const HOUR = 1;
const WORKING_DAYS: Readonly<Record<number, number>> = { 2: 1, 3: 5, 4: 21.75, 5: 260 };
const MOST = 99_999_999_999.9999;
const BATCH = 500;

interface Rates {
  readonly id: number;
  readonly chargeRate: number;
  readonly payRate: number;
  readonly onCosts: number;
  readonly rateUnits: number | null;
  readonly hoursPerDay: number;
}

/** What the margin of a placement consists of, and the percentage that its fee follows. Margins become the sum of their rounded parts. */
export class Margins1765000000100 implements MigrationInterface {
  readonly name = 'Margins1765000000100';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'placement', COLUMNS);
    for (let last = 0; ;) {
      const found = (await runner.query(
        `SELECT id, chargeRate, payRate, onCosts, rateUnits, hoursPerDay FROM placement WHERE id > ? AND rateUnits IS NOT NULL ORDER BY id LIMIT ${BATCH}`,
        [last],
      )) as Rates[];
      for (const rates of found) await setFigures(runner, rates);
      last = found.at(-1)?.id ?? 0;
      if (found.length < BATCH) break;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'placement', Object.keys(COLUMNS));
  }
}

async function setFigures(runner: QueryRunner, rates: Rates): Promise<void> {
  const [charge, pay, onCosts] = [rates.chargeRate, rates.payRate, rates.onCosts].map((rate) => perDay(rate, rates));
  const margin = charge!.minus(pay!).minus(onCosts!);
  const percentage = charge!.isZero() ? charge! : margin.times(100).dividedBy(charge!);
  await runner.query(
    'UPDATE placement SET dailyCharge = ?, dailyPay = ?, dailyOnCosts = ?, dailyMargin = ?, marginPercentage = ? WHERE id = ?',
    [...[charge!, pay!, onCosts!, margin, percentage].map((amount) => storable(inCents(amount))), rates.id],
  );
}

function perDay(rate: number, { rateUnits, hoursPerDay }: Rates): Decimal {
  const days = WORKING_DAYS[rateUnits ?? 0];
  const daily = rateUnits === HOUR ? new Exact(rate).times(hoursPerDay) : days ? new Exact(rate).dividedBy(days) : new Exact(0);
  return inCents(daily);
}

const inCents = (amount: Decimal): Decimal => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
const storable = (amount: Decimal): number => Math.max(-MOST, Math.min(MOST, amount.toNumber()));
