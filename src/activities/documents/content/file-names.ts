import { endingsOf } from '../../../core/files';
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

/** The name of a document as the name of a file: with an ending of its type, since programs go by that. */
export function fileName(name: string | null, mediaType: string): string {
  const plain = (name ?? '').replace(/[/\\\p{Cc}]+/gu, '_') || 'document';
  const endings = endingsOf(mediaType);
  return endings.some((ending) => plain.toLowerCase().endsWith(`.${ending}`)) ? plain : `${plain}.${endings[0]}`;
}
