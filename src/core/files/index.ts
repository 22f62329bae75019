export { FILE_KINDS } from './file-types';
export { FilesModule } from './files.module';
export { fileBody, FileReceiver, ReceivesFile, SentFile } from './receiving/file-receiver';
export type { ReceivedFile } from './received-file';
export { sendFile, type SentFileDescription } from './send-file';
export { FileMissing, FileStorage, pathInFolder, StorageFailed, storageOf } from './storage';
export { READABLE, TextReader, TextUnreadable } from './texts/text-reader.service';
export { UnusedFile } from './unused-file.entity';
export { discardFiles, useFile } from './unused-files';
