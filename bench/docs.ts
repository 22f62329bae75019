import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { runCommand } from '../src/commands/command';
import { Server } from './server';

const HELP = `Measures how long /api/docs takes in Chromium, from the address to the first operation that is shown, with an empty cache.

  npm run bench:docs

  --times  so many times, 5 by default; the median counts
`;

async function bench(): Promise<void> {
  const { values } = parseArgs({ options: { times: { type: 'string', default: '5' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) return void process.stdout.write(HELP);
  const service = await Server.start('src/main.js', { DATABASE_URL: 'sqlite::memory:', SECRET_KEY: '0'.repeat(64), LOG_LEVEL: 'error' });
  // root has no sandbox
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const times: number[] = [];
    while (times.length < Number(values.times)) {
      const page = await (await browser.newContext()).newPage();
      const began = performance.now();
      await page.goto(`http://127.0.0.1:${service.port}/api/docs`);
      await page.locator('.opblock').first().waitFor();
      times.push(Math.round(performance.now() - began));
      await page.context().close();
    }
    const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
    process.stdout.write(`The first operation is shown after ${median} ms (${times.join(', ')}).\n`);
  } finally {
    await browser.close();
    await service.stop();
  }
}

void runCommand(bench);
