import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { sql } from '../../core/sql';
import { isoOf, load, loadAll, save, values, type RecordChange } from '../../core/records';
import { DocumentType } from '../../core/terms/numbers';
import type { Document } from '../activity.entity';

/** The resume fields of a candidate. */
export interface Resume {
  readonly hasResumeViewerDoc: boolean;
  readonly resumeViewerDate?: Date;
  readonly resumeUpdateDate?: Date;
}

const NONE: Resume = { hasResumeViewerDoc: false, resumeViewerDate: undefined, resumeUpdateDate: undefined };

/** The resume fields from a candidate's newest resume document; undefined without one. */
export async function newestResume(em: EntityManager, candidateID: number): Promise<Resume | undefined> {
  const [newest] = await rows(
    em,
    sql`SELECT createdDate, updatedDate FROM document WHERE candidateID = ${candidateID} AND typeID = ${DocumentType.Resume} AND deleted = 0 ORDER BY createdDate DESC, id DESC LIMIT 1`,
  );
  if (!newest) return undefined;
  const [resumeViewerDate, resumeUpdateDate] = newest.map((cell) => (cell === null ? undefined : new Date(isoOf(cell as string))));
  return { hasResumeViewerDoc: true, resumeViewerDate, resumeUpdateDate };
}

/** The candidates of whom any of the documents is a resume. */
export async function candidatesWithResumes(em: EntityManager, documentIDs: readonly number[]): Promise<number[]> {
  if (documentIDs.length === 0) return [];
  const found = await rows(
    em,
    sql`SELECT DISTINCT candidateID FROM document WHERE id IN (${values(documentIDs)}) AND typeID = ${DocumentType.Resume} AND candidateID IS NOT NULL AND deleted = 0 ORDER BY candidateID`,
  );
  return found.map(([id]) => id as number);
}

/**
 * Locks the candidates whose resume a document is or was before it is saved. Its foreign key takes shared locks on them, and
 * two transactions holding one would deadlock when updating them.
 */
export const lockCandidatesOfResume = async ({ em, types }: Transaction, changes: readonly RecordChange<Document>[]): Promise<void> =>
  void (await loadAll(em, types.named('Candidate'), candidatesOf(...changes.flatMap(({ before, after }) => [before, after]))));

/** Updates the resume fields of the candidates whose resume a document is or was; clears them without any resume left. */
export async function updateCandidatesOfResume(transaction: Transaction, before: Document, after: Document): Promise<void> {
  for (const id of candidatesOf(before, after)) await updateResume(transaction, id);
}

const candidatesOf = (...states: Document[]): number[] =>
  [...new Set(states.flatMap(({ typeID, candidateID }) => (typeID === DocumentType.Resume && candidateID ? [candidateID] : [])))].sort(
    (one, other) => one - other,
  );

async function updateResume(transaction: Transaction, candidateID: number): Promise<void> {
  const candidates = transaction.types.named('Candidate');
  const candidate = await load(transaction.em, candidates, candidateID);
  const resume = (await newestResume(transaction.em, candidateID)) ?? NONE;
  await save(transaction, candidates, candidate, Object.assign(new candidates.entity(), candidate, resume));
}
