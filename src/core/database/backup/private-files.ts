import { copyFile, open, unlink } from 'node:fs/promises';

/** Files of a backup contain personal data and the key. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** Copies a file, and flushes it to disk. */
export async function copyPrivately(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const file = await open(to, 'r+');
  try {
    await file.chmod(PRIVATE_FILE);
    await file.sync();
  } catch (error) {
    await unlink(to);
    throw error;
  } finally {
    await file.close();
  }
}

/** Flushes a file to disk, which only its owner may read. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.chmod(PRIVATE_FILE);
  await file.sync();
  await file.close();
}

/** Flushes the names in a folder to disk, where the system can. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
