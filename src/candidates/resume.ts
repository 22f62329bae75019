import type { EntityManager } from 'typeorm';
import { rows } from '../database/rows';
import { sql } from '../query';
import { isoOf } from '../records';
import type { Candidate } from './candidate.entity';

/** The entry of the list documentType. */
const RESUME = 1;

/** Once there is a resume document the resume fields follow the newest, and what a body says of them is not taken. */
export async function followResumeDocument(em: EntityManager, candidate: Candidate): Promise<void> {
  const [newest] = await rows(
    em,
    sql`SELECT createdDate, updatedDate FROM document WHERE candidateID = ${candidate.id} AND typeID = ${RESUME} AND deleted = 0 ORDER BY createdDate DESC, id DESC LIMIT 1`,
  );
  if (!newest) return;
  const [resumeViewerDate, resumeUpdateDate] = newest.map((cell) => (cell === null ? undefined : new Date(isoOf(cell as string))));
  Object.assign(candidate, { hasResumeViewerDoc: true, resumeViewerDate, resumeUpdateDate });
}

/** Would the change say something of the resume? */
export const concernsResume = (before: Candidate, after: Candidate): boolean =>
  before.hasResumeViewerDoc !== after.hasResumeViewerDoc ||
  before.resumeViewerDate?.getTime() !== after.resumeViewerDate?.getTime() ||
  before.resumeUpdateDate?.getTime() !== after.resumeUpdateDate?.getTime();
