import type { Transaction } from '../../../core/database';
import { rows } from '../../../core/database/rows';
import { ratesOfKinds, type KindRates } from '../../../core/lookups';
import { Conflict, InvalidRequest } from '../../../core/problems';
import { applyPatch, blankRecord } from '../../../core/records';
import type { Placement } from '../../placement.entity';
import { adjustedBy } from '../adjustments';
import type { TimesheetLineUpdateDto } from '../timesheet.dto';
import { TimesheetLine, type Timesheet } from '../timesheet.entity';
import { timesheetLines } from '../timesheets.records';
import { completeLine } from './check-line';
import { checkHoursOfDays, checkHoursOfPeriod } from './day-limit';
import { totalHours } from './line-hours';
import { reported } from './stored-lines';

/** What the body of a timesheet may say about its work. */
export interface WorkBody {
  readonly hours?: number | null;
  readonly lines?: readonly TimesheetLineUpdateDto[] | null;
}

/** The lines of a body as they are to be stored; the stored ones if it has none, or the same. */
export function linesOf({ lines }: WorkBody, stored: readonly TimesheetLine[]): TimesheetLine[] {
  if (lines === undefined) return [...stored];
  const sent = (lines ?? []).map((line) => applyPatch(timesheetLines, blankRecord(timesheetLines), line));
  return isSameWork(sent, stored) ? [...stored] : sent;
}

export const isSameWork = (one: readonly TimesheetLine[], other: readonly TimesheetLine[]): boolean =>
  JSON.stringify(one.map(reported)) === JSON.stringify(other.map(reported));

/** The rates of each rate kind, by id. */
export async function kindRates({ em }: Transaction): Promise<ReadonlyMap<number, KindRates>> {
  const found = await rows(em, ratesOfKinds());
  const number = (cell: unknown): number | null => (cell === null ? null : Number(cell));
  return new Map(
    found.map(([id, pay, charge, amount]) => [
      id as number,
      { payMultiplier: number(pay), chargeMultiplier: number(charge), amount: number(amount) },
    ]),
  );
}

/**
 * Completes and checks the lines, whose period is known.
 * @param areStored whether they are those that were stored before: their days are counted anew
 * @throws InvalidRequest that names each line
 */
export async function checkLines(transaction: Transaction, timesheet: Timesheet, placement: Placement, areStored: boolean): Promise<void> {
  const { preparedLines: lines = [], periodStart, periodEnd, adjustsID } = timesheet;
  if (lines.length === 0 || !periodStart || !periodEnd) return;
  if (areStored) for (const line of lines) line.hours = line.days === 0 ? line.hours : 0;
  const adjusted = await adjustedBy(transaction, timesheet);
  const context = {
    kinds: await kindRates(transaction),
    period: { start: periodStart, end: periodEnd },
    hoursPerDay: (adjusted ?? placement).hoursPerDay ?? 0,
    hoursPerDayOf: adjusted ? `timesheet ${adjusted.id}` : `placement ${placement.id}`,
    isAdjustment: adjustsID !== null,
  };
  const errors = lines.flatMap((line, index) =>
    completeLine(line, context).map((each) => ({ ...each, pointer: `/lines/${index}${each.pointer}` })),
  );
  if (errors.length > 0) throw InvalidRequest.because(errors);
  await checkHoursOfDays(transaction, timesheet, lines);
}

/**
 * Work was right when it was sent, but since then its rate kinds, the placement and its candidate, or other timesheets may have changed.
 * @throws Conflict that names what no longer is
 */
export async function checkStoredWork(transaction: Transaction, timesheet: Timesheet, placement: Placement): Promise<void> {
  try {
    await checkLines(transaction, timesheet, placement, true);
    if (timesheet.preparedLines?.length === 0) checkHoursOfPeriod(timesheet);
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    const reasons = error.errors.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ');
    throw new Conflict(`Timesheet ${timesheet.id} has to be changed first: ${reasons}.`);
  }
}

/**
 * The hours of a timesheet are those of its lines. Hours that were sent before are no contradiction: whoever sends a timesheet back with
 * other lines need not add them up.
 * @throws InvalidRequest
 */
export function setHours(before: Timesheet, after: Timesheet, { hours }: WorkBody, hadLines: boolean): void {
  const { preparedLines: lines = [] } = after;
  if (lines.length === 0) {
    if (hadLines && hours === undefined) after.hours = 0;
    if (after.hours !== before.hours || after.periodEnd !== before.periodEnd) checkHoursOfPeriod(after);
    return;
  }
  const total = totalHours(lines);
  if (after.hours !== total && after.hours !== before.hours)
    throw InvalidRequest.because([{ pointer: '/hours', detail: `must be ${total}, the sum of the lines, or be omitted` }]);
  after.hours = total;
}
