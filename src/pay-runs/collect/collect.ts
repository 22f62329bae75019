import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { roundToCents, sumOf } from '../../core/money';
import { Conflict } from '../../core/problems';
import { load, requireStorable } from '../../core/records';
import { Sql } from '../../core/sql';
import { divisions, payrollStateOf, type PayrollState } from '../../divisions';
import { PayRunLine, type PayRun } from '../pay-run.entity';
import { accountsOf, distinctMissing, isMissing } from './accounts';
import { feesOf, lockTimesheets, workOf, type Item } from './items';
import { MissingPayrollSettings, NothingToPay, TimesheetCollectionOff } from './problems';

/** As many as a problem lists. */
const MOST_NAMED = 20;

/**
 * Gives a new run its lines and totals. Runs of one division are collected one after the other.
 * @throws MissingPayrollSettings, TimesheetCollectionOff, NothingToPay
 */
export async function collect(transaction: Transaction, run: PayRun): Promise<void> {
  const { id, name } = await load(transaction.em, divisions, run.division!);
  const division = { id, name: name ?? String(id) };
  const payroll = await payrollFor(transaction, division);
  const timesheetIDs = await lockTimesheets(transaction, run);
  const items = [...(await workOf(transaction, timesheetIDs)), ...(await feesOf(transaction, run))];
  const until = run.periodEnd!.toISOString().slice(0, 10);
  if (items.length === 0)
    throw new NothingToPay(
      `Division ${division.name} has no approved timesheets with this pay frequency up to ${until} that are in no pay run, and no fees.`,
    );
  refuseWithoutAmounts(items);
  run.preparedLines = linesOf(items, payroll, division);
  run.name = `${await frequencyName(transaction, run)} to ${until}`;
  run.timesheets = timesheetIDs.length;
  run.fees = items.filter(({ kind }) => kind === 'fee').length;
  setTotals(run, items);
}

async function payrollFor({ em }: Transaction, division: { id: number; name: string }): Promise<PayrollState> {
  const payroll = await payrollStateOf(em, division.id);
  if (!payroll) throw new MissingPayrollSettings(division, [{ region: '', settings: ['regionSettings'] }]);
  if (!payroll.settings.collectTimesheetData)
    throw new TimesheetCollectionOff(
      `Timesheets of division ${division.name} are not collected: set collectTimesheetData of its payroll integration first.`,
    );
  return payroll;
}

/** Those approved before amounts were fixed at approval. @throws Conflict */
function refuseWithoutAmounts(items: readonly Item[]): void {
  const ids = [...new Set(items.filter(({ pay }) => pay === null).map(({ timesheetID }) => timesheetID))];
  if (ids.length > 0)
    throw new Conflict(
      `The timesheets ${ids.slice(0, MOST_NAMED).join(', ')} were approved without amounts: reopen and approve them again ` +
        '(POST /api/Timesheets/{id}/Reopen).',
    );
}

function linesOf(items: readonly Item[], payroll: PayrollState, division: { id: number; name: string }): PayRunLine[] {
  const booked = items.map((item) => ({ item, accounts: accountsOf(item, payroll) }));
  const missing = distinctMissing(booked.flatMap(({ accounts }) => (isMissing(accounts) ? [accounts] : [])));
  if (missing.length > 0) throw new MissingPayrollSettings(division, missing);
  return booked.map(({ item: { places: _, ...item }, accounts }) => Object.assign(new PayRunLine(), item, accounts));
}

function setTotals(run: PayRun, items: readonly Item[]): void {
  const total = (name: 'pay' | 'onCosts' | 'charge' | 'margin'): number => roundToCents(sumOf(items.map((item) => item[name])));
  run.totalPay = total('pay');
  run.totalOnCosts = total('onCosts');
  run.totalCharge = total('charge');
  run.totalMargin = total('margin');
  requireStorable(run, { totalPay: 'periodEnd', totalOnCosts: 'periodEnd', totalCharge: 'periodEnd', totalMargin: 'periodEnd' });
}

async function frequencyName({ em, types }: Transaction, { payFrequencyID }: PayRun): Promise<string> {
  const [row] = await rows(em, new Sql(types.expand('SELECT f.name FROM {PayFrequency} f WHERE f.id = ?'), [payFrequencyID!]));
  return (row?.[0] as string | null | undefined) ?? `Pay frequency ${payFrequencyID}`;
}
