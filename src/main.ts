import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { APP_OPTIONS, setUp } from './app.setup';
import { loadEnvironmentFile, readSettings, SecretKey, SettingError, type Settings } from './config';

async function start(): Promise<void> {
  loadEnvironmentFile();
  const settings = readSettings();
  // entities ask for the kind of database while they are loaded, so the environment must be complete by then
  const { AppModule } = await import('./app.module.js');
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(settings), APP_OPTIONS);
  await setUp(app, settings);
  await app.listen(settings.port, settings.host);
  announce(await app.getUrl(), settings, app.get(SecretKey, { strict: false }));
}

function announce(url: string, { apiKeys }: Settings, { madeAt }: SecretKey): void {
  const lines = [
    `Listening on ${url}, documentation at ${url}/api/docs`,
    !apiKeys && 'Open mode: API_KEYS is not set, so only this machine is answered, as user 1.',
    madeAt && `A secret key was made in ${madeAt}. Keep a copy: stored credentials cannot be read without it.`,
  ];
  process.stdout.write(`${lines.filter(Boolean).join('\n')}\n`);
}

/** Calls of the system that fail when the address is not to be had. */
const LISTENING: readonly unknown[] = ['listen', 'getaddrinfo'];

/** What the operator can mend is said in a sentence; only mistakes of the service come with their stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingError) return error.message;
  return 'syscall' in error && LISTENING.includes(error.syscall)
    ? `HOST and PORT cannot be listened on: ${error.message}.`
    : String(error.stack);
}

start().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
