import { createHash } from 'node:crypto';
import { SettingError } from './setting';
import { readSettings, settingsTable } from './read-settings';
import { telemetryOf } from './telemetry';

const HASH = createHash('sha256').update('a key').digest('hex');
const KEY = 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k=';

describe('Settings', () => {
  test('have safe defaults for this machine only', () => {
    expect({ ...readSettings({}) }).toEqual({
      database: { kind: 'sqlite', path: './data/recruitment.sqlite' },
      roles: ['web', 'worker'],
      readDatabase: undefined,
      readMaxLagMs: 5000,
      host: '127.0.0.1',
      port: 3000,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      apiKeys: undefined,
      oidcAlgorithms: ['RS256', 'PS256', 'ES256'],
      oidcUserClaim: 'email',
      compression: true,
      maxRequests: 200,
      rateLimitPerKey: 0,
      rateLimitPerAddress: 0,
      failedAuthenticationsPerAddress: 100,
      secretKey: undefined,
      secretKeyFile: undefined,
      secretKeyPrevious: undefined,
      discardCredentials: false,
      timeZone: 'Australia/Sydney',
      demoData: undefined,
      payrollIntegrationSegment: 'payroll-integration',
      smtpUrl: undefined,
      mailFrom: undefined,
      smsGatewayUrl: undefined,
      smsGatewayToken: undefined,
      webhookSecret: undefined,
      webhookAllowPrivate: false,
      outboxFolder: './data/outbox',
      filesFolder: './data/files',
      filesMaxBytes: 26214400,
      filesBucketRegion: 'us-east-1',
      auditKeptDays: 0,
      changesKeptDays: 30,
      deliveriesKeptDays: 0,
      webhookDeliveriesKeptDays: 30,
      runsKeptDays: 90,
      messagesPerPersonPerDay: 5,
      runLeaseSeconds: 30,
      approveAbove: 0,
      logLevel: 'info',
      environment: 'development',
      clockStart: undefined,
    });
  });

  test('cannot be changed', () => expect(Object.isFrozen(readSettings({}))).toBe(true));
  test('are unset when empty', () => expect(readSettings({ PORT: '', API_KEYS: '' })).toMatchObject({ port: 3000, apiKeys: undefined }));
  test('are all described', () => {
    for (const { variable, description } of settingsTable()) expect(`${variable}: ${description}`).toMatch(/^[A-Z_]+: .+\.$/);
  });

  test.each<[string, NodeJS.ProcessEnv, object]>([
    ['one role', { ROLES: 'worker', DATABASE_URL: 'mysql://me@db/recruit', SECRET_KEY: KEY }, { roles: ['worker'] }],
    ['any free port', { PORT: '0' }, { port: 0 }],
    ['another time zone', { TIME_ZONE: 'Europe/Berlin' }, { timeZone: 'Europe/Berlin' }],
    ['no demonstration data', { DEMO_DATA: 'FALSE' }, { demoData: false }],
    ['a loopback address', { HOST: '[::1]' }, { host: '::1' }],
    ['every address, with a key', { HOST: '0.0.0.0', API_KEYS: `a:${HASH}` }, { host: '0.0.0.0' }],
    [
      'several keys',
      { API_KEYS: `reports:${HASH}, b@example.com:${HASH.toUpperCase()}` },
      {
        apiKeys: [
          { name: 'reports', sha256: Buffer.from(HASH, 'hex') },
          { name: 'b@example.com', sha256: Buffer.from(HASH, 'hex') },
        ],
      },
    ],
    [
      'an identity provider',
      { OIDC_ISSUER: 'https://login.example.com/staff', OIDC_AUDIENCE: 'recruitment', OIDC_ALGORITHMS: 'ES256, EdDSA' },
      { oidcIssuer: 'https://login.example.com/staff', oidcAudience: 'recruitment', oidcAlgorithms: ['ES256', 'EdDSA'] },
    ],
    ['one on this machine', { OIDC_ISSUER: 'http://localhost:8080', OIDC_AUDIENCE: 'a' }, { oidcIssuer: 'http://localhost:8080' }],
    [
      'origins of pages',
      { ALLOWED_ORIGINS: 'https://crm.example.com, http://Localhost:5173' },
      { allowedOrigins: ['https://crm.example.com', 'http://localhost:5173'] },
    ],
    ['proxies', { TRUSTED_PROXIES: '10.0.0.0/8, ::1' }, { trustedProxies: ['10.0.0.0/8', '::1'] }],
    ['a secret key in base64', { SECRET_KEY: KEY }, { secretKey: Buffer.from(KEY, 'base64') }],
    ['a secret key in hexadecimal', { SECRET_KEY: HASH }, { secretKey: Buffer.from(HASH, 'hex') }],
    ['a clock with another start', { CLOCK_START: '2026-03-31T09:00:00+11:00' }, { clockStart: new Date('2026-03-30T22:00:00Z') }],
    [
      'a mail server',
      { SMTP_URL: 'smtps://me:p%40ss@mail.example', MAIL_FROM: 'Acme & Söhne <jobs@acme.example>' },
      { smtpUrl: 'smtps://me:p%40ss@mail.example', mailFrom: 'Acme & Söhne <jobs@acme.example>' },
    ],
    [
      'a webhook secret',
      { WEBHOOK_SECRET: `whsec_${KEY}`, WEBHOOK_ALLOW_PRIVATE: 'true' },
      { webhookSecret: `whsec_${KEY}`, webhookAllowPrivate: true },
    ],
    [
      'an SMS gateway',
      { SMS_GATEWAY_URL: 'http://10.0.0.7/sms', SMS_GATEWAY_TOKEN: 'abc' },
      { smsGatewayUrl: 'http://10.0.0.7/sms', smsGatewayToken: 'abc' },
    ],
    ['a file', { DATABASE_URL: 'sqlite:/var/data/a b.sqlite' }, { database: { kind: 'sqlite', path: '/var/data/a b.sqlite' } }],
    ['a file as a URL', { DATABASE_URL: 'sqlite:///var/data/a.sqlite' }, { database: { kind: 'sqlite', path: '/var/data/a.sqlite' } }],
    ['a database in memory', { DATABASE_URL: 'sqlite::memory:' }, { database: { kind: 'sqlite', path: ':memory:' } }],
    [
      'a database server',
      { DATABASE_URL: 'mysql://me:p%40ss%2Fw@db.example:3307/recruit', SECRET_KEY: KEY },
      { database: { kind: 'mysql', hosts: [{ host: 'db.example', port: 3307 }], user: 'me', password: 'p@ss/w', database: 'recruit' } },
    ],
    [
      'a database server without a password',
      { DATABASE_URL: 'mariadb://me@[::1]/recruit', SECRET_KEY_FILE: '/run/key' },
      { database: { kind: 'mariadb', hosts: [{ host: '::1', port: 3306 }], user: 'me', password: '', database: 'recruit' } },
    ],
    [
      'a database server with several hosts',
      { DATABASE_URL: 'mariadb://me:p%40ss@db1,db2.example:3307,[::1]:3308/recruit', SECRET_KEY: KEY },
      {
        database: {
          kind: 'mariadb',
          hosts: [
            { host: 'db1', port: 3306 },
            { host: 'db2.example', port: 3307 },
            { host: '::1', port: 3308 },
          ],
          ...{ user: 'me', password: 'p@ss', database: 'recruit' },
        },
      },
    ],
    ...Object.entries<object | undefined>({
      '?ssl-mode=disabled': undefined,
      '?ssl-mode=REQUIRED': { mode: 'REQUIRED' },
      '?ssl-mode=verify_ca&ssl-ca=/etc/ssl/ca.pem': { mode: 'VERIFY_CA', ca: '/etc/ssl/ca.pem', cert: undefined, key: undefined },
      '?ssl-cert=a%20b.pem&ssl-key=c.pem&ssl-mode=VERIFY_IDENTITY': {
        mode: 'VERIFY_IDENTITY',
        ca: undefined,
        cert: 'a b.pem',
        key: 'c.pem',
      },
    }).map(([parameters, tls]): [string, NodeJS.ProcessEnv, object] => [
      `TLS: ${parameters}`,
      { DATABASE_URL: `mysql://me@db1,db2/recruit${parameters}`, SECRET_KEY: KEY },
      { database: { database: 'recruit', tls } },
    ]),
  ])('accept %s', (_, environment, expected) => expect(readSettings(environment)).toMatchObject(expected));

  test.each<[NodeJS.ProcessEnv, RegExp]>([
    [{ PORT: '65536' }, /^PORT must be a whole number from 0 to 65535/],
    [{ PORT: '3e3' }, /^PORT must/],
    [{ ROLES: 'web,cron' }, /^ROLES must be a comma-separated list of web and worker/],
    [{ ROLES: 'web' }, /^With SQLite, .* ROLES must be web,worker/],
    [{ DATABASE_READ_URL: 'sqlite:a' }, /^DATABASE_READ_URL must be mysql:/],
    [{ DATABASE_READ_URL: 'mysql://me@db/x' }, /^DATABASE_READ_URL must be a replica of the server in DATABASE_URL/],
    [{ DATABASE_READ_MAX_LAG_MS: '999' }, /^DATABASE_READ_MAX_LAG_MS must be .* from 1000 to 60000/],
    [{ HOST: 'a b' }, /^HOST must be a host name/],
    [{ TIME_ZONE: 'Sydney' }, /^TIME_ZONE must be an IANA time zone/],
    [{ TIME_ZONE: '+10:00' }, /^TIME_ZONE must/],
    [{ DEMO_DATA: 'yes' }, /^DEMO_DATA must be true or false/],
    [{ API_KEYS: 'a' }, /^API_KEYS must be a comma-separated list/],
    [{ API_KEYS: `a:${HASH},` }, /^API_KEYS must be a comma-separated list/],
    [{ API_KEYS: `a:${HASH},a:${HASH}` }, /unique names/],
    [{ OIDC_ISSUER: 'http://login.example.com', OIDC_AUDIENCE: 'a' }, /^OIDC_ISSUER must be an https URL/],
    [{ OIDC_ISSUER: 'https://login.example.com' }, /OIDC_AUDIENCE must be set/],
    [{ OIDC_AUDIENCE: 'a' }, /require OIDC_ISSUER/],
    [{ OIDC_ALGORITHMS: 'RS256,none' }, /^OIDC_ALGORITHMS must be a comma-separated list of RS256/],
    [{ OIDC_ALGORITHMS: 'HS256' }, /^OIDC_ALGORITHMS must/],
    [{ OIDC_USER_CLAIM: 'e mail' }, /^OIDC_USER_CLAIM must be the name of a claim/],
    [{ ALLOWED_ORIGINS: '*' }, /^ALLOWED_ORIGINS must be a comma-separated list of origins/],
    [{ ALLOWED_ORIGINS: 'https://crm.example.com/' }, /^ALLOWED_ORIGINS must/],
    [{ ALLOWED_ORIGINS: 'file:///tmp' }, /^ALLOWED_ORIGINS must/],
    [{ TRUSTED_PROXIES: 'proxy.example.com' }, /^TRUSTED_PROXIES must be a comma-separated list of addresses and networks/],
    [{ SECRET_KEY: 'short' }, /^SECRET_KEY must be 32 bytes, either in base64 .+ or as 64 hexadecimal digits/],
    [{ SECRET_KEY: KEY, SECRET_KEY_FILE: 'x' }, /^Only one of/],
    [{ PAYROLL_INTEGRATION_SEGMENT: 'a/b' }, /^PAYROLL_INTEGRATION_SEGMENT must be one segment/],
    [{ PAYROLL_INTEGRATION_SEGMENT: ':id' }, /^PAYROLL_INTEGRATION_SEGMENT must/],
    [{ CHANGES_KEPT_DAYS: '-1' }, /^CHANGES_KEPT_DAYS must be a whole number of days/],
    [{ RUNS_KEPT_DAYS: '1.5' }, /^RUNS_KEPT_DAYS must/],
    [{ RUN_LEASE_SECONDS: '0' }, /^RUN_LEASE_SECONDS must be a whole number of seconds/],
    [{ SMTP_URL: 'mail.example:587' }, /^SMTP_URL must be smtp:/],
    [{ SMTP_URL: 'smtp://mail.example' }, /MAIL_FROM must be set/],
    [{ FILES_BUCKET_ENDPOINT: 'http://127.0.0.1:9000' }, /^FILES_BUCKET_ENDPOINT requires FILES_BUCKET/],
    [{ MAIL_FROM: 'a@b.example, c@d.example' }, /^MAIL_FROM must be one e-mail address/],
    [{ MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, /^MAIL_FROM must/],
    [{ SMS_GATEWAY_URL: 'ftp://gateway.example' }, /^SMS_GATEWAY_URL must be an http/],
    [{ SMS_GATEWAY_URL: 'https://me:pass@gateway.example' }, /^SMS_GATEWAY_URL must/],
    [{ SMS_GATEWAY_TOKEN: 'a b' }, /^SMS_GATEWAY_TOKEN must be 1 to 4000/],
    [{ WEBHOOK_SECRET: KEY }, /^WEBHOOK_SECRET must be whsec_/],
    [{ WEBHOOK_SECRET: 'whsec_c2hvcnQ=' }, /^WEBHOOK_SECRET must/],
    [{ CLAMD_ADDRESS: 'clamav' }, /^CLAMD_ADDRESS must be a host and a port/],
    [{ CLAMD_ADDRESS: 'clamav:70000' }, /^CLAMD_ADDRESS must/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of fatal, .+silent/],
    [{ NODE_ENV: 'staging' }, /^NODE_ENV must be one of/],
    [{ CLOCK_START: 'yesterday' }, /^CLOCK_START must be an ISO 8601/],
    [{ CLOCK_START: '2026-03-31', NODE_ENV: 'production' }, /^CLOCK_START must not be set in production/],
    [{ DATABASE_URL: 'postgres://a@b/c' }, /^DATABASE_URL must be sqlite:/],
    [{ DATABASE_URL: 'sqlite:' }, /^DATABASE_URL must/],
    [{ DATABASE_URL: 'mysql://me@db.example', SECRET_KEY: KEY }, /^DATABASE_URL must/],
    [{ DATABASE_URL: 'mysql://me@db.example/x#y', SECRET_KEY: KEY }, /^DATABASE_URL must/],
    ...[
      'ssl=true',
      'ssl-mode=',
      'ssl-mode=PREFERRED',
      'ssl-mode=DISABLED&ssl-ca=a.pem',
      'ssl-mode=REQUIRED&ssl-ca=a.pem',
      'ssl-mode=VERIFY_CA&ssl-ca=',
      'ssl-mode=VERIFY_CA&ssl-ca=a.pem&ssl-ca=b.pem',
      'ssl-mode=VERIFY_CA&ssl-cert=a.pem',
      'ssl-mode=VERIFY_CA&ssl-key=a.pem',
      'ssl-mode=VERIFY_CA&timeout=1',
      'ssl-ca=a.pem',
    ].map((parameters): [NodeJS.ProcessEnv, RegExp] => [
      { DATABASE_URL: `mysql://me@db.example/x?${parameters}`, SECRET_KEY: KEY },
      /^DATABASE_URL must be .*\?ssl-mode=DISABLED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY/,
    ]),
    [{ DATABASE_URL: 'mysql://me@db1,[::1]/x?ssl-mode=VERIFY_IDENTITY', SECRET_KEY: KEY }, /not of IP addresses/],
    [{ DATABASE_URL: 'mysql://me:%E0@db.example/x', SECRET_KEY: KEY }, /^DATABASE_URL must/],
    [{ DATABASE_URL: 'mysql://me:p@db.example/x' }, /SECRET_KEY or SECRET_KEY_FILE must be set/],
  ])('reject %j', (environment, message) => {
    expect(() => readSettings(environment)).toThrow(message);
    expect(() => readSettings(environment)).toThrow(SettingError);
  });

  test.each<NodeJS.ProcessEnv>([
    { SECRET_KEY: 'hunter2' },
    { API_KEYS: 'hunter2' },
    { DATABASE_URL: 'mysql://me:hunter2@db' },
    { WEBHOOK_SECRET: 'hunter2' },
    { SMTP_URL: 'https://me:hunter2@mail' },
  ])('never repeat a wrong value: %j', (environment) => {
    expect(() => readSettings(environment)).toThrow(/^(?!.*hunter2)/);
  });
});

describe('Telemetry', () => {
  test.each([
    [{}, false, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false, false],
    [{ OTEL_SERVICE_NAME: 'recruitment' }, false, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, true, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, true, false],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://127.0.0.1:4318/v1/metrics' }, false, true],
  ])('is sent if there is an endpoint for it: %j', (environment, traces, metrics) =>
    expect(telemetryOf(environment)).toEqual({ traces, metrics }),
  );
});
