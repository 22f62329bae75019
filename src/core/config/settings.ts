import { existsSync } from 'node:fs';
import {
  apiKeys,
  count,
  days,
  encryptionKey,
  flag,
  hostName,
  instant,
  networks,
  oneOf,
  origins,
  pathSegment,
  port,
  seconds,
  timeZone,
  type ApiKey,
} from './parsers';
import { databaseAddress, type DatabaseAddress } from './database-address';
import { DEFAULT_DATABASE_URL } from './database-url';
import { bearerToken, mailbox, mailServer, webAddress, webhookSecret } from './delivery-parsers';
import { Setting, SettingError, settingsOf, valueOf, type SettingDescription } from './setting';

/** All settings: environment variable, default, description and parser. The manual is generated from this class. */
export class Settings {
  @Setting('DATABASE_URL', DEFAULT_DATABASE_URL, 'The database: a file (sqlite:), or a server (mysql://, mariadb://).', databaseAddress)
  readonly database!: DatabaseAddress;

  @Setting('HOST', '127.0.0.1', 'The address to listen on. Any other than a loopback address requires an API key.', hostName)
  readonly host!: string;

  @Setting('PORT', '3000', 'The port to listen on; 0 takes any free one.', port)
  readonly port!: number;

  @Setting(
    'API_KEYS',
    undefined,
    'API keys of administrators besides those in the database: a comma-separated list of name:<SHA-256 of the key>.',
    apiKeys,
  )
  readonly apiKeys: readonly ApiKey[] | undefined;

  @Setting(
    'ALLOWED_ORIGINS',
    undefined,
    'The origins of pages on other hosts that may use the API from a browser: a comma-separated list such as https://crm.example.com.',
    origins,
  )
  readonly allowedOrigins: readonly string[] | undefined;

  @Setting(
    'TRUSTED_PROXIES',
    undefined,
    'The proxies whose X-Forwarded-For names the client in the log: a comma-separated list of addresses and networks such as 10.0.0.0/8.',
    networks,
  )
  readonly trustedProxies: readonly string[] | undefined;

  @Setting('SECRET_KEY', undefined, 'Encrypts stored credentials: 32 bytes in base64, or 64 hexadecimal digits.', encryptionKey)
  readonly secretKey: Buffer | undefined;

  @Setting('SECRET_KEY_FILE', undefined, 'A file that contains the secret key, instead of SECRET_KEY.', String)
  readonly secretKeyFile: string | undefined;

  @Setting('TIME_ZONE', 'Australia/Sydney', 'The IANA time zone of relative dates such as "today".', timeZone)
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
    'How many days finished runs of automations are kept; longer if needed to know which records an automation has processed.',
    days,
  )
  readonly runsKeptDays!: number;

  @Setting(
    'RUN_LEASE_SECONDS',
    '30',
    'After how many seconds without a heartbeat from the process of a run another process continues it.',
    seconds,
  )
  readonly runLeaseSeconds!: number;

  @Setting(
    'MESSAGES_PER_PERSON_PER_DAY',
    '5',
    'The maximum number of e-mails and text messages that automations send to a person per day; 0: unlimited.',
    count,
  )
  readonly messagesPerPersonPerDay!: number;

  @Setting(
    'SMTP_URL',
    undefined,
    'The mail server: smtp://user:password@host:587 or smtps://. Not set: e-mails are written to OUTBOX_FOLDER.',
    mailServer,
  )
  readonly smtpUrl: string | undefined;

  @Setting(
    'MAIL_FROM',
    undefined,
    'The sender of e-mails: jobs@acme.example or Acme Staffing <jobs@acme.example>. Required with SMTP_URL.',
    mailbox,
  )
  readonly mailFrom: string | undefined;

  @Setting(
    'SMS_GATEWAY_URL',
    undefined,
    'The URL that text messages are posted to, as {"id", "to", "text"}. Not set: they are written to OUTBOX_FOLDER.',
    webAddress,
  )
  readonly smsGatewayUrl: string | undefined;

  @Setting('SMS_GATEWAY_TOKEN', undefined, 'The bearer token for the SMS gateway.', bearerToken)
  readonly smsGatewayToken: string | undefined;

  @Setting(
    'WEBHOOK_SECRET',
    undefined,
    'Signs webhooks according to Standard Webhooks: whsec_ and 24 to 64 bytes in base64. Not set: they are not signed.',
    webhookSecret,
  )
  readonly webhookSecret: string | undefined;

  @Setting('WEBHOOK_ALLOW_PRIVATE', 'false', 'true allows webhooks to private and local addresses, and over plain http.', flag)
  readonly webhookAllowPrivate!: boolean;

  @Setting(
    'OUTBOX_FOLDER',
    './data/outbox',
    'The folder for e-mails (.eml) and text messages (.json) when no mail server or SMS gateway is set.',
    String,
  )
  readonly outboxFolder!: string;

  @Setting(
    'LOG_LEVEL',
    'info',
    'The log level: fatal, error, warn, info, debug, trace or silent.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  )
  readonly logLevel!: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

  @Setting('NODE_ENV', 'development', 'development, production (logs as JSON) or test.', oneOf('development', 'production', 'test'))
  readonly environment!: 'development' | 'production' | 'test';

  @Setting('CLOCK_START', undefined, 'For testing: the time at which the clock starts. Not allowed in production.', instant)
  readonly clockStart: Date | undefined;
}

/** The settings, for the manual. */
export const settingsTable = (): readonly SettingDescription[] => settingsOf(Settings);

/**
 * Reads and validates all settings, frozen.
 * @throws SettingError
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const values = settingsOf(Settings).map((setting) => [setting.property, valueOf(setting, environment)] as const);
  const settings = Object.freeze(Object.assign(new Settings(), Object.fromEntries(values)));
  crossChecks.forEach((check) => check(settings));
  return settings;
}

/** Loads `.env` from the working directory, if it exists; variables that are already set take precedence. */
export function loadEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** Rules across several settings. */
const crossChecks: readonly ((settings: Settings) => void)[] = [
  ({ database, secretKey, secretKeyFile }) => {
    if (secretKey && secretKeyFile) throw new SettingError('Only one of SECRET_KEY and SECRET_KEY_FILE can be set.');
    if (database.kind !== 'sqlite' && !secretKey && !secretKeyFile)
      throw new SettingError(
        'With a database server, SECRET_KEY or SECRET_KEY_FILE must be set: 32 bytes in base64, or 64 hexadecimal digits.',
      );
  },
  ({ smtpUrl, mailFrom }) => {
    if (smtpUrl && !mailFrom) throw new SettingError('With SMTP_URL, MAIL_FROM must be set: the sender of e-mails.');
  },
  ({ environment, clockStart }) => {
    if (environment === 'production' && clockStart) throw new SettingError('CLOCK_START must not be set in production (NODE_ENV).');
  },
];
