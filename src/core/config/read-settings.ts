import { existsSync } from 'node:fs';
import { ROLES } from './database-settings';
import { SettingError, settingsOf, valueOf, type SettingDescription } from './setting';
import { Settings } from './settings';

/** The settings, for the manual. */
export const settingsTable = (): readonly SettingDescription[] => settingsOf(Settings);

/**
 * Reads and validates all settings, frozen.
 * @throws SettingError
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const values = settingsOf(Settings).map((setting) => [setting.property, valueOf(setting, environment)] as const);
  const settings = Object.freeze(Object.assign(new Settings(), Object.fromEntries(values)));
  CROSS_CHECKS.forEach((check) => check(settings));
  return settings;
}

/** Loads `.env` from the working directory, if it exists; variables that are already set take precedence. */
export function loadEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** Rules across several settings; each throws a SettingError. */
const CROSS_CHECKS: readonly ((settings: Settings) => void)[] = [
  ({ database, secretKey, secretKeyFile }) => {
    if (secretKey && secretKeyFile) throw new SettingError('Only one of SECRET_KEY and SECRET_KEY_FILE can be set.');
    if (database.kind !== 'sqlite' && !secretKey && !secretKeyFile)
      throw new SettingError(
        'With a database server, SECRET_KEY or SECRET_KEY_FILE must be set: 32 bytes in base64, or 64 hexadecimal digits.',
      );
  },
  ({ database, readDatabase }) => {
    if (readDatabase && readDatabase.kind !== database.kind)
      throw new SettingError('DATABASE_READ_URL must be a replica of the server in DATABASE_URL, and begin like it.');
  },
  ({ database, roles }) => {
    if (database.kind === 'sqlite' && roles.length < ROLES.length)
      throw new SettingError('With SQLite, which one process uses, ROLES must be web,worker.');
  },
  ({ smtpUrl, mailFrom }) => {
    if (smtpUrl && !mailFrom) throw new SettingError('With SMTP_URL, MAIL_FROM must be set: the sender of e-mails.');
  },
  ({ filesBucket, filesBucketEndpoint }) => {
    if (filesBucketEndpoint && !filesBucket) throw new SettingError('FILES_BUCKET_ENDPOINT requires FILES_BUCKET.');
  },
  ({ oidcIssuer, oidcAudience, oidcJwksUri, oidcCreateUsers }) => {
    if (oidcIssuer && !oidcAudience)
      throw new SettingError('With OIDC_ISSUER, OIDC_AUDIENCE must be set: what the access tokens for this service have as aud.');
    if (!oidcIssuer && (oidcAudience || oidcJwksUri || oidcCreateUsers))
      throw new SettingError('OIDC_AUDIENCE, OIDC_JWKS_URI and OIDC_CREATE_USERS require OIDC_ISSUER.');
  },
  ({ environment, clockStart }) => {
    if (environment === 'production' && clockStart) throw new SettingError('CLOCK_START must not be set in production (NODE_ENV).');
  },
];
