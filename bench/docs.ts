import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { runCommand } from '../src/commands/command';
import { Server } from './server';

const HELP = `Measures how long /api/docs takes in Chromium, from the address to the first operation that is shown, with an empty cache; and, in
turn, Swagger UI alone: the same files with a document of one operation.

  npm run bench:docs

  --times  so many times each, 5 by default; the medians count
`;

const DIST = dirname(require.resolve('swagger-ui-dist/package.json'));
const ALONE = '/alone/';
const ONE_OPERATION = { openapi: '3.0.0', info: { title: 'Alone', version: '1' }, paths: { '/api': { get: { responses: {} } } } };
const ALONE_FILES: Readonly<Record<string, { readonly contentType: string; readonly body: string | Buffer }>> = {
  '': {
    contentType: 'text/html',
    body: '<!DOCTYPE html><link rel="stylesheet" href="swagger-ui.css"><div id="swagger-ui"></div><script src="swagger-ui-bundle.js"></script><script src="start.js"></script>',
  },
  'start.js': {
    contentType: 'text/javascript; charset=utf-8',
    body: `SwaggerUIBundle(${JSON.stringify({ dom_id: '#swagger-ui', docExpansion: 'list', spec: ONE_OPERATION })});`,
  },
  'swagger-ui.css': { contentType: 'text/css', body: readFileSync(join(DIST, 'swagger-ui.css')) },
  'swagger-ui-bundle.js': { contentType: 'text/javascript; charset=utf-8', body: readFileSync(join(DIST, 'swagger-ui-bundle.js')) },
};

async function bench(): Promise<void> {
  const { values } = parseArgs({ options: { times: { type: 'string', default: '5' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) return void process.stdout.write(HELP);
  const service = await Server.start('src/main.js', { DATABASE_URL: 'sqlite::memory:', SECRET_KEY: '0'.repeat(64), LOG_LEVEL: 'error' });
  // root has no sandbox
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  const root = `http://127.0.0.1:${service.port}`;
  try {
    const [docs, alone]: [number[], number[]] = [[], []];
    while (docs.length < Number(values.times)) {
      docs.push(await timeOf(browser, `${root}/api/docs`));
      alone.push(await timeOf(browser, `${root}${ALONE}`));
    }
    const ratio = (median(docs) / median(alone)).toFixed(2);
    process.stdout.write(
      `The first operation is shown after ${median(docs)} ms (${docs.join(', ')}), by Swagger UI alone after ${median(alone)} ms (${alone.join(', ')}): ${ratio}.\n`,
    );
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** When the browser had drawn the first operation, by its own clock: afterwards it may be busy with the rest. */
async function timeOf(browser: Browser, url: string): Promise<number> {
  const page = await (await browser.newContext()).newPage();
  await page.route(`**${ALONE}*`, (route) => route.fulfill(ALONE_FILES[route.request().url().split(ALONE)[1] ?? '']));
  await page.addInitScript(WATCH);
  await page.goto(url);
  const shown = await page.waitForFunction('window.shown');
  const time = Math.round(Number(await shown.jsonValue()));
  await page.context().close();
  return time;
}

const WATCH = `{
  const look = () =>
    requestAnimationFrame(() => (document.querySelector('.opblock') ? setTimeout(() => (window.shown = performance.now())) : look()));
  look();
}`;

const median = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!;

void runCommand(bench);
