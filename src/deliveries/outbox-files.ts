import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The name of the file to which a message is written where it is not sent; messages of other kinds have none. */
export const outboxFile = (publicID: string, kind: string): string => `${publicID}.${kind === 'email' ? 'eml' : 'json'}`;

/** Removes messages from the outbox folder, as far as they are there. */
export async function removeFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true });
}
