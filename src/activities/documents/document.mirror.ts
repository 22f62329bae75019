import { ActivityCategory, ActivityStatus, ActivityType } from '../../core/terms/numbers';
import type { Document } from '../activity.entity';
import type { Mirror } from '../mirror';

/** The activity that mirrors a document. It is dated when the document was filed, by whoever filed it. */
export const documentMirror = (document: Document): Mirror => {
  const { id, name, createdDate, createdByID, candidateID, contactID, clientID, jobID, deleted } = document;
  return {
    category: ActivityCategory.Document,
    entityId: id,
    typeID: ActivityType.Document,
    documentID: id,
    candidateID,
    contactID,
    clientID,
    jobID,
    notes: name,
    activityDate: createdDate ?? null,
    statusID: ActivityStatus.Completed,
    assignedToID: createdByID,
    deleted,
  };
};
