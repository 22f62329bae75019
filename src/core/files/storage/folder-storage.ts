import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileMissing, FileStorage, type ByteRange } from './file-storage';

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
    const draft = `${stored}.part`;
    await mkdir(dirname(stored), { recursive: true, mode: PRIVATE_FOLDER });
    try {
      await copyFile(path, draft);
      await flush(draft);
      await rename(draft, stored);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.pathOf(key)).catch(missing);
    return file.createReadStream(range);
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  private pathOf(key: string): string {
    return join(this.folder, pathInFolder(key));
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function missing(error: unknown): never {
  throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new FileMissing() : error;
}
