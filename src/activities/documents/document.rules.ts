import { InvalidRequest } from '../../core/problems';
import { ruledBy } from '../../core/records';
import { ActivityCategory, ActivityStatus } from '../../core/terms/numbers';
import { documents } from '../activities.records';
import type { Activity, Document } from '../activity.entity';
import { mirror } from '../mirror';
import { updateCandidatesOfResume, lockCandidatesOfResume } from './resume';

const OWNERS = ['candidateID', 'contactID', 'clientID', 'jobID'] as const;

export const documentRules = ruledBy(documents, {
  prepare: (_, __, after) => requireOwner(after),
  beforeSave: lockCandidatesOfResume,
  async afterSave(transaction, before, after) {
    await mirror(transaction, { category: ActivityCategory.Document, entityId: after.id }, mirroredActivity(after));
    await updateCandidatesOfResume(transaction, before, after);
  },
});

function requireOwner(document: Document): void {
  if (OWNERS.some((owner) => document[owner])) return;
  throw InvalidRequest.because([{ pointer: '', detail: `requires at least one of ${OWNERS.join(', ')}` }]);
}

function mirroredActivity({
  id,
  name,
  createdDate,
  createdByID,
  candidateID,
  contactID,
  clientID,
  jobID,
  deleted,
}: Document): Partial<Activity> {
  const owners = { candidateID, contactID, clientID, jobID };
  return {
    ...owners,
    documentID: id,
    notes: name,
    activityDate: createdDate ?? null,
    assignedToID: createdByID,
    statusID: ActivityStatus.Completed,
    deleted,
  };
}
