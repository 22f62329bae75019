import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { isoOf, lockAll } from '../../core/records';
import { sql, Sql, sqlMoment, values } from '../../core/sql';
import { PlacementStatus, PlacementType, TimesheetStatus } from '../../core/terms/numbers';
import type { LineKind, PayRun } from '../pay-run.entity';

const { Approved, Started, Ended } = PlacementStatus;

/** Something to be paid or charged, before it has accounts. */
export interface Item {
  readonly kind: LineKind;
  /** What no two lines of live runs have in common. */
  readonly claim: string;
  readonly timesheetID: number | null;
  readonly placementID: number;
  readonly candidateID: number | null;
  readonly clientID: number | null;
  readonly day: Date | undefined;
  readonly rateKindID: number | null;
  readonly hours: number;
  readonly days: number;
  readonly workerKind: 1 | 2;
  /** Where the work is done, the narrowest first. */
  readonly places: readonly string[];
  readonly pay: number;
  readonly onCosts: number;
  readonly charge: number;
  readonly margin: number;
}

/** Where a placement is: at the address of its job, else of the job's site. */
const PLACES = `LEFT JOIN {Job} j ON j.id = p.jobID LEFT JOIN {Site} s ON s.id = j.siteID`;
const PLACE_COLUMNS = 'COALESCE(j.state, s.state), COALESCE(j.countryCode, s.countryCode)';

/** The timesheets that a run pays, which stay locked: approved, up to the end of the period, in no other run. */
export async function lockTimesheets(transaction: Transaction, run: PayRun): Promise<number[]> {
  const found = await dueTimesheets(transaction, run);
  if (found.length === 0) return [];
  await lockAll(transaction.em, transaction.types.named('Timesheet'), found);
  // one that was reopened or taken by another run meanwhile
  const still = new Set(await dueTimesheets(transaction, run));
  return found.filter((id) => still.has(id));
}

async function dueTimesheets({ em, types }: Transaction, { division, payFrequencyID, periodEnd }: PayRun): Promise<number[]> {
  const text = `SELECT t.id FROM {Timesheet} t JOIN {Placement} p ON p.id = t.placementID
    WHERE t.deleted = 0 AND t.statusID = ? AND t.periodEnd <= ? AND p.division = ? AND p.payFrequencyID = ?
      AND NOT EXISTS (SELECT 1 FROM pay_run_line l WHERE l.timesheetID = t.id AND l.claim IS NOT NULL) ORDER BY t.id`;
  const params = [TimesheetStatus.Approved, sqlMoment(periodEnd!), division!, payFrequencyID!];
  return (await rows(em, new Sql(types.expand(text), params))).map(([id]) => id as number);
}

/** The lines of timesheets; of one without lines, its hours. */
export async function workOf({ em, types }: Transaction, timesheetIDs: readonly number[]): Promise<Item[]> {
  const text = types.expand(
    `SELECT t.id, COALESCE(l.position, 0), t.placementID, t.candidateID, p.clientID, l.day, l.rateKindID, COALESCE(l.hours, t.hours),
      COALESCE(l.days, 0), p.workerKind, COALESCE(l.pay, t.totalPay), COALESCE(l.onCosts, t.totalOnCosts),
      COALESCE(l.charge, t.totalCharge), COALESCE(l.margin, t.totalMargin), ${PLACE_COLUMNS}
      FROM {Timesheet} t JOIN {Placement} p ON p.id = t.placementID ${PLACES} LEFT JOIN {TimesheetLine} l ON l.timesheetID = t.id`,
  );
  const found = await rows(em, sql`${new Sql(text)} WHERE t.id IN (${values([0, ...timesheetIDs])}) ORDER BY t.id, l.position`);
  return found.map(([timesheetID, position, ...cells]) => {
    const [placementID, candidateID, clientID, day, rateKindID, hours, days, workerKind, pay, onCosts, charge, margin, ...places] = cells;
    return {
      kind: 'work',
      claim: `timesheet ${String(timesheetID)} ${String(position)}`,
      timesheetID: timesheetID as number,
      placementID: placementID as number,
      candidateID: candidateID as number | null,
      clientID: clientID as number | null,
      day: dayOf(day),
      rateKindID: rateKindID as number | null,
      hours: hours as number,
      days: days as number,
      workerKind: workerKind as 1 | 2,
      places: placesIn(places),
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
export async function feesOf(transaction: Transaction, run: PayRun): Promise<Item[]> {
  const { em, types } = transaction;
  const found = (await dueFees(transaction, run)).map(([id]) => id as number);
  if (found.length === 0) return [];
  await lockAll(em, types.named('Placement'), found);
  const due = (await dueFees(transaction, run)).filter(([id]) => found.includes(id as number));
  return due.map(([id, candidateID, clientID, day, workerKind, fee, ...places]) => ({
    kind: 'fee',
    claim: `placement ${String(id)}`,
    timesheetID: null,
    placementID: id as number,
    candidateID: candidateID as number | null,
    clientID: clientID as number | null,
    day: dayOf(day),
    rateKindID: null,
    hours: 0,
    days: 0,
    workerKind: workerKind as 1 | 2,
    places: placesIn(places),
    pay: 0,
    onCosts: 0,
    charge: fee as number,
    margin: fee as number,
  }));
}

function dueFees({ em, types }: Transaction, { division, payFrequencyID, periodEnd }: PayRun) {
  const text = `SELECT p.id, p.candidateID, p.clientID, p.startDate, p.workerKind, p.feeAmount, ${PLACE_COLUMNS}
    FROM {Placement} p ${PLACES} WHERE p.deleted = 0 AND p.typeID = ? AND p.statusID IN (?, ?, ?) AND p.feeAmount > 0 AND p.division = ?
      AND (p.payFrequencyID IS NULL OR p.payFrequencyID = ?) AND p.startDate <= ?
      AND NOT EXISTS (SELECT 1 FROM pay_run_line l WHERE l.placementID = p.id AND l.kind = 'fee' AND l.claim IS NOT NULL) ORDER BY p.id`;
  const params = [PlacementType.Permanent, Approved, Started, Ended, division!, payFrequencyID!, sqlMoment(periodEnd!)];
  return rows(em, new Sql(types.expand(text), params));
}

const dayOf = (cell: unknown): Date | undefined => (cell === null ? undefined : new Date(isoOf(cell as string)));
const placesIn = (cells: readonly unknown[]): string[] => cells.filter((cell) => typeof cell === 'string' && cell !== '') as string[];
