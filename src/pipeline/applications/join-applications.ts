import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { entryOn } from '../../core/lookups';
import type { RecordType } from '../../core/fields/record-type';
import { loadAll, save } from '../../core/records';
import { identifier, sql, Sql, values } from '../../core/sql';
import { Application } from './application.entity';
import { applications } from './applications.records';

/** The applications of candidates, deleted ones included. */
export async function applicationsOf({ em }: Transaction, candidateIDs: readonly number[]): Promise<number[]> {
  const found = await rows(em, sql`SELECT id FROM application WHERE candidateID IN (${values(candidateIDs)})`);
  return found.map(([id]) => id as number);
}

/**
 * Joins the applications for the same job of a candidate who was several until now: the one that has come furthest survives, what refers
 * to the others refers to it, and they are deleted.
 * @param moved those that the candidate had as another; second applications of one and the same remain
 */
export async function joinApplications(transaction: Transaction, candidateID: number, moved: readonly number[]): Promise<void> {
  const groups = await jobsAppliedForTwice(transaction, candidateID);
  for (const ids of groups.filter((group) => group.some((id) => moved.includes(id)))) await join(transaction, ids);
}

async function join(transaction: Transaction, [survivor = 0, ...others]: readonly number[]): Promise<void> {
  const joined = await loadAll(transaction.em, applications, others);
  // before they lose their offers and placements, which would move them back
  for (const id of others) await saveAs(transaction, id, () => ({ deleted: true }));
  await repoint(transaction, others, survivor);
  await saveAs(transaction, survivor, (application) => completed(application, joined));
}

/** The ids of the applications for each such job: the one that has come furthest first, of equals the first. */
async function jobsAppliedForTwice({ em }: Transaction, candidateID: number): Promise<number[][]> {
  const found = await rows(
    em,
    sql`SELECT ap.jobID, ap.id FROM application ap LEFT JOIN ${STAGE} WHERE ap.candidateID = ${candidateID} AND ap.deleted = 0 AND ap.jobID IS NOT NULL
      ORDER BY COALESCE(s.closed, 0), COALESCE(s.parentID, 0) DESC, ap.stageID DESC, ap.id`,
  );
  const byJob = new Map<unknown, number[]>();
  for (const [jobID, id] of found) byJob.set(jobID, [...(byJob.get(jobID) ?? []), id as number]);
  return [...byJob.values()].filter((ids) => ids.length > 1);
}

const STAGE = new Sql(entryOn('applicationStage', 's', 'ap.stageID'));

/** By the verb's way of saving, so that each record has its change. */
async function repoint(transaction: Transaction, from: readonly number[], to: number): Promise<void> {
  for (const type of transaction.types.all) {
    const names = type.fields.filter(({ source }) => source.in === 'reference' && source.to === 'Application').map(({ name }) => name);
    for (const name of names) await repointField(transaction, type, name, from, to);
  }
}

async function repointField(transaction: Transaction, type: RecordType, name: string, from: readonly number[], to: number): Promise<void> {
  const found = await rows(
    transaction.em,
    sql`SELECT id FROM ${identifier(type.table)} WHERE ${identifier(name)} IN (${values(from)}) ORDER BY id`,
  );
  const ids = found.map(([id]) => id as number);
  for (const record of await loadAll(transaction.em, type, ids))
    await save(transaction, type, record, Object.assign(new type.entity(), record, { [name]: to }));
}

/** Loaded again, since what has been repointed may have changed its stage. */
async function saveAs(transaction: Transaction, id: number, changes: (application: Application) => Partial<Application>): Promise<void> {
  const [before] = await loadAll<Application>(transaction.em, applications, [id]);
  await save(transaction, applications, before!, Object.assign(new Application(), before, changes(before!)));
}

/** Empty texts are filled from the others; it was submitted when the first of them was. */
function completed(application: Application, others: readonly Application[]): Partial<Application> {
  const all = [application, ...others];
  const submitted = all.flatMap(({ submittedDate }) => submittedDate ?? []).toSorted((one, other) => one.getTime() - other.getTime());
  return {
    source: all.map(({ source }) => source).find(Boolean) ?? null,
    coverLetter: all.map(({ coverLetter }) => coverLetter).find(Boolean) ?? null,
    comments: all.map(({ comments }) => comments).find(Boolean) ?? null,
    submittedDate: submitted[0],
  };
}
