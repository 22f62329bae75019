import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { EmbeddedFiles } from '../../config';
import { embeddedDriver } from '../../sql/embedded-driver';
import { BackupError } from './backup-error';
import { checkDatabase } from './check-database';
import { closeUnused } from './close-unused';
import { FILES, restoreFiles, type KeptFiles } from './kept-files';
import { checkedManifest, DATABASE, hasKey, KEY } from './manifest';
import { copyPrivately, flush, flushFolder } from './private-files';

/** What SQLite adds to the name of a database for its log and its journal. */
const LOGS = ['-wal', '-journal'] as const;
/** And for the index of the log, which is made again. */
const INDEX = '-shm';

/** A statement that is executed before a restored database takes its place. */
interface Preparation {
  readonly statement: string;
  readonly params: readonly string[];
}

export interface RestoreOptions {
  readonly files: KeptFiles | undefined;
  /** Replaces a database that is there, which is kept under another name. */
  readonly force: boolean;
  readonly preparation: Preparation | undefined;
}

export interface Restored {
  /** Of the backup. */
  readonly createdDate: string;
  /** Where what was there before has been kept. */
  readonly kept: readonly string[];
  readonly hasKey: boolean;
  /** How many rows the preparation has changed. */
  readonly prepared: number;
}

/**
 * Puts the database and the key of a backup in their place. Nothing is replaced before the backup has been checked and copied completely.
 * @throws BackupError
 */
export async function restore(folder: string, to: EmbeddedFiles, { files, force, preparation }: RestoreOptions): Promise<Restored> {
  const manifest = await checkedManifest(folder);
  await checkDatabase(join(folder, DATABASE));
  if (existsSync(to.database)) {
    if (!force) throw new BackupError(`${to.database} exists already. With --force it is replaced, and kept under another name.`);
    await closeUnused(to.database);
  }
  await mkdir(dirname(resolve(to.database)), { recursive: true });
  const draft = `${to.database}.${randomUUID()}`;
  try {
    await copyPrivately(join(folder, DATABASE), draft);
    const prepared = await prepare(draft, preparation);
    if (files) await restoreFiles(join(folder, FILES), files);
    // the key first: a database with a foreign key does not start, and the command can be repeated
    const kept = hasKey(manifest) && to.key !== undefined ? await replaceKey(join(folder, KEY), to.key) : [];
    return {
      createdDate: manifest.createdDate,
      hasKey: hasKey(manifest),
      prepared,
      kept: [...kept, ...(await replace(draft, to.database))],
    };
  } finally {
    await rm(draft, { force: true });
  }
}

async function replaceKey(key: string, path: string): Promise<string[]> {
  if (existsSync(path) && (await readFile(path)).equals(await readFile(key))) return [];
  const draft = `${path}.${randomUUID()}`;
  try {
    await copyPrivately(key, draft);
    return await replace(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** @returns how many rows the statement has changed */
async function prepare(path: string, preparation: Preparation | undefined): Promise<number> {
  if (!preparation) return 0;
  const driver = await embeddedDriver();
  const database = new driver(path, { fileMustExist: true });
  try {
    return database.prepare(preparation.statement).run(...preparation.params).changes;
  } finally {
    database.close();
    await flush(path);
  }
}

/**
 * In one step, so that there is either the one or the other. The logs of a database that could not be closed go with it: SQLite would
 * write what they hold into the one that takes its place.
 * @returns where what was there has been kept
 */
async function replace(draft: string, path: string): Promise<string[]> {
  const kept = `${path}.before-${new Date().toISOString().replace(/[-:.]/g, '')}`;
  const isReplaced = existsSync(path);
  if (isReplaced) await link(path, kept);
  const logs = LOGS.filter((log) => existsSync(`${path}${log}`));
  for (const log of logs) await rename(`${path}${log}`, `${kept}${log}`);
  await rm(`${path}${INDEX}`, { force: true });
  // none of them may be back after a power failure
  await flushFolder(dirname(resolve(path)));
  await rename(draft, path);
  await flushFolder(dirname(resolve(path)));
  return [...(isReplaced ? [kept] : []), ...logs.map((log) => `${kept}${log}`)];
}
