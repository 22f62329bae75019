import type { EntityManager } from 'typeorm';
import { execute, rows } from '../database/rows';
import { InvalidRequest } from '../http';
import { sql } from '../query';
import { answersOf, insertRecord, patched, type Answer } from '../records';
import type { View } from '../database';
import type { EmploymentHistoryDto } from './candidate.dto';
import { EmploymentHistory } from './candidate.entity';
import { employmentHistories } from './candidates.records';

/** The jobs of a candidate's past as they are answered, in the order given. */
export async function historiesOf(view: View, candidateID: number): Promise<Answer[]> {
  const found = await rows(view.em, sql`SELECT id FROM employment_history WHERE candidateID = ${candidateID} ORDER BY position`);
  const answers = await answersOf(view, employmentHistories, found.map(([id]) => id as number));
  return answers.map(({ id: _, ...history }) => history);
}

/**
 * Replaces the list when the body has one.
 * @returns whether it was replaced
 * @throws InvalidRequest when a job ends before it starts
 */
export async function replaceHistories(em: EntityManager, candidateID: number, sent: readonly EmploymentHistoryDto[] | null | undefined): Promise<boolean> {
  if (sent === undefined) return false;
  const histories = (sent ?? []).map((history) => patched(employmentHistories, new EmploymentHistory(), history));
  const wrong = histories.findIndex(({ startDate, endDate }) => startDate && endDate && endDate < startDate);
  if (wrong >= 0) throw InvalidRequest.because([{ pointer: `/employmentHistories/${wrong}/endDate`, detail: 'must not be before startDate' }]);
  await removeHistories(em, candidateID);
  for (const [index, history] of histories.entries()) await insertRecord(em, employmentHistories, { ...history, candidateID, position: index + 1 });
  return true;
}

async function removeHistories(em: EntityManager, candidateID: number): Promise<void> {
  await execute(em, sql`DELETE FROM employment_history_text WHERE id IN (SELECT id FROM employment_history WHERE candidateID = ${candidateID})`);
  await execute(em, sql`DELETE FROM employment_history WHERE candidateID = ${candidateID}`);
}
