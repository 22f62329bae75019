import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileMissing, FileStorage, StorageFailed, type ByteRange } from './file-storage';

const PRIVATE_FOLDER = 0o700;

/** With slashes. */
export const pathInFolder = (key: string): string => `${key.slice(0, 2)}/${key}`;

/** Keeps files in a folder, two letters of the key to a folder within it: one with hundreds of thousands of files is slow to list. */
export class FolderStorage extends FileStorage {
  constructor(private readonly folder: string) {
    super();
  }

  async store(key: string, path: string): Promise<void> {
    const stored = this.pathOf(key);
    const draft = draftOf(stored);
    try {
      await mkdir(dirname(stored), { recursive: true, mode: PRIVATE_FOLDER });
      await copyFile(path, draft);
      await flush(draft);
      await rename(draft, stored);
    } catch (error) {
      // fails, too, where FILES_FOLDER is not a folder; the first error has the reason
      await rm(draft, { force: true }).catch(() => undefined);
      throw new StorageFailed(error);
    }
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.pathOf(key)).catch(unreadable);
    return file.createReadStream(range);
  }

  /** With the draft, if a crash has left one. */
  async remove(key: string): Promise<void> {
    try {
      for (const path of [draftOf(this.pathOf(key)), this.pathOf(key)]) await rm(path, { force: true });
    } catch (error) {
      throw new StorageFailed(error);
    }
  }

  private pathOf(key: string): string {
    return join(this.folder, pathInFolder(key));
  }
}

/** A file as long as it is not complete. */
const draftOf = (path: string): string => `${path}.part`;

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function unreadable(error: unknown): never {
  throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new FileMissing() : new StorageFailed(error);
}
