import type { Settings } from '../../config';
import { FolderStorage } from './folder-storage';
import { S3Storage } from './s3-storage';
import type { FileStorage } from './file-storage';

export { pathInFolder } from './folder-storage';
export { FileMissing, FileStorage, StorageFailed, type ByteRange } from './file-storage';

/** Where the settings say that files are kept. */
export const storageOf = ({
  filesFolder,
  filesBucket: name,
  filesBucketEndpoint: endpoint,
  filesBucketRegion: region,
}: Settings): FileStorage => (name === undefined ? new FolderStorage(filesFolder) : new S3Storage({ name, endpoint, region }));
