import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { EmbeddedFiles } from '../../config';
import { embeddedDriver } from '../../sql/embedded-driver';
import { BackupError } from './backup-error';
import { checkDatabase } from './check-database';
import { completeFiles, copyFiles, FILES, type KeptFiles } from './kept-files';
import { DATABASE, hasKey, KEY, writeManifest } from './manifest';
import { copyPrivately, flush, flushFolder, PRIVATE_FOLDER } from './private-files';

/** What a backup consists of besides the database. */
interface BackedUp {
  readonly hasKey: boolean;
  /** Files that the database refers to, but that are not there. */
  readonly missing: readonly string[];
}

/**
 * Writes a backup into a new folder: the database as it is at one moment, while the service may go on writing, its files, and the secret
 * key. The * folder has its name only once everything in it has been written, flushed to disk and checked.
 * @throws BackupError
 */
export async function backUp(from: EmbeddedFiles, files: KeptFiles | undefined, folder: string): Promise<BackedUp> {
  if (!existsSync(from.database)) throw new BackupError(`There is no database ${from.database}.`);
  if (existsSync(folder)) throw new BackupError(`${folder} exists already: name a folder that does not.`);
  const draft = `${resolve(folder)}.${randomUUID()}`;
  await mkdir(draft, { recursive: true, mode: PRIVATE_FOLDER });
  try {
    if (files) await copyFiles(files, join(draft, FILES));
    await copyDatabase(from.database, join(draft, DATABASE));
    const missing = files ? await completeFiles(files, join(draft, DATABASE), join(draft, FILES)) : [];
    const migration = await checkDatabase(join(draft, DATABASE));
    if (from.key !== undefined && existsSync(from.key)) await copyPrivately(from.key, join(draft, KEY));
    const manifest = await writeManifest(draft, migration);
    await rename(draft, folder);
    await flushFolder(dirname(resolve(folder)));
    return { hasKey: hasKey(manifest), missing };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const driver = await embeddedDriver();
  try {
    const source = new driver(from, { readonly: true, fileMustExist: true, timeout: 10_000 });
    try {
      source.prepare('VACUUM INTO ?').run(to);
    } finally {
      source.close();
    }
  } catch (error) {
    throw new BackupError(`${from} cannot be copied: ${error instanceof Error ? error.message : String(error)}.`);
  }
  await flush(to);
}
