import { join } from 'node:path';
import { createApp, setUp } from './app.setup';
import { loadEnvironmentFile, readSettings, SecretKey, SettingError, telemetryOf } from './core/config';
import { exportMetrics, Metrics } from './core/metrics';
import { startTelemetry } from './core/tracing';

/** As `npm run openapi` has written it, beside the compiled code. */
const OPENAPI = join(__dirname, '../../openapi.json');

async function start(): Promise<void> {
  loadEnvironmentFile();
  const settings = readSettings();
  const telemetry = telemetryOf();
  // before anything is traced or measured
  if (telemetry.traces || telemetry.metrics) await startTelemetry(telemetry);
  // entities read the kind of database while they are loaded, so the environment must be complete by then
  const { AppModule } = await import('./app.module.js');
  const app = await createApp(AppModule.with(settings));
  const open = await setUp(app, settings, { openapi: OPENAPI });
  if (telemetry.metrics) await exportMetrics(app.get(Metrics, { strict: false }));
  await app.listen(settings.port, settings.host);
  announce(await app.getUrl(), open, app.get(SecretKey, { strict: false }));
}

function announce(url: string, open: boolean, { createdFile }: SecretKey): void {
  const lines = [
    `Listening on ${url}, documentation at ${url}/api/docs`,
    open && 'Open mode: there are no API keys, so only requests from this machine are accepted, as user 1.',
    createdFile && `A secret key was created in ${createdFile}. Back it up: stored credentials cannot be decrypted without it.`,
  ];
  process.stdout.write(`${lines.filter(Boolean).join('\n')}\n`);
}

/** System calls that fail when the address is not available. */
const LISTENING: readonly unknown[] = ['listen', 'getaddrinfo'];

/** Errors that the operator can fix are one sentence; only bugs are printed with their stack trace. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingError) return error.message;
  return 'syscall' in error && LISTENING.includes(error.syscall)
    ? `Cannot listen on HOST and PORT: ${error.message}.`
    : String(error.stack);
}

start().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
