import type { EntityManager } from 'typeorm';
import { numberOf } from '../database/rows';
import { sql } from '../query';
import type { Candidate } from './candidate.entity';

/** The entry of the list documentType. */
const RESUME = 1;

/** Once there is a resume document the resume fields follow it, and what a body says of them is not taken. */
export async function keepResumeOfDocument(em: EntityManager, before: Candidate, after: Candidate): Promise<void> {
  const { hasResumeViewerDoc, resumeViewerDate, resumeUpdateDate } = before;
  const found = await numberOf(em, sql`SELECT COUNT(*) FROM document WHERE candidateID = ${before.id} AND typeID = ${RESUME} AND deleted = 0`);
  if (found > 0) Object.assign(after, { hasResumeViewerDoc, resumeViewerDate, resumeUpdateDate });
}
