import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encryptionKey } from './parsers';
import { InvalidValue, SettingError } from './setting';
import type { Settings } from './settings';

/** The key that encrypts stored credentials and the keys of the audit. */
export class SecretKey {
  constructor(
    /** 32 bytes. */
    readonly bytes: Buffer,
    /** The file that has just been created for it, undefined if the key existed. */
    readonly createdFile?: string,
    /** The former key, of which values may remain. */
    readonly previous?: Buffer,
  ) {}
}

/**
 * The configured key; with an embedded database and no key configured, that of the file `secret.key` next to it, which
 * is created if missing.
 * @throws SettingError if the file cannot be read or does not contain a key
 */
export function secretKey({ secretKey: key, secretKeyFile, secretKeyPrevious, database }: Settings): SecretKey {
  if (key) return new SecretKey(key, undefined, secretKeyPrevious);
  if (secretKeyFile) return new SecretKey(readKeyFile(secretKeyFile), undefined, secretKeyPrevious);
  if (database.kind !== 'sqlite' || database.path === ':memory:') return new SecretKey(randomBytes(32));
  const file = keyFileBeside(database.path);
  const isNew = !existsSync(file) && createKeyFile(file);
  return new SecretKey(readKeyFile(file), isNew ? file : undefined, secretKeyPrevious);
}

const keyFileBeside = (database: string): string => join(dirname(database), 'secret.key');

/** Where an embedded database is. */
export interface EmbeddedFiles {
  readonly database: string;
  /** The file of the key beside it; undefined: a key is configured. */
  readonly key: string | undefined;
}

/**
 * The files of an embedded database: that of the database, and that of the key beside it unless a key is configured.
 * @throws SettingError if DATABASE_URL names no file
 */
export function embeddedFiles({ database, secretKey: key, secretKeyFile }: Settings): EmbeddedFiles {
  if (database.kind !== 'sqlite' || database.path === ':memory:')
    throw new SettingError(
      'DATABASE_URL must name a file (sqlite:). Back up and restore a database server with its own tools: see "Backup and restore" in README.md.',
    );
  return { database: database.path, key: key || secretKeyFile ? undefined : keyFileBeside(database.path) };
}

function readKeyFile(file: string): Buffer {
  try {
    return encryptionKey(readFileSync(file, 'utf8').trim());
  } catch (error) {
    const reason = error instanceof InvalidValue ? `must contain ${error.message}` : 'cannot be read';
    throw new SettingError(`The secret key file ${reason}. Set SECRET_KEY_FILE, or check secret.key next to the database.`);
  }
}

/** @throws SettingError if the folder of the database is not writable */
function createKeyFile(file: string): boolean {
  try {
    return writeKeyFile(file);
  } catch (error) {
    throw new SettingError(`DATABASE_URL must be a file in a writable folder: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Linking is atomic and never replaces a file, so only one of two processes that start together creates the key. */
function writeKeyFile(file: string): boolean {
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
