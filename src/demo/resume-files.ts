import { createHash } from 'node:crypto';
import { recordWordKeys } from '../core/fields/word-table';
import { fold } from '../core/text/fold';
import { candidateAt } from './candidates';
import type { DemoContext } from './demo-context';
import { demoRecord, type DemoRecords } from './demo-record';

/** The candidates whose resumes the service has, with their texts. */
export const WITH_FILES: readonly number[] = [1, 2, 3];

/** Under which the storage has the resume of a candidate. */
export const resumeKey = (candidateID: number): string => `demo-resume-${candidateID}`;

/** The same on every day. */
export function resumeText(context: DemoContext, candidateID: number): string {
  const { fullName, jobTitle, employer, email1, mobile, address1, suburb, state, postcode, summary } = candidateAt(context, candidateID);
  return [
    ...[fullName, email1, mobile, `${address1}, ${suburb} ${state} ${postcode}`, '', summary, ''],
    `Currently ${jobTitle}${employer ? ` at ${employer}` : ''}.`,
    'Licences: White Card, working at heights, confined spaces, first aid.',
  ].join('\n');
}

/** What the service knows of the file of a resume. */
export function* resumeFile(context: DemoContext, candidateID: number, documentID: number): DemoRecords {
  const text = resumeText(context, candidateID);
  const bytes = Buffer.from(text);
  yield demoRecord('DocumentContent', {
    documentID,
    storageKey: resumeKey(candidateID),
    mediaType: 'text/plain',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  yield demoRecord('ContentText', { documentID, state: 'done', reason: null, attempts: 1, dueAt: null, text, folded: fold(text) });
  for (const word of recordWordKeys(text)) yield demoRecord('DocumentWord', { field: 'text', word, id: documentID });
}
