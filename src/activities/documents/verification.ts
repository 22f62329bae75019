import type { View } from '../../core/database';
import type { Document } from '../activity.entity';

/** What somebody who verifies a document has looked at. */
const VERIFIED = ['url', 'typeID', 'expiryDate', 'candidateID', 'contactID', 'clientID', 'jobID'] as const;

/** Records when and by whom a document was verified. What is verified and then changes is another document, which nobody has checked. */
export function completeVerification({ caller, now }: View, before: Document, after: Document, hasNewContent: boolean): void {
  if (before.isVerified && (hasNewContent || VERIFIED.some((name) => comparable(before[name]) !== comparable(after[name]))))
    after.isVerified = false;
  if (!after.isVerified) Object.assign(after, { verifiedDate: undefined, verifiedByID: null });
  else if (!before.isVerified) Object.assign(after, { verifiedDate: now, verifiedByID: caller.userID });
}

/** Dates are objects, of which there is a new one for each body; unset values are undefined, null or empty. */
const comparable = (value: Date | number | string | null | undefined): number | string =>
  value instanceof Date ? value.getTime() : (value ?? '');
