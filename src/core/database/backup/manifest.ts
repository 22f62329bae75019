import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { version } from '../../../../package.json';
import { BackupError } from './backup-error';
import { FILES, filesIn } from './kept-files';
import { PRIVATE_FILE } from './private-files';

const MANIFEST = 'backup.json';
const FORMAT = 1;
/** The files of a backup. */
export const DATABASE = 'database.sqlite';
export const KEY = 'secret.key';

/** What a backup consists of. */
export interface BackupManifest {
  readonly format: typeof FORMAT;
  /** Of the service. */
  readonly version: string;
  readonly createdDate: string;
  /** The last migration of the database. */
  readonly migration: string;
  readonly files: readonly BackupFile[];
}

interface BackupFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Describes the files in the folder of a new backup. @param migration the last one of the database */
export async function writeManifest(folder: string, migration: string): Promise<BackupManifest> {
  const files: BackupFile[] = [];
  const kept = (await filesIn(join(folder, FILES))).map((name) => `${FILES}/${name}`);
  for (const name of [DATABASE, KEY, ...kept]) if (existsSync(join(folder, name))) files.push(await described(folder, name));
  const manifest = { format: FORMAT, version, createdDate: new Date().toISOString(), migration, files } as const;
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: PRIVATE_FILE, flush: true });
  return manifest;
}

/** Whether a backup contains the secret key. */
export const hasKey = ({ files }: BackupManifest): boolean => files.some(({ name }) => name === KEY);

/** @throws BackupError if it is no backup, or its files are not as they were written */
export async function checkedManifest(folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  for (const { name, sha256 } of manifest.files) {
    if (!existsSync(join(folder, name))) throw new BackupError(`${folder} has no ${name}: the backup is incomplete.`);
    if ((await described(folder, name)).sha256 !== sha256)
      throw new BackupError(`${join(folder, name)} has been changed since the backup was made.`);
  }
  return manifest;
}

async function readManifest(folder: string): Promise<BackupManifest> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as BackupManifest;
    if (manifest.format === FORMAT && manifest.files.some(({ name }) => name === DATABASE)) return manifest;
  } catch {
    // as below
  }
  throw new BackupError(`${folder} is not a backup: it has no ${MANIFEST} of this service.`);
}

async function described(folder: string, name: string): Promise<BackupFile> {
  const path = join(folder, name);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { name, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}
