import { existsSync } from 'node:fs';
import {
  apiKeys,
  count,
  days,
  encryptionKey,
  flag,
  hostName,
  instant,
  oneOf,
  pathSegment,
  port,
  seconds,
  timeZone,
  type ApiKey,
} from './checks';
import { databaseAddress, type DatabaseAddress } from './database-address';
import { DEFAULT_DATABASE_URL } from './database-url';
import { bearerToken, mailbox, mailServer, webAddress, webhookSecret } from './delivery-checks';
import { isLoopback } from './loopback';
import { Setting, SettingError, settingsOf, valueOf, type SettingDescription } from './setting';

/** Everything that can be set from outside. This class is the manual: variable, default, purpose and check, line by line. */
export class Settings {
  @Setting('DATABASE_URL', DEFAULT_DATABASE_URL, 'The database: a file (sqlite:), or a server (mysql://, mariadb://).', databaseAddress)
  readonly database!: DatabaseAddress;

  @Setting('HOST', '127.0.0.1', 'The address to listen on. Any other than this machine itself requires API_KEYS.', hostName)
  readonly host!: string;

  @Setting('PORT', '3000', 'The port to listen on; 0 takes any free one.', port)
  readonly port!: number;

  @Setting('API_KEYS', undefined, 'Who may call: a comma-separated list of name:<SHA-256 of the key>. None: this machine only.', apiKeys)
  readonly apiKeys: readonly ApiKey[] | undefined;

  @Setting('SECRET_KEY', undefined, 'Encrypts stored credentials: 32 bytes in base64, or 64 hexadecimal digits.', encryptionKey)
  readonly secretKey: Buffer | undefined;

  @Setting('SECRET_KEY_FILE', undefined, 'A file with the secret key, instead of SECRET_KEY.', String)
  readonly secretKeyFile: string | undefined;

  @Setting('TIME_ZONE', 'Australia/Sydney', 'The IANA time zone in which relative dates such as "today" are meant.', timeZone)
  readonly timeZone!: string;

  @Setting('DEMO_DATA', undefined, 'Demonstration data in an empty database: true or false. Not set: on the embedded database only.', flag)
  readonly demoData: boolean | undefined;

  @Setting('PAYROLL_INTEGRATION_SEGMENT', 'payroll-integration', 'The last segment of the path of the payroll settings.', pathSegment)
  readonly payrollIntegrationSegment!: string;

  @Setting('CHANGES_KEPT_DAYS', '30', 'How many days changes can be read at /api/Changes.', days)
  readonly changesKeptDays!: number;

  @Setting(
    'RUNS_KEPT_DAYS',
    '90',
    'How many days runs of automations are kept once they have finished; longer while an automation must know whom it has processed.',
    days,
  )
  readonly runsKeptDays!: number;

  @Setting(
    'RUN_LEASE_SECONDS',
    '30',
    'After how many seconds without a word from the process that carries out a run another goes on with it.',
    seconds,
  )
  readonly runLeaseSeconds!: number;

  @Setting(
    'MESSAGES_PER_PERSON_PER_DAY',
    '5',
    'How many e-mails and text messages automations send to a person in one day at the most; 0: as many as they like.',
    count,
  )
  readonly messagesPerPersonPerDay!: number;

  @Setting(
    'SMTP_URL',
    undefined,
    'The mail server: smtp://user:password@host:587 or smtps://. Not set: e-mails become files in OUTBOX_FOLDER.',
    mailServer,
  )
  readonly smtpUrl: string | undefined;

  @Setting(
    'MAIL_FROM',
    undefined,
    'Who e-mails come from: jobs@acme.example or Acme Staffing <jobs@acme.example>. Required with SMTP_URL.',
    mailbox,
  )
  readonly mailFrom: string | undefined;

  @Setting(
    'SMS_GATEWAY_URL',
    undefined,
    'Where text messages are posted to, as {"id", "to", "text"}. Not set: they become files in OUTBOX_FOLDER.',
    webAddress,
  )
  readonly smsGatewayUrl: string | undefined;

  @Setting('SMS_GATEWAY_TOKEN', undefined, 'The bearer token that the SMS gateway wants to see.', bearerToken)
  readonly smsGatewayToken: string | undefined;

  @Setting(
    'WEBHOOK_SECRET',
    undefined,
    'Signs webhooks by the Standard Webhooks scheme: whsec_ and 24 to 64 bytes in base64. Not set: they are not signed.',
    webhookSecret,
  )
  readonly webhookSecret: string | undefined;

  @Setting('WEBHOOK_ALLOW_PRIVATE', 'false', 'true lets webhooks go to private and local addresses, and by plain http.', flag)
  readonly webhookAllowPrivate!: boolean;

  @Setting(
    'OUTBOX_FOLDER',
    './data/outbox',
    'The folder of the e-mails (.eml) and text messages (.json) that nothing is set to send.',
    String,
  )
  readonly outboxFolder!: string;

  @Setting(
    'LOG_LEVEL',
    'info',
    'What is logged: fatal, error, warn, info, debug, trace or silent.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  )
  readonly logLevel!: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

  @Setting('NODE_ENV', 'development', 'development, production (logs as JSON) or test.', oneOf('development', 'production', 'test'))
  readonly environment!: 'development' | 'production' | 'test';

  @Setting('CLOCK_START', undefined, 'For trials: the time at which the clock starts. Refused in production.', instant)
  readonly clockStart: Date | undefined;
}

/** The table of settings, for the manual. */
export const settingsTable = (): readonly SettingDescription[] => settingsOf(Settings);

/**
 * The settings, checked one by one and together, frozen.
 * @throws SettingError
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const values = settingsOf(Settings).map((setting) => [setting.property, valueOf(setting, environment)] as const);
  const settings = Object.freeze(Object.assign(new Settings(), Object.fromEntries(values)));
  rules.forEach((check) => check(settings));
  return settings;
}

/** Reads `.env` of the working directory, if there is one; variables that are set already win. */
export function loadEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** Where settings depend on each other. */
const rules: readonly ((settings: Settings) => void)[] = [
  ({ host, apiKeys }) => {
    if (!isLoopback(host) && !apiKeys)
      throw new SettingError(
        'HOST is reachable from other machines, so API_KEYS must be set: name:<SHA-256 of the key>, comma-separated. Or leave HOST at 127.0.0.1.',
      );
  },
  ({ database, secretKey, secretKeyFile }) => {
    if (secretKey && secretKeyFile) throw new SettingError('Only one of SECRET_KEY and SECRET_KEY_FILE can be set.');
    if (database.kind !== 'sqlite' && !secretKey && !secretKeyFile)
      throw new SettingError(
        'On a database server SECRET_KEY or SECRET_KEY_FILE must be set: 32 bytes in base64, or 64 hexadecimal digits.',
      );
  },
  ({ smtpUrl, mailFrom }) => {
    if (smtpUrl && !mailFrom) throw new SettingError('With SMTP_URL, MAIL_FROM must be set: the address that e-mails come from.');
  },
  ({ environment, clockStart }) => {
    if (environment === 'production' && clockStart) throw new SettingError('CLOCK_START must not be set in production (NODE_ENV).');
  },
];
