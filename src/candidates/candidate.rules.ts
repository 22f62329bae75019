import { ruledBy } from '../records';
import { Event } from '../terms/events';
import type { CandidateUpdateDto } from './candidate.dto';
import type { Candidate } from './candidate.entity';
import { candidateTexts } from './candidate.derived';
import { candidates } from './candidates.records';
import { concernsEmail, holdingEmail } from './duplicates';
import { replaceHistories, withHistories } from './employment-histories';
import { keepRedFlagWhole } from './red-flag';
import { concernsResume, followResumeDocument } from './resume';
import { standardisePhones } from './standard-phones';

ruledBy<Candidate>(candidates, {
  async prepare(unit, before, after) {
    keepRedFlagWhole(unit, before, after);
    if (concernsResume(before, after)) await followResumeDocument(unit.em, after);
    await standardisePhones(unit.em, before, after);
    candidateTexts(after);
  },
  saving: (unit, before, after, { allowDuplicate = false }, save) => (concernsEmail(before, after) ? holdingEmail(unit, after, allowDuplicate, save) : save()),
  parts: (unit, { id }, body) => replaceHistories(unit.em, id, (body as CandidateUpdateDto).employmentHistories),
  events: (_, before, after) => (before ? eventsOfChange(before, after) : [Event.CandidateCreated, ...eventsOfState(undefined, after)]),
  complete: withHistories,
});

function eventsOfChange(before: Candidate, after: Candidate): number[] {
  if (after.deleted && !before.deleted) return [Event.CandidateDeleted];
  return [
    Event.CandidateUpdated,
    ...(before.profileStatusID === after.profileStatusID ? [] : [Event.CandidateStatusChanged]),
    ...(before.jobSeekingStatusID === after.jobSeekingStatusID ? [] : [Event.JobSeekingStatusChanged]),
    ...eventsOfState(before, after),
  ];
}

/** Of what a candidate can be from the beginning. */
const eventsOfState = (before: Candidate | undefined, after: Candidate): number[] => [
  ...(after.isRedFlagged && !before?.isRedFlagged ? [Event.CandidateRedFlagged] : []),
  ...(after.optOut && !before?.optOut ? [Event.CandidateOptedOut] : []),
];
