import type { Settings } from '../../../core/config';
import type { KeptFiles } from '../../../core/database/backup';
import { pathInFolder } from '../../../core/files';

/** The files of documents, for backups. */
export const keptFiles = ({ filesFolder: folder }: Settings): KeptFiles | undefined => ({
  folder,
  query: 'SELECT storageKey FROM document_content',
  pathOf: pathInFolder,
});
