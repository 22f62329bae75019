import type { EntityManager } from 'typeorm';
import { execute, rows } from '../database/rows';
import { InvalidRequest } from '../http';
import { sql } from '../query';
import { answersWhere, insertRecord, loadAll, patched, type Answer } from '../records';
import type { View } from '../database';
import type { EmploymentHistoryUpdateDto } from './candidate.dto';
import { EmploymentHistory } from './candidate.entity';
import { employmentHistories } from './candidates.records';

/** The jobs of a candidate's past as they are answered, in the order given. */
export async function historiesOf(view: View, candidateID: number): Promise<Answer[]> {
  return answersWhere(view, employmentHistories, sql`r.candidateID = ${candidateID}`, sql`r.position`);
}

/**
 * Replaces the list when the body has another one.
 * @returns whether it was replaced
 * @throws InvalidRequest when a job ends before it starts
 */
export async function replaceHistories(em: EntityManager, candidateID: number, sent: readonly EmploymentHistoryUpdateDto[] | null | undefined): Promise<boolean> {
  if (sent === undefined) return false;
  const histories = (sent ?? []).map((history) => patched(employmentHistories, new EmploymentHistory(), history));
  refuseBackwards(histories);
  if (said(histories) === said(await stored(em, candidateID))) return false;
  await removeHistories(em, candidateID);
  for (const [index, history] of histories.entries()) await insertRecord(em, employmentHistories, { ...history, candidateID, position: index + 1 });
  return true;
}

function refuseBackwards(histories: readonly EmploymentHistory[]): void {
  const backwards = histories.flatMap(({ startDate, endDate }, index) =>
    startDate && endDate && endDate < startDate ? [{ pointer: `/employmentHistories/${index}/endDate`, detail: 'must not be before startDate' }] : [],
  );
  if (backwards.length > 0) throw InvalidRequest.because(backwards);
}

const said = (histories: readonly EmploymentHistory[]): string =>
  JSON.stringify(histories.map(({ jobTitle, employer, startDate, endDate }) => [jobTitle || '', employer || '', startDate ?? null, endDate ?? null]));

async function stored(em: EntityManager, candidateID: number): Promise<EmploymentHistory[]> {
  const histories = await loadAll(em, employmentHistories, await idsOf(em, candidateID));
  return histories.sort((one, other) => one.position - other.position);
}

async function idsOf(em: EntityManager, candidateID: number): Promise<number[]> {
  const found = await rows(em, sql`SELECT id FROM employment_history WHERE candidateID = ${candidateID} ORDER BY position`);
  return found.map(([id]) => id as number);
}

async function removeHistories(em: EntityManager, candidateID: number): Promise<void> {
  await execute(em, sql`DELETE FROM employment_history_text WHERE id IN (SELECT id FROM employment_history WHERE candidateID = ${candidateID})`);
  await execute(em, sql`DELETE FROM employment_history WHERE candidateID = ${candidateID}`);
}
