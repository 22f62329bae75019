import {
  apiKeys,
  byteCount,
  count,
  days,
  flag,
  hostAndPort,
  hostName,
  instant,
  networks,
  oneOf,
  origins,
  pathSegment,
  port,
  positiveCount,
  seconds,
  serviceAddress,
  timeZone,
  type ApiKey,
  type HostAndPort,
} from './parsers';
import { DatabaseSettings } from './database-settings';
import { bearerToken, mailbox, mailServer, publicAddress, webAddress, webhookSecret } from './delivery-parsers';
import { audience, claimName, providerAddress, roleName, signatureAlgorithms } from './oidc-parsers';
import { Setting } from './setting';

/** All settings: environment variable, default, description and parser. The manual is generated from this class. */
export class Settings extends DatabaseSettings {
  @Setting('HOST', '127.0.0.1', 'The address to listen on. Any other than a loopback address requires an API key or OIDC_ISSUER.', hostName)
  readonly host!: string;

  @Setting('PORT', '3000', 'The port to listen on; 0 takes any free one.', port)
  readonly port!: number;

  @Setting(
    'METRICS_PORT',
    undefined,
    'A port of its own for /metrics, without a key; 0 takes any free one. Not set: on PORT, for administrators.',
    port,
  )
  readonly metricsPort: number | undefined;

  @Setting('METRICS_HOST', '127.0.0.1', 'The address to listen on for METRICS_PORT.', hostName)
  readonly metricsHost!: string;

  @Setting(
    'API_KEYS',
    undefined,
    'API keys of administrators besides those in the database: a comma-separated list of name:<SHA-256 of the key>.',
    apiKeys,
  )
  readonly apiKeys: readonly ApiKey[] | undefined;

  @Setting(
    'OIDC_ISSUER',
    undefined,
    'The identity provider (OpenID Connect) whose access tokens are accepted, as the claim iss has it: https://login.example.com/realms/staff.',
    providerAddress,
  )
  readonly oidcIssuer: string | undefined;

  @Setting('OIDC_AUDIENCE', undefined, 'What the claim aud of an access token must contain. Required with OIDC_ISSUER.', audience)
  readonly oidcAudience: string | undefined;

  @Setting(
    'OIDC_JWKS_URI',
    undefined,
    'Where the identity provider publishes its keys. Not set: where its discovery document says.',
    providerAddress,
  )
  readonly oidcJwksUri: string | undefined;

  @Setting(
    'OIDC_ALGORITHMS',
    'RS256,PS256,ES256',
    'The algorithms that access tokens may be signed with: a comma-separated list; none and HMAC are not possible.',
    signatureAlgorithms,
  )
  readonly oidcAlgorithms!: readonly string[];

  @Setting('OIDC_USER_CLAIM', 'email', 'The claim of an access token that is the e-mail address of the user.', claimName)
  readonly oidcUserClaim!: string;

  @Setting(
    'OIDC_CREATE_USERS',
    undefined,
    'The name of the role that users get who are created at their first access token. Not set: unknown users are rejected.',
    roleName,
  )
  readonly oidcCreateUsers: string | undefined;

  @Setting(
    'ALLOWED_ORIGINS',
    undefined,
    'The origins of pages on other hosts that may use the API from a browser: a comma-separated list such as https://crm.example.com.',
    origins,
  )
  readonly allowedOrigins: readonly string[] | undefined;

  @Setting('COMPRESSION', 'true', 'Compress responses with br or gzip; false where a proxy does.', flag)
  readonly compression!: boolean;

  @Setting('MAX_REQUESTS', '200', 'The most requests at a time; others are refused with 503. 500 records count as five.', positiveCount)
  readonly maxRequests!: number;

  @Setting('RATE_LIMIT_PER_KEY', '0', 'The requests a minute with one API key, or of one user with access tokens; 0: any number.', count)
  readonly rateLimitPerKey!: number;

  @Setting('RATE_LIMIT_PER_ADDRESS', '0', 'The requests a minute from one address; 0: any number.', count)
  readonly rateLimitPerAddress!: number;

  @Setting(
    'FAILED_AUTHENTICATIONS_PER_ADDRESS',
    '100',
    'After so many failed authentications in a minute, an address is refused unless its key has been right before; 0: never.',
    count,
  )
  readonly failedAuthenticationsPerAddress!: number;

  @Setting(
    'TRUSTED_PROXIES',
    undefined,
    'The proxies whose X-Forwarded-For names the client, for the log and the limits: a comma-separated list of addresses and networks such as 10.0.0.0/8.',
    networks,
  )
  readonly trustedProxies: readonly string[] | undefined;

  @Setting('TIME_ZONE', 'Australia/Sydney', 'The IANA time zone of relative dates such as "today".', timeZone)
  readonly timeZone!: string;

  @Setting('DEMO_DATA', undefined, 'Demonstration data in an empty database: true or false. Not set: on the embedded database only.', flag)
  readonly demoData: boolean | undefined;

  @Setting('PAYROLL_INTEGRATION_SEGMENT', 'payroll-integration', 'The last segment of the path of the payroll settings.', pathSegment)
  readonly payrollIntegrationSegment!: string;

  @Setting('AUDIT_KEPT_DAYS', '0', 'How many days entries of the audit are kept; 0: for ever.', days)
  readonly auditKeptDays!: number;

  @Setting('CHANGES_KEPT_DAYS', '30', 'How many days changes can be read at /api/Changes; 0: for ever.', days)
  readonly changesKeptDays!: number;

  @Setting('DELIVERIES_KEPT_DAYS', '0', 'How many days messages are kept that were sent or given up; 0: for ever.', days)
  readonly deliveriesKeptDays!: number;

  @Setting(
    'WEBHOOK_DELIVERIES_KEPT_DAYS',
    '30',
    'How many days deliveries to the webhooks of /api/Webhooks are kept that were sent or given up; 0: for ever.',
    days,
  )
  readonly webhookDeliveriesKeptDays!: number;

  @Setting(
    'RUNS_KEPT_DAYS',
    '90',
    'How many days finished runs of automations are kept; longer if needed to know which records an automation has processed. 0: for ever.',
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

  @Setting('APPROVE_ABOVE', '0', 'A run of an automation over more records waits until a second person approves it; 0: none does.', count)
  readonly approveAbove!: number;

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
    'PUBLIC_URL',
    undefined,
    'Where people reach the service from outside: https://hr.example.com. With it, messages can be unsubscribed from.',
    publicAddress,
  )
  readonly publicUrl: string | undefined;

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

  @Setting('FILES_FOLDER', './data/files', 'The folder for the contents of documents.', String)
  readonly filesFolder!: string;

  @Setting('FILES_BUCKET', undefined, 'The S3 bucket for the contents of documents, instead of FILES_FOLDER.', String)
  readonly filesBucket: string | undefined;

  @Setting('FILES_BUCKET_ENDPOINT', undefined, 'The address of an S3-compatible service. Not set: Amazon S3.', serviceAddress)
  readonly filesBucketEndpoint: string | undefined;

  @Setting('FILES_BUCKET_REGION', 'us-east-1', 'The region of the bucket.', String)
  readonly filesBucketRegion!: string;

  @Setting('FILES_MAX_BYTES', '26214400', 'The largest file that is taken, in bytes.', byteCount)
  readonly filesMaxBytes!: number;

  @Setting('CLAMD_ADDRESS', undefined, 'Host and port of clamd, which scans files for viruses: clamav:3310.', hostAndPort)
  readonly clamdAddress: HostAndPort | undefined;

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
