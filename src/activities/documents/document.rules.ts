import { InvalidRequest } from '../../http';
import { ruledBy } from '../../records';
import { ActivityCategory, ActivityStatus } from '../../terms/numbers';
import { documents } from '../activities.records';
import type { Activity, Document } from '../activity.entity';
import { mirror } from '../mirror';
import { followResume, holdResume } from './resume';

const OWNERS = ['candidateID', 'contactID', 'clientID', 'jobID'] as const;

ruledBy<Document>(documents, {
  prepare: (_, __, after) => refuseOwnerless(after),
  async saving(unit, before, after, _how, save) {
    await holdResume(unit, before, after);
    return save();
  },
  async follow(unit, before, after) {
    await mirror(unit, { category: ActivityCategory.Document, entityId: after.id }, shownOf(after));
    await followResume(unit, before, after);
  },
});

function refuseOwnerless(document: Document): void {
  if (OWNERS.some((owner) => document[owner])) return;
  throw InvalidRequest.because([{ pointer: '', detail: `must say whose document it is: one of ${OWNERS.join(', ')} at least` }]);
}

function shownOf({ id, name, createdDate, createdByID, candidateID, contactID, clientID, jobID, deleted }: Document): Partial<Activity> {
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
