import type { Settings } from '../../../core/config';
import type { KeptFiles } from '../../../core/database/backup';
import { pathInFolder } from '../../../core/files';

/** The files of documents, for backups; undefined if they are in a bucket. */
export const keptFiles = ({ filesFolder: folder, filesBucket }: Settings): KeptFiles | undefined =>
  filesBucket === undefined ? { folder, query: 'SELECT storageKey FROM document_content', pathOf: pathInFolder } : undefined;
