import { readFileSync, writeFileSync } from 'node:fs';
import { createApp, setUp } from '../app.setup';
import { readSettings } from '../core/config';
import { describeApi } from '../core/http/openapi';

const FILE = 'openapi.json';

/** Writes openapi.json from the code; with --check only reports whether it is up to date. */
async function main(): Promise<void> {
  const settings = readSettings({ DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent', DEMO_DATA: 'false' });
  const { AppModule } = await import('../app.module.js');
  const app = await createApp(AppModule.with(settings));
  await setUp(app, settings);
  const text = `${JSON.stringify(describeApi(app), null, 2)}\n`;
  await app.close();
  if (!process.argv.includes('--check')) return writeFileSync(FILE, text);
  if (readFileSync(FILE, 'utf8') !== text) throw new Error(`${FILE} is out of date. Run: npm run openapi`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
