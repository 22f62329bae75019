import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { entryNames } from '../../core/lookups';
import { Conflict } from '../../core/problems';
import { blankRecord, load, requireStorable } from '../../core/records';
import { Sql } from '../../core/sql';
import { divisions, payrollStateOf, type PayrollState } from '../../divisions';
import type { Run, RunLine } from '../run.entity';
import type { RunKind } from '../run-kind';
import { accountsOf, distinctMissing, isMissing } from './accounts';
import type { Item } from './item';
import { feesOf, lockTimesheets, workOf } from './items';
import { MissingPayrollSettings, MixedCurrencies, TimesheetCollectionOff } from './problems';

/** As many as a problem lists. */
const MOST_NAMED = 20;

type Division = { readonly id: number; readonly name: string };

/**
 * Gives a new run its lines and totals. Runs of one division are collected one after the other.
 * @throws MissingPayrollSettings, TimesheetCollectionOff, MixedCurrencies, NothingToPay, NothingToCharge
 */
export async function collect(transaction: Transaction, kind: RunKind, run: Run): Promise<void> {
  const { id, name } = await load(transaction.em, divisions, run.division!);
  const division = { id, name: name ?? String(id) };
  const payroll = await payrollFor(transaction, division);
  const timesheetIDs = await lockTimesheets(transaction, kind, run);
  const items = [...(await workOf(transaction, timesheetIDs)), ...(await feesOf(transaction, kind, run))];
  const until = run.periodEnd!.toISOString().slice(0, 10);
  if (items.length === 0) throw kind.nothing(division.name, until);
  refuseWithoutAmounts(items);
  run.currencyID = await currencyOf(transaction, items);
  run.preparedLines = linesOf(kind, kind.lineItems(items), payroll, division);
  run.name = `${await frequencyName(transaction, run)} to ${until}`;
  run.timesheets = timesheetIDs.length;
  run.fees = items.filter((item) => item.kind === 'fee').length;
  Object.assign(run, kind.totals(items));
  requireStorable(run, Object.fromEntries(Object.keys(kind.totals([])).map((total) => [total, 'periodEnd'])));
}

async function payrollFor({ em }: Transaction, division: Division): Promise<PayrollState> {
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

/** The one that all items are in: amounts of different currencies have no sum. @throws MixedCurrencies */
async function currencyOf({ em }: Transaction, items: readonly Item[]): Promise<number | null> {
  const found = [...new Set(items.map(({ currencyID }) => currencyID))];
  if (found.length === 1) return found[0]!;
  const names = new Map((await rows(em, entryNames('currency'))) as [number, string][]);
  const currencies = found.filter((id) => id !== null).map((id) => ({ currencyID: id, currencyName: names.get(id) ?? null }));
  const without = items.filter(({ currencyID }) => currencyID === null).map(({ placementID }) => placementID);
  throw new MixedCurrencies(currencies, [...new Set(without)].slice(0, MOST_NAMED));
}

function linesOf(kind: RunKind, items: readonly Item[], payroll: PayrollState, division: Division): RunLine[] {
  const booked = items.map((item) => ({ item, accounts: accountsOf(item, payroll, kind.bookings) }));
  const missing = distinctMissing(booked.flatMap(({ accounts }) => (isMissing(accounts) ? [accounts] : [])));
  if (missing.length > 0) throw new MissingPayrollSettings(division, missing);
  return booked.map(({ item, accounts }) => Object.assign(blankRecord(kind.lines), item, accounts));
}

async function frequencyName({ em, types }: Transaction, { payFrequencyID }: Run): Promise<string> {
  const [row] = await rows(em, new Sql(types.expand('SELECT f.name FROM {PayFrequency} f WHERE f.id = ?'), [payFrequencyID!]));
  return (row?.[0] as string | null | undefined) ?? `Pay frequency ${payFrequencyID}`;
}
