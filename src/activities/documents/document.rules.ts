import { InvalidRequest } from '../../core/problems';
import { ruledBy } from '../../core/records';
import { documents } from '../activities.records';
import type { Document } from '../activity.entity';
import { mirror } from '../mirror';
import { documentMirror } from './document.mirror';
import { updateCandidatesOfResume, lockCandidatesOfResume } from './resume';
import { completeVerification } from './verification';

const OWNERS = ['candidateID', 'contactID', 'clientID', 'jobID'] as const;

export const documentRules = ruledBy(documents, {
  prepare(transaction, before, after) {
    requireOwner(after);
    completeVerification(transaction, before, after);
  },
  beforeSave: lockCandidatesOfResume,
  async afterSave(transaction, before, after) {
    await mirror(transaction, documentMirror(after));
    await updateCandidatesOfResume(transaction, before, after);
  },
});

function requireOwner(document: Document): void {
  if (OWNERS.some((owner) => document[owner])) return;
  throw InvalidRequest.because([{ pointer: '', detail: `requires at least one of ${OWNERS.join(', ')}` }]);
}
