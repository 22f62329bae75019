import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './error-code';
import { NotSent } from './sender';

/** Writes messages to a folder instead of sending them: a file each, written atomically, the same one when it is sent again. */
export class FileOutbox {
  constructor(private readonly folder: string) {}

  async put(name: string, content: string | Buffer): Promise<void> {
    const file = join(this.folder, name);
    try {
      await mkdir(this.folder, { recursive: true });
      await writeFile(`${file}.part`, content, { mode: 0o600 });
      await rename(`${file}.part`, file);
    } catch (error) {
      throw new NotSent(`The outbox folder cannot be written to (${errorCode(error)}).`);
    }
  }
}
