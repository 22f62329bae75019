import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encryptionKey } from './checks';
import { NotAllowed, SettingError } from './setting';
import type { Settings } from './settings';

/** The key that encrypts stored credentials. */
export class SecretKey {
  constructor(
    /** 32 bytes. */
    readonly bytes: Buffer,
    /** The file that was made for it just now, undefined when the key was there before. */
    readonly madeAt?: string,
  ) {}
}

/**
 * The key that is set; on an embedded database without one, that of the file `secret.key` beside it, made when missing.
 * @throws SettingError when the file cannot be read or holds no key
 */
export function secretKey({ secretKey: key, secretKeyFile, database }: Settings): SecretKey {
  if (key) return new SecretKey(key);
  if (secretKeyFile) return new SecretKey(keyIn(secretKeyFile));
  if (database.kind !== 'sqlite' || database.path === ':memory:') return new SecretKey(randomBytes(32));
  const file = join(dirname(database.path), 'secret.key');
  const isNew = !existsSync(file) && made(file);
  return new SecretKey(keyIn(file), isNew ? file : undefined);
}

function keyIn(file: string): Buffer {
  try {
    return encryptionKey(readFileSync(file, 'utf8').trim());
  } catch (error) {
    const reason = error instanceof NotAllowed ? `must hold ${error.message}` : 'cannot be read';
    throw new SettingError(
      `The file of the secret key ${reason}. It is named by SECRET_KEY_FILE, else it is secret.key beside the database.`,
    );
  }
}

/** @throws SettingError when the folder of the database takes no files: nothing could be kept there */
function made(file: string): boolean {
  try {
    return make(file);
  } catch (error) {
    throw new SettingError(
      `DATABASE_URL must name a file in a folder that can be written to: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** A link appears whole or not at all and never replaces a file, so of two processes that start together one makes the key. */
function make(file: string): boolean {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (existsSync(file)) return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}
