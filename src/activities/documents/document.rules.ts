import { InvalidRequest } from '../../core/problems';
import { ruledBy } from '../../core/records';
import { documents } from '../activities.records';
import type { Document } from '../activity.entity';
import { mirror } from '../mirror';
import { documentMirror } from './document.mirror';
import { prepareContent, type ContentPart } from './content/content.rules';
import { removeContents, replaceContent } from './content/contents';
import { updateCandidatesOfResume, lockCandidatesOfResume } from './resume';
import { completeVerification } from './verification';

const OWNERS = ['candidateID', 'contactID', 'clientID', 'jobID'] as const;

export const documentRules = ruledBy(documents, {
  async prepare(transaction, before, after, _, body: ContentPart) {
    requireOwner(after);
    completeVerification(transaction, before, after, await prepareContent(transaction, before, after, body));
  },
  beforeSave: lockCandidatesOfResume,
  async saveParts(transaction, after, { content }: ContentPart) {
    return content ? replaceContent(transaction, after.id, content) : {};
  },
  async afterSave(transaction, before, after) {
    if (after.deleted && !before.deleted) await removeContents(transaction, [after.id]);
    await mirror(transaction, documentMirror(after));
    await updateCandidatesOfResume(transaction, before, after);
  },
});

function requireOwner(document: Document): void {
  if (OWNERS.some((owner) => document[owner])) return;
  throw InvalidRequest.because([{ pointer: '', detail: `requires at least one of ${OWNERS.join(', ')}` }]);
}
