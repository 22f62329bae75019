import type { EntityManager } from 'typeorm';
import { execute, rows } from '../../database/rows';
import { InvalidRequest } from '../../http';
import { sql } from '../../query';
import { answersOf, insertRecord, loadAll, patched, values, type Answer } from '../../records';
import type { FieldChanges } from '../../changes';
import type { View } from '../../database';
import type { EmploymentHistoryUpdateDto } from '../candidate.dto';
import { EmploymentHistory } from '../candidate.entity';
import { employmentHistories } from '../candidates.records';

/** The candidates with the jobs of their past, in the order given. */
export async function withHistories(view: View, answers: readonly Answer[]): Promise<Answer[]> {
  const ids = answers.map(({ id }) => id as number);
  const found = await rows(
    view.em,
    sql`SELECT id, candidateID FROM employment_history WHERE candidateID IN (${values(ids)}) ORDER BY candidateID, position`,
  );
  const histories = await answersOf(
    view,
    employmentHistories,
    found.map(([id]) => id as number),
  );
  const ofCandidate = new Map<unknown, Answer[]>(ids.map((id) => [id, []]));
  found.forEach(([, candidateID], index) => ofCandidate.get(candidateID)?.push(histories[index] ?? {}));
  return answers.map((answer) => ({ ...answer, employmentHistories: ofCandidate.get(answer['id']) }));
}

/**
 * Replaces the list when the body has another one.
 * @returns the list before and after, where it was replaced
 * @throws InvalidRequest when a job ends before it starts
 */
export async function replaceHistories(
  em: EntityManager,
  candidateID: number,
  sent: readonly EmploymentHistoryUpdateDto[] | null | undefined,
): Promise<FieldChanges> {
  if (sent === undefined) return {};
  const histories = (sent ?? []).map((history) => patched(employmentHistories, new EmploymentHistory(), history));
  refuseBackwards(histories);
  const before = await stored(em, candidateID);
  if (said(histories) === said(before)) return {};
  await removeHistories(em, candidateID);
  for (const [index, history] of histories.entries())
    await insertRecord(em, employmentHistories, { ...history, candidateID, position: index + 1 });
  return { employmentHistories: [before.map(told), histories.map(told)] };
}

const told = ({ jobTitle, employer, startDate, endDate }: EmploymentHistory): object => ({ jobTitle, employer, startDate, endDate });

function refuseBackwards(histories: readonly EmploymentHistory[]): void {
  const backwards = histories.flatMap(({ startDate, endDate }, index) =>
    startDate && endDate && endDate < startDate
      ? [{ pointer: `/employmentHistories/${index}/endDate`, detail: 'must not be before startDate' }]
      : [],
  );
  if (backwards.length > 0) throw InvalidRequest.because(backwards);
}

const said = (histories: readonly EmploymentHistory[]): string =>
  JSON.stringify(
    histories.map(({ jobTitle, employer, startDate, endDate }) => [jobTitle || '', employer || '', startDate ?? null, endDate ?? null]),
  );

async function stored(em: EntityManager, candidateID: number): Promise<EmploymentHistory[]> {
  const histories = await loadAll(em, employmentHistories, await idsOf(em, candidateID));
  return histories.sort((one, other) => one.position - other.position);
}

async function idsOf(em: EntityManager, candidateID: number): Promise<number[]> {
  const found = await rows(em, sql`SELECT id FROM employment_history WHERE candidateID = ${candidateID} ORDER BY position`);
  return found.map(([id]) => id as number);
}

async function removeHistories(em: EntityManager, candidateID: number): Promise<void> {
  await execute(
    em,
    sql`DELETE FROM employment_history_text WHERE id IN (SELECT id FROM employment_history WHERE candidateID = ${candidateID})`,
  );
  await execute(em, sql`DELETE FROM employment_history WHERE candidateID = ${candidateID}`);
}
