import { join } from 'node:path';
import { loadEnvironmentFile, readSettings, SecretKey, telemetryOf } from './core/config';
import { explainError } from './core/database/explain-error';
import { startTelemetry } from './core/tracing';

/** As `npm run openapi` has written it, beside the compiled code. */
const OPENAPI = join(__dirname, '../../openapi.json');

async function start(): Promise<void> {
  loadEnvironmentFile();
  const settings = readSettings();
  const telemetry = telemetryOf();
  // before anything is traced or measured
  if (telemetry.traces || telemetry.metrics) await startTelemetry(telemetry);
  // all other modules read the kind of database while they are loaded, so the environment must be complete and right by then
  const { AppModule } = await import('./app.module.js');
  const { createApp, setUp } = await import('./app.setup.js');
  const { exportMetrics, Metrics } = await import('./core/metrics/index.js');
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

start().catch((error: unknown) => {
  process.stderr.write(`${explainError(error)}\n`);
  process.exit(1);
});
