import { databaseAddress, databaseServer, type DatabaseAddress, type DatabaseServer } from './database-address';
import { DEFAULT_DATABASE_URL } from './database-url';
import { encryptionKey, flag, lag, someOf } from './parsers';
import { Setting } from './setting';

/** What a process does. */
export const ROLES = ['web', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** Where everything is stored, what encrypts a part of it, and which of the processes that share it this is. */
export class DatabaseSettings {
  @Setting(
    'DATABASE_URL',
    DEFAULT_DATABASE_URL,
    'The database: a file (sqlite:), or a server (mysql://, mariadb://) with one host or several.',
    databaseAddress,
  )
  readonly database!: DatabaseAddress;

  @Setting(
    'DATABASE_READ_URL',
    undefined,
    'A replica of the server, or several hosts of which one is used, for lists, searches and exports.',
    databaseServer,
  )
  readonly readDatabase: DatabaseServer | undefined;

  @Setting('DATABASE_READ_MAX_LAG_MS', '5000', 'A replica that may be further behind is not used, in milliseconds: 1000 to 60000.', lag)
  readonly readMaxLagMs!: number;

  @Setting(
    'SECRET_KEY',
    undefined,
    'Encrypts stored credentials and the keys of the audit: 32 bytes in base64, or 64 hexadecimal digits.',
    encryptionKey,
  )
  readonly secretKey: Buffer | undefined;

  @Setting('SECRET_KEY_FILE', undefined, 'A file that contains the secret key, instead of SECRET_KEY.', String)
  readonly secretKeyFile: string | undefined;

  @Setting(
    'SECRET_KEY_PREVIOUS',
    undefined,
    'The former secret key: at the start, what it encrypts is encrypted with the new one.',
    encryptionKey,
  )
  readonly secretKeyPrevious: Buffer | undefined;

  @Setting(
    'DISCARD_CREDENTIALS',
    'false',
    'At the start, deletes credentials that cannot be decrypted, since their key is lost: true or false.',
    flag,
  )
  readonly discardCredentials!: boolean;

  @Setting(
    'ROLES',
    'web,worker',
    'What the process does: web answers requests, worker does what is done in the background (automations, deliveries, cleanup).',
    someOf(...ROLES),
  )
  readonly roles!: readonly Role[];
}
