import type { EntityManager } from 'typeorm';
import { execute, rows } from '../../core/database/rows';
import { InvalidRequest } from '../../core/problems';
import { sql } from '../../core/sql';
import { insertRecord, loadAll, applyPatch } from '../../core/records';
import type { FieldChanges } from '../../core/changes';
import type { EmploymentHistoryUpdateDto } from '../candidate.dto';
import { EmploymentHistory } from '../candidate.entity';
import { employmentHistories } from '../candidates.records';

/**
 * Replaces the list when it differs from the one in the body.
 * @returns the list before and after, if it was replaced
 * @throws InvalidRequest when a job ends before it starts
 */
export async function replaceHistories(
  em: EntityManager,
  candidateID: number,
  sent: readonly EmploymentHistoryUpdateDto[] | null | undefined,
): Promise<FieldChanges> {
  if (sent === undefined) return {};
  const histories = (sent ?? []).map((history) => applyPatch(employmentHistories, new EmploymentHistory(), history));
  refuseEndBeforeStart(histories);
  const before = await loadHistories(em, candidateID);
  if (serialized(histories) === serialized(before)) return {};
  await deleteHistories(em, candidateID);
  for (const [index, history] of histories.entries())
    await insertRecord(em, employmentHistories, { ...history, candidateID, position: index + 1 });
  return { employmentHistories: [before.map(reported), histories.map(reported)] };
}

const reported = ({ jobTitle, employer, startDate, endDate }: EmploymentHistory): object => ({ jobTitle, employer, startDate, endDate });

function refuseEndBeforeStart(histories: readonly EmploymentHistory[]): void {
  const errors = histories.flatMap(({ startDate, endDate }, index) =>
    startDate && endDate && endDate < startDate
      ? [{ pointer: `/employmentHistories/${index}/endDate`, detail: 'must not be before startDate' }]
      : [],
  );
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

const serialized = (histories: readonly EmploymentHistory[]): string =>
  JSON.stringify(
    histories.map(({ jobTitle, employer, startDate, endDate }) => [jobTitle || '', employer || '', startDate ?? null, endDate ?? null]),
  );

async function loadHistories(em: EntityManager, candidateID: number): Promise<EmploymentHistory[]> {
  const histories = await loadAll(em, employmentHistories, await idsOf(em, candidateID));
  return histories.sort((one, other) => one.position - other.position);
}

async function idsOf(em: EntityManager, candidateID: number): Promise<number[]> {
  const found = await rows(em, sql`SELECT id FROM employment_history WHERE candidateID = ${candidateID} ORDER BY position`);
  return found.map(([id]) => id as number);
}

async function deleteHistories(em: EntityManager, candidateID: number): Promise<void> {
  await execute(
    em,
    sql`DELETE FROM employment_history_text WHERE id IN (SELECT id FROM employment_history WHERE candidateID = ${candidateID})`,
  );
  await execute(em, sql`DELETE FROM employment_history WHERE candidateID = ${candidateID}`);
}
