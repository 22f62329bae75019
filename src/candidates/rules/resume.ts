import type { EntityManager } from 'typeorm';
import { newestResume } from '../../activities';
import type { Candidate } from '../candidate.entity';

/** With a resume document, the resume fields are those of the newest one, whatever the body has. */
export const copyNewestResume = async (em: EntityManager, candidate: Candidate): Promise<void> =>
  void Object.assign(candidate, await newestResume(em, candidate.id ?? 0));

/** Whether the change affects the resume fields. */
export const affectsResume = (before: Candidate, after: Candidate): boolean =>
  before.hasResumeViewerDoc !== after.hasResumeViewerDoc ||
  before.resumeViewerDate?.getTime() !== after.resumeViewerDate?.getTime() ||
  before.resumeUpdateDate?.getTime() !== after.resumeUpdateDate?.getTime();

/** Whether there is a first or a later resume. Deleting the newest, so that an older one applies again, does not count. */
export const hasNewResume = (before: Candidate | undefined, after: Candidate): boolean =>
  after.hasResumeViewerDoc && (!before?.hasResumeViewerDoc || (after.resumeUpdateDate ?? 0) > (before.resumeUpdateDate ?? 0));
