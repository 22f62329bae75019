import { personsIn } from '../core/fields/persons';
import { recordType } from '../core/fields/record-type';
import { ActivityDto, DocumentDto } from './activity.dto';
import { Activity, Document } from './activity.entity';
import { LINKED_LISTS } from './links/links';
import { linkedPersons } from './links/linked-activities';
import { ACTIVITY_DIVISIONS, DOCUMENT_DIVISIONS } from './divisions';
import { activityEvents } from './activity.events';

export const activities = recordType({
  name: 'Activity',
  table: 'activity',
  entity: Activity,
  shape: ActivityDto,
  moduleId: 10,
  display: 'notes',
  softDeleted: true,
  persons: { Candidate: linkedPersons('Candidate', 'linkedCandidates'), Contact: linkedPersons('Contact', 'linkedContacts') },
  storedResponses: true,
  events: activityEvents,
  divisions: ACTIVITY_DIVISIONS,
  affects: Object.fromEntries(
    ['Candidate', 'Contact', 'Client', 'Job'].map((kind) => [
      kind,
      `SELECT al.activityID, al.recordID FROM activity_link al WHERE al.kind = '${kind}' AND al.activityID IN (:ids)`,
    ]),
  ),
  changedParts: Object.values(LINKED_LISTS),
});

export const documents = recordType({
  name: 'Document',
  table: 'document',
  entity: Document,
  shape: DocumentDto,
  display: 'name',
  softDeleted: true,
  persons: personsIn('document', { Candidate: 'candidateID', Contact: 'contactID' }),
  divisions: DOCUMENT_DIVISIONS,
  affects: { Candidate: 'SELECT d.id, d.candidateID FROM document d WHERE d.id IN (:ids)' },
  changedParts: ['contentSize', 'contentSha256', 'textState'],
});
