import type { Unit } from '../../database';
import { replaceDivisions, ruledBy } from '../../records';
import { Event } from '../../terms/events';
import type { CandidateUpdateDto } from '../candidate.dto';
import type { Candidate } from '../candidate.entity';
import { candidateTexts } from './candidate.derived';
import { candidates } from '../candidates.records';
import { concernsEmail, holdingEmail } from './duplicates';
import { replaceHistories, withHistories } from './employment-histories';
import { keepRedFlagWhole } from './red-flag';
import { concernsResume, followResumeDocument, hasNewResume } from './resume';
import { concernsPhones, standardisePhones } from './standard-phones';

ruledBy<Candidate>(candidates, {
  start: (unit, candidate) => void (candidate.ownerID ??= unit.caller.userID),
  async prepare(unit, before, after) {
    keepRedFlagWhole(unit, before, after);
    if (!after.deleted) after.mergedIntoID = null;
    if (concernsResume(before, after)) await followResumeDocument(unit.em, after);
    if (concernsPhones(before, after)) await standardisePhones(unit.em, after);
    candidateTexts(after);
  },
  saving: (unit, before, after, { allowDuplicate = false }, save) =>
    concernsEmail(before, after) ? holdingEmail(unit, after, allowDuplicate, save) : save(),
  parts: replaceParts,
  events: (_, before, after) => (before ? eventsOfChange(before, after) : [Event.CandidateCreated, ...eventsOfState(undefined, after)]),
  complete: withHistories,
});

/** What a body may say of a candidate that stands elsewhere. */
export interface CandidateParts extends Pick<CandidateUpdateDto, 'employmentHistories'> {
  readonly divisionIDs?: readonly number[] | null;
}

async function replaceParts({ em }: Unit, after: Candidate, { employmentHistories, divisionIDs }: CandidateParts) {
  const histories = await replaceHistories(em, after.id, employmentHistories);
  const divisions = await replaceDivisions(em, candidates, after, divisionIDs);
  if (divisions['divisionIDs']) await standardisePhones(em, after);
  return { ...histories, ...divisions };
}

function eventsOfChange(before: Candidate, after: Candidate): number[] {
  // one that turned out to be another is merged, which the other tells
  if (after.deleted && !before.deleted) return after.mergedIntoID === null ? [Event.CandidateDeleted] : [];
  return [
    Event.CandidateUpdated,
    ...(before.profileStatusID === after.profileStatusID ? [] : [Event.CandidateStatusChanged]),
    ...(before.jobSeekingStatusID === after.jobSeekingStatusID ? [] : [Event.JobSeekingStatusChanged]),
    ...eventsOfState(before, after),
  ];
}

/** Of what a candidate can be from the beginning. */
const eventsOfState = (before: Candidate | undefined, after: Candidate): number[] => [
  ...(hasNewResume(before, after) ? [Event.ResumeChanged] : []),
  ...(after.isRedFlagged && !before?.isRedFlagged ? [Event.CandidateRedFlagged] : []),
  ...(after.optOut && !before?.optOut ? [Event.CandidateOptedOut] : []),
];
