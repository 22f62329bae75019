import type { Settings } from '../../config';
import { FolderStorage } from './folder-storage';
import type { FileStorage } from './file-storage';

export { pathInFolder } from './folder-storage';
export { FileMissing, FileStorage, type ByteRange } from './file-storage';

/** Where the settings say that files are kept. */
export const storageOf = ({ filesFolder }: Settings): FileStorage => new FolderStorage(filesFolder);
