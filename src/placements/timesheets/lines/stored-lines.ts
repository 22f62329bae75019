import type { EntityManager } from 'typeorm';
import type { FieldChanges } from '../../../core/changes';
import type { View } from '../../../core/database';
import { execute, rows } from '../../../core/database/rows';
import { insertRecord, loadAll, readResponses, type RecordResponse } from '../../../core/records';
import { sql, values } from '../../../core/sql';
import type { Timesheet, TimesheetLine } from '../timesheet.entity';
import { timesheetLines } from '../timesheets.records';

/** The lines of a timesheet in their order. */
export async function loadLines(em: EntityManager, timesheetID: number): Promise<TimesheetLine[]> {
  const found = await loadAll(em, timesheetLines, await idsOf(em, timesheetID));
  return found.sort((one, other) => one.position - other.position);
}

async function idsOf(em: EntityManager, timesheetID: number): Promise<number[]> {
  return (await rows(em, sql`SELECT id FROM timesheet_line WHERE timesheetID = ${timesheetID}`)).map(([id]) => id as number);
}

/** Replaces the stored lines by those of the timesheet, if they differ. @returns the lines before and after, without amounts of money */
export async function saveLines(em: EntityManager, { id, preparedLines: lines }: Timesheet): Promise<FieldChanges> {
  if (lines === undefined) return {};
  const before = await loadLines(em, id);
  if (isSame(before, lines)) return {};
  await deleteLines(em, id);
  for (const [index, line] of lines.entries())
    await insertRecord(em, timesheetLines, { ...line, id: undefined, timesheetID: id, position: index + 1 });
  const [was, is] = [before.map(reported), lines.map(reported)];
  return JSON.stringify(was) === JSON.stringify(is) ? {} : { lines: [was, is] };
}

const isSame = (one: readonly TimesheetLine[], other: readonly TimesheetLine[]): boolean =>
  JSON.stringify(one.map(valuesOf)) === JSON.stringify(other.map(valuesOf));

const valuesOf = (line: TimesheetLine): unknown[] => [...Object.values(reported(line)), line.pay, line.onCosts, line.charge, line.margin];

/** What anybody may know who sees the timesheet. */
export const reported = ({ day, rateKindID, hours, days, startTime, endTime, breakMinutes, amount, notes }: TimesheetLine) => ({
  day: day ?? null,
  rateKindID,
  hours,
  days,
  startTime: startTime || null,
  endTime: endTime || null,
  breakMinutes,
  amount,
  notes: notes || null,
});

async function deleteLines(em: EntityManager, timesheetID: number): Promise<void> {
  await execute(em, sql`DELETE FROM timesheet_line_text WHERE id IN (SELECT id FROM timesheet_line WHERE timesheetID = ${timesheetID})`);
  await execute(em, sql`DELETE FROM timesheet_line WHERE timesheetID = ${timesheetID}`);
}

/** Adds the lines to the responses of timesheets, with what the caller may see of them. */
export async function withLines(view: View, responses: readonly RecordResponse[]): Promise<RecordResponse[]> {
  const timesheetIDs = responses.map(({ id }) => id as number);
  const found = await rows(
    view.em,
    sql`SELECT id, timesheetID FROM timesheet_line WHERE timesheetID IN (${values(timesheetIDs)}) ORDER BY timesheetID, position`,
  );
  const lines = await readResponses(
    view,
    timesheetLines,
    found.map(([id]) => id as number),
  );
  const byTimesheet = new Map(timesheetIDs.map((id) => [id, [] as RecordResponse[]]));
  found.forEach(([, timesheetID], index) => byTimesheet.get(timesheetID as number)?.push(lines[index]!));
  return responses.map((response) => ({ ...response, lines: byTimesheet.get(response['id'] as number) ?? [] }));
}
