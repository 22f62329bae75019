import type { Transaction } from '../../../core/database';
import { rows } from '../../../core/database/rows';
import { sumOf } from '../../../core/money';
import { InvalidRequest, type ValidationError } from '../../../core/problems';
import { isoOf, lock, visibleIds } from '../../../core/records';
import { sql, sqlMoment, type Sql } from '../../../core/sql';
import { daysOf } from '../../../core/time/pay-period';
import { written } from '../periods/placement-calendar';
import type { Timesheet, TimesheetLine } from '../timesheet.entity';
import { timesheets } from '../timesheets.records';

const MOST_HOURS = 24;

/**
 * Nobody works more than 24 hours a day, in all timesheets of the candidate together, and no correction takes away more than there is.
 * Locks the candidate, since somebody else may add hours of the same day.
 * @throws InvalidRequest
 */
export async function checkHoursOfDays(transaction: Transaction, timesheet: Timesheet, lines: readonly TimesheetLine[]): Promise<void> {
  const { id = 0, candidateID, adjustsID, periodStart, periodEnd } = timesheet;
  if (candidateID === null || !periodStart || !periodEnd) return;
  await lock(transaction.em, transaction.types.named('Candidate'), candidateID);
  const from = sql`t.candidateID = ${candidateID} AND t.deleted = 0 AND t.id <> ${id}
    AND l.day >= ${sqlMoment(periodStart)} AND l.day <= ${sqlMoment(periodEnd)}`;
  const others = await hoursByDay(transaction, from);
  const corrected =
    adjustsID === null ? undefined : await hoursByDay(transaction, sql`${from} AND (t.id = ${adjustsID} OR t.adjustsID = ${adjustsID})`);
  const seen = new Set(
    await visibleIds(
      transaction,
      timesheets,
      [...others.values()].flatMap(({ timesheetIDs }) => timesheetIDs),
    ),
  );
  const errors = lastOfDays(lines).flatMap(([index, day]) => [
    ...limitErrors(index, day, hoursOn(lines, day), others.get(day), seen),
    ...(corrected && corrected.size > 0 ? takenErrors(index, day, hoursOn(lines, day), corrected.get(day)) : []),
  ]);
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

/** Without lines, nobody knows of which days the hours are. @throws InvalidRequest */
export function checkHoursOfPeriod({ hours, periodStart, periodEnd, adjustsID }: Timesheet): void {
  if (adjustsID === null && hours < 0) throw InvalidRequest.because([{ pointer: '/hours', detail: 'must be a number of at least 0' }]);
  if (!periodStart || !periodEnd) return;
  const days = daysOf({ start: periodStart, end: periodEnd });
  if (Math.abs(hours) > days * MOST_HOURS)
    throw InvalidRequest.because([
      { pointer: '/hours', detail: `must be at most ${days * MOST_HOURS}, ${MOST_HOURS} for each of the ${days} days of the period` },
    ]);
}

/** What timesheets have of one day. */
export interface HoursOfDay {
  readonly hours: number;
  readonly timesheetIDs: readonly number[];
}

/** The hours of lines `l` of timesheets `t`, by day. */
export async function hoursByDay({ em }: Transaction, where: Sql): Promise<ReadonlyMap<string, HoursOfDay>> {
  const found = await rows(
    em,
    sql`SELECT l.day, t.id, l.hours FROM timesheet_line l JOIN timesheet t ON t.id = l.timesheetID WHERE ${where} ORDER BY t.id`,
  );
  const days = new Map<string, HoursOfDay>();
  for (const [moment, timesheetID, hours] of found) {
    const day = isoOf(moment as string).slice(0, 10);
    const known = days.get(day) ?? { hours: 0, timesheetIDs: [] };
    days.set(day, {
      hours: sumOf([known.hours, hours as number]).toNumber(),
      timesheetIDs: [...new Set([...known.timesheetIDs, timesheetID as number])],
    });
  }
  return days;
}

/** The position of the last line of each day, to which errors point. */
const lastOfDays = (lines: readonly TimesheetLine[]): [index: number, day: string][] =>
  [...new Map(lines.flatMap(({ day }, index) => (day ? [[written(day), index] as const] : []))).entries()].map(([day, index]) => [
    index,
    day,
  ]);

export const hoursOn = (lines: readonly TimesheetLine[], day: string): number =>
  sumOf(lines.filter((line) => line.day && written(line.day) === day).map(({ hours }) => hours)).toNumber();

function limitErrors(
  index: number,
  day: string,
  own: number,
  others: HoursOfDay = { hours: 0, timesheetIDs: [] },
  seen: ReadonlySet<number>,
): ValidationError[] {
  const sum = sumOf([own, others.hours]).toNumber();
  if (own <= 0 || sum <= MOST_HOURS) return [];
  return [
    { pointer: `/lines/${index}/hours`, detail: `must not make more than ${MOST_HOURS} hours of ${day}${reasonOf(sum, others, seen)}` },
  ];
}

/** Hours that the caller does not see count, but nothing is said about them. */
function reasonOf(sum: number, { hours, timesheetIDs }: HoursOfDay, seen: ReadonlySet<number>): string {
  const named = timesheetIDs.filter((id) => seen.has(id)).join(', ');
  if (timesheetIDs.length === 0) return `: it would have ${sum}`;
  if (timesheetIDs.every((id) => seen.has(id))) return `: it would have ${sum}, ${hours} of them in timesheet ${named}`;
  return ` in all timesheets of the candidate${named && `, such as ${named}`}`;
}

function takenErrors(index: number, day: string, own: number, { hours }: Pick<HoursOfDay, 'hours'> = { hours: 0 }): ValidationError[] {
  if (own >= 0 || sumOf([own, hours]).toNumber() >= 0) return [];
  return [{ pointer: `/lines/${index}/hours`, detail: `must not take away more than the ${hours} hours that ${day} has` }];
}
