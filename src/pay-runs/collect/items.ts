import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { isoOf, lockAll } from '../../core/records';
import { sql, Sql, sqlMoment, values } from '../../core/sql';
import { PlacementType, RateKind } from '../../core/terms/numbers';
import type { Run } from '../run.entity';
import type { RunKind } from '../run-kind';
import type { Item } from './item';

/** Where a placement is: at the address of its job, else of the job's site. */
const PLACES = `LEFT JOIN {Job} j ON j.id = p.jobID LEFT JOIN {Site} s ON s.id = j.siteID`;
const PLACE_COLUMNS = 'COALESCE(j.state, s.state), COALESCE(j.countryCode, s.countryCode)';

/** The timesheets that a run collects, which stay locked: up to the end of the period, in no other run. */
export async function lockTimesheets(transaction: Transaction, kind: RunKind, run: Run): Promise<number[]> {
  const found = await dueTimesheets(transaction, kind, run);
  if (found.length === 0) return [];
  await lockAll(transaction.em, transaction.types.named('Timesheet'), found);
  // one that was reopened or taken by another run meanwhile
  const still = new Set(await dueTimesheets(transaction, kind, run));
  return found.filter((id) => still.has(id));
}

async function dueTimesheets({ em, types }: Transaction, { due, lines }: RunKind, run: Run): Promise<number[]> {
  const { division, payFrequencyID, periodEnd, currencyID } = run;
  const text = `SELECT t.id FROM {Timesheet} t JOIN {Placement} p ON p.id = t.placementID
    WHERE {Timesheet.${due} t} AND t.periodEnd <= ? AND p.division = ? AND p.payFrequencyID = ?
      ${currencyID === null ? '' : 'AND t.currencyID = ?'}
      AND NOT EXISTS (SELECT 1 FROM {${lines.name}} l WHERE l.timesheetID = t.id AND {${lines.name}.live l}) ORDER BY t.id`;
  const params = [sqlMoment(periodEnd!), division!, payFrequencyID!, ...(currencyID === null ? [] : [currencyID])];
  return (await rows(em, new Sql(types.expand(text), params))).map(([id]) => id as number);
}

/** The first run of a firm may have more timesheets than a statement has parameters. */
const AT_ONCE = 1000;

/** The lines of timesheets; of one without lines, its hours. */
export async function workOf(transaction: Transaction, timesheetIDs: readonly number[]): Promise<Item[]> {
  const items: Item[] = [];
  for (let from = 0; from < timesheetIDs.length; from += AT_ONCE)
    items.push(...(await linesOf(transaction, timesheetIDs.slice(from, from + AT_ONCE))));
  return items;
}

async function linesOf({ em, types }: Transaction, timesheetIDs: readonly number[]): Promise<Item[]> {
  const text = types.expand(
    `SELECT t.id, COALESCE(l.position, 0), t.placementID, t.candidateID, p.clientID, t.purchaseOrder, t.periodStart, t.periodEnd, l.day,
      l.rateKindID, COALESCE(l.hours, t.hours), COALESCE(l.days, 0), p.workerKind, t.currencyID, COALESCE(t.chargeRate, 0), t.rateUnits,
      COALESCE(l.pay, t.totalPay), COALESCE(l.onCosts, t.totalOnCosts), COALESCE(l.charge, t.totalCharge), COALESCE(l.margin, t.totalMargin),
      ${PLACE_COLUMNS}
      FROM {Timesheet} t JOIN {Placement} p ON p.id = t.placementID ${PLACES} LEFT JOIN {TimesheetLine} l ON l.timesheetID = t.id`,
  );
  const found = await rows(em, sql`${new Sql(text)} WHERE t.id IN (${values(timesheetIDs)}) ORDER BY t.id, l.position`);
  return found.map(([timesheetID, position, placementID, candidateID, clientID, purchaseOrder, periodStart, periodEnd, day, ...cells]) => {
    const [rateKindID, hours, days, workerKind, currencyID, chargeRate, rateUnits, pay, onCosts, charge, margin, ...places] = cells;
    return {
      kind: 'work',
      claim: `timesheet ${String(timesheetID)} ${String(position)}`,
      timesheetID: timesheetID as number,
      placementID: placementID as number,
      candidateID: candidateID as number | null,
      clientID: clientID as number | null,
      purchaseOrder: purchaseOrder as string | null,
      periodStart: dayOf(periodStart),
      periodEnd: dayOf(periodEnd),
      day: dayOf(day),
      // hours without lines are ordinary ones
      rateKindID: rateKindID === null ? RateKind.Ordinary : (rateKindID as number),
      hours: hours as number,
      days: days as number,
      workerKind: workerKind as 1 | 2,
      places: placesIn(places),
      currencyID: currencyID as number | null,
      chargeRate: chargeRate as number,
      rateUnits: rateUnits as number | null,
      pay: pay as number,
      onCosts: onCosts as number,
      charge: charge as number,
      margin: margin as number,
    };
  });
}

/**
 * The fees of permanent placements that have begun by the end of the period, in no other run. Those with another pay frequency are in the
 * runs of that one.
 */
export async function feesOf(transaction: Transaction, kind: RunKind, run: Run): Promise<Item[]> {
  const { em, types } = transaction;
  const found = (await dueFees(transaction, kind, run)).map(([id]) => id as number);
  if (found.length === 0) return [];
  await lockAll(em, types.named('Placement'), found);
  const due = (await dueFees(transaction, kind, run)).filter(([id]) => found.includes(id as number));
  return due.map(([id, candidateID, clientID, purchaseOrder, startDate, workerKind, currencyID, fee, ...places]) => ({
    kind: 'fee',
    claim: `placement ${String(id)}`,
    timesheetID: null,
    placementID: id as number,
    candidateID: candidateID as number | null,
    clientID: clientID as number | null,
    purchaseOrder: purchaseOrder as string | null,
    periodStart: dayOf(startDate),
    periodEnd: dayOf(startDate),
    day: dayOf(startDate),
    rateKindID: null,
    hours: 0,
    days: 0,
    workerKind: workerKind as 1 | 2,
    places: placesIn(places),
    currencyID: currencyID as number | null,
    chargeRate: 0,
    rateUnits: null,
    pay: 0,
    onCosts: 0,
    charge: fee as number,
    margin: fee as number,
  }));
}

function dueFees({ em, types }: Transaction, { lines }: RunKind, { division, payFrequencyID, periodEnd, currencyID }: Run) {
  const text = `SELECT p.id, p.candidateID, p.clientID, p.purchaseOrder, p.startDate, p.workerKind, j.currencyID, p.feeAmount, ${PLACE_COLUMNS}
    FROM {Placement} p ${PLACES} WHERE {Placement.approved p} AND p.typeID = ? AND p.feeAmount > 0 AND p.division = ?
      AND (p.payFrequencyID IS NULL OR p.payFrequencyID = ?) AND p.startDate <= ?
      ${currencyID === null ? '' : 'AND j.currencyID = ?'}
      AND NOT EXISTS (SELECT 1 FROM {${lines.name}} l WHERE l.placementID = p.id AND l.kind = 'fee' AND {${lines.name}.live l}) ORDER BY p.id`;
  const params = [PlacementType.Permanent, division!, payFrequencyID!, sqlMoment(periodEnd!), ...(currencyID === null ? [] : [currencyID])];
  return rows(em, new Sql(types.expand(text), params));
}

const dayOf = (cell: unknown): Date | undefined => (cell === null ? undefined : new Date(isoOf(cell as string)));
const placesIn = (cells: readonly unknown[]): string[] => cells.filter((cell) => typeof cell === 'string' && cell !== '') as string[];
