import type { EntityManager } from 'typeorm';
import { newestResume } from '../../activities';
import type { Candidate } from '../candidate.entity';

/** Once there is a resume document the resume fields follow the newest, and what a body says of them is not taken. */
export const followResumeDocument = async (em: EntityManager, candidate: Candidate): Promise<void> =>
  void Object.assign(candidate, await newestResume(em, candidate.id ?? 0));

/** Would the change say something of the resume? */
export const concernsResume = (before: Candidate, after: Candidate): boolean =>
  before.hasResumeViewerDoc !== after.hasResumeViewerDoc ||
  before.resumeViewerDate?.getTime() !== after.resumeViewerDate?.getTime() ||
  before.resumeUpdateDate?.getTime() !== after.resumeUpdateDate?.getTime();

/** Is there a resume now, or a later one? That the last was taken away, or the one before it holds again, is none. */
export const hasNewResume = (before: Candidate | undefined, after: Candidate): boolean =>
  after.hasResumeViewerDoc && (!before?.hasResumeViewerDoc || (after.resumeUpdateDate ?? 0) > (before.resumeUpdateDate ?? 0));
