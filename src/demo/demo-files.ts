import { rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { isContent } from '../activities';
import { SYSTEM_CALLER } from '../core/callers';
import { Transactions } from '../core/database';
import { FileMissing, FileStorage } from '../core/files';
import { Clock } from '../core/time/clock';
import { DemoContext } from './demo-context';
import { DemoData } from './demo-data';
import { resumeKey, resumeText, WITH_FILES } from './resume-files';
import { DEMO_SIZES, sizesOf } from './sizes';

/** Stores the files of the demo data where they are missing: the data may have been inserted by another process, or copied. */
@Injectable()
export class DemoFiles implements OnApplicationBootstrap {
  private readonly log = new Logger(DemoFiles.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly storage: FileStorage,
    private readonly clock: Clock,
    private readonly data: DemoData,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.data.isEnabled) return;
    // whichever of the two starts first
    await this.data.loaded;
    try {
      for (const candidateID of WITH_FILES) await this.complete(candidateID);
    } catch (error) {
      // the service works without them
      this.log.error(error);
    }
  }

  private async complete(candidateID: number): Promise<void> {
    const key = resumeKey(candidateID);
    const isWanted = await this.transactions.read(SYSTEM_CALLER, ({ em }) => isContent(em, key));
    if (!isWanted || (await this.isThere(key))) return;
    const path = join(tmpdir(), `recruitment-demo-${randomUUID()}`);
    try {
      await writeFile(path, resumeText(new DemoContext(sizesOf(DEMO_SIZES), this.clock.now()), candidateID), { mode: 0o600 });
      await this.storage.store(key, path, 'text/plain');
    } finally {
      await rm(path, { force: true });
    }
  }

  private async isThere(key: string): Promise<boolean> {
    try {
      (await this.storage.open(key)).destroy();
      return true;
    } catch (error) {
      if (error instanceof FileMissing) return false;
      throw error;
    }
  }
}
