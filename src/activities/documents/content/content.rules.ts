import type { Transaction } from '../../../core/database';
import type { ReceivedFile } from '../../../core/files';
import { Conflict, InvalidRequest } from '../../../core/problems';
import type { Document } from '../../activity.entity';
import { contentOf } from './contents';

/** The part of the body of a document that only the service sets. */
export interface ContentPart {
  readonly content?: ReceivedFile;
}

/**
 * The type of a document with content is that of the content.
 * @returns whether the content is another one @throws Conflict for a deleted document, InvalidRequest for another type
 */
export async function prepareContent({ em }: Transaction, before: Document, after: Document, { content }: ContentPart): Promise<boolean> {
  if (content && after.deleted) throw new Conflict(`Document ${after.id} is deleted, and has no content. Restore it first.`);
  const stored = before.id === undefined ? undefined : await contentOf(em, before.id);
  if (content) after.contentType = content.kind.mediaType;
  else if (stored && after.contentType !== before.contentType && stored.mediaType !== after.contentType)
    throw InvalidRequest.because([{ pointer: '/contentType', detail: `must be ${stored.mediaType}, the type of its content` }]);
  return content !== undefined && content.sha256 !== stored?.sha256;
}
