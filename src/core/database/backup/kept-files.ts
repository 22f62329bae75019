import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { embeddedDriver } from '../../sql/embedded-driver';
import { copyPrivately, PRIVATE_FOLDER } from './private-files';

/** The files in a folder beside the database, to which it refers. Each has a name of its own, and never changes. */
export interface KeptFiles {
  readonly folder: string;
  /** Selects the keys of those that the database needs. */
  readonly query: string;
  /** Where a file is below the folder. */
  readonly pathOf: (key: string) => string;
}

/** The folder in a backup. */
export const FILES = 'files';

/** Copies all that there are, before the database is copied: what it needs then may be replaced by the next request. */
export async function copyFiles({ folder }: KeptFiles, to: string): Promise<void> {
  for (const name of await filesIn(folder)) if (!name.endsWith('.part')) await copyIfThere(join(folder, name), join(to, name));
}

/** Makes the copy that of the files which the copied database refers to. @returns those that are missing */
export async function completeFiles({ folder, query, pathOf }: KeptFiles, database: string, to: string): Promise<readonly string[]> {
  const needed = new Set((await keysIn(database, query)).map(pathOf));
  for (const name of await filesIn(to)) if (!needed.has(name)) await rm(join(to, name));
  const missing: string[] = [];
  for (const path of needed)
    if (!existsSync(join(to, path)) && !(await copyIfThere(join(folder, path), join(to, path)))) missing.push(path);
  return missing;
}

/** Puts the files of a backup beside those that are there. They are not replaced, since a file never changes. */
export async function restoreFiles(from: string, { folder }: KeptFiles): Promise<void> {
  for (const name of await filesIn(from)) {
    const path = join(folder, name);
    if (existsSync(path)) continue;
    await copyInto(join(from, name), `${path}.part`);
    await rename(`${path}.part`, path);
  }
}

/** The paths of all files below a folder, with slashes. */
export async function filesIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  return paths.map((path) => path.split(sep).join('/')).sort();
}

async function copyInto(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: PRIVATE_FOLDER });
  await copyPrivately(from, to);
}

/** @returns whether it was there */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyInto(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function keysIn(path: string, query: string): Promise<string[]> {
  const driver = await embeddedDriver();
  const database = new driver(path, { readonly: true, fileMustExist: true });
  try {
    return database.prepare(query).pluck().all() as string[];
  } catch (error) {
    // of an earlier version of the service, which kept no files
    if (/no such table/.test(String(error))) return [];
    throw error;
  } finally {
    database.close();
  }
}
