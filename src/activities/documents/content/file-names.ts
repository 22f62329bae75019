import { FILE_KINDS } from '../../../core/files';
import { InvalidRequest } from '../../../core/problems';

/** A name and no path: some programs save a file wherever its name leads. */
const FILE_NAME = /^(?!\.{1,2}$)[^/\\\p{Cc}]+$/u;

/** @throws InvalidRequest for a path */
export function fileNamed(name: string | undefined): { name?: string } {
  if (name === undefined) return {};
  if (!FILE_NAME.test(name))
    throw InvalidRequest.because([{ pointer: '/fileName', in: 'query', detail: 'must be the name of a file, without / and \\' }]);
  return { name };
}

/** The name of a document as the name of a file: with the extension of its type. */
export function fileName(name: string | null, mediaType: string): string {
  const plain = (name ?? '').replace(/[/\\\p{Cc}]+/gu, '_') || 'document';
  const extension = FILE_KINDS.find((kind) => kind.mediaType === mediaType)?.extension ?? 'bin';
  return /\.[a-z0-9]{1,5}$/i.test(plain) ? plain : `${plain}.${extension}`;
}
