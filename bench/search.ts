import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { InvalidArguments, runCommand } from '../src/commands/command';
import { Server } from './server';

const HELP = `Measures what one search costs that finds 20 documents, by how long their texts are and where the word is in them.

  npm run bench:search

  --requests  of each kind, 20 by default
`;

const HITS = 20;
/** The longest text that is kept of a file. */
const LONGEST = 200_000;
const SENTENCE = 'Responsable de chantier à Besançon: planning, sécurité, équipes and budgets of up to 12 people. ';
const long = (before: string, after: string): string => `${before} ${SENTENCE.repeat(LONGEST / SENTENCE.length - 2)}${after}`;

/** What is found by the word in its name. */
const TEXTS = {
  short: `${SENTENCE} short`,
  first: long('first', ''),
  last: long('', 'last'),
} as const;

async function bench(): Promise<void> {
  const { values } = parseArgs({ options: { requests: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) return void process.stdout.write(HELP);
  const requests = Number(values.requests ?? '20');
  if (!(requests > 0)) throw new InvalidArguments('--requests must be above 0. See --help.');
  const folder = mkdtempSync(join(tmpdir(), 'bench-search-'));
  const service = await Server.start('src/main.js', {
    DATABASE_URL: `sqlite:${join(folder, 'bench.sqlite')}`,
    FILES_FOLDER: join(folder, 'files'),
    SECRET_KEY: '0'.repeat(64),
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    DEMO_DATA: 'false',
  });
  try {
    const url = `http://127.0.0.1:${service.port}`;
    await fill(url);
    process.stdout.write('| the word is in | CPU, ms | of short texts | longest wait of others, ms |\n| --- | ---: | ---: | ---: |\n');
    let short = 0;
    for (const word of Object.keys(TEXTS)) {
      await search(url, word, 5);
      const before = service.processorTime ?? 0;
      const watch = watched(url);
      await search(url, word, requests);
      const longest = await watch.end();
      const cost = ((service.processorTime ?? 0) - before) / requests;
      short ||= cost;
      const name = word === 'short' ? 'short texts' : `200,000 characters, the ${word}`;
      process.stdout.write(`| ${name} | ${cost.toFixed(1)} | ${(cost / short).toFixed(2)} | ${longest.toFixed(0)} |\n`);
    }
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

async function fill(url: string): Promise<void> {
  const post = async (path: string, type: string, body: string): Promise<{ id: number }> => {
    const response = await fetch(`${url}/api/${path}`, { method: 'POST', headers: { 'Content-Type': type }, body });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as { id: number };
  };
  const { id: candidateID } = await post('Candidates', 'application/json', JSON.stringify({ lastName: 'Nguyen' }));
  for (const text of Object.values(TEXTS))
    for (let number = 0; number < HITS; number++) {
      const { id } = await post('Documents', 'application/json', JSON.stringify({ candidateID, name: 'CV' }));
      await post(`Documents/${id}/Content?fileName=CV.txt`, 'text/plain', text);
    }
  for (const word of Object.keys(TEXTS)) while ((await found(url, word)) < HITS) await pause(200);
}

async function found(url: string, word: string): Promise<number> {
  const response = await fetch(`${url}/api/Search?q=${word}&types=Document&limit=${HITS}`);
  const { groups } = (await response.json()) as { groups: { hits: unknown[] }[] };
  return groups[0]?.hits.length ?? 0;
}

async function search(url: string, word: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++)
    if ((await found(url, word)) !== HITS) throw new Error(`${word} does not find ${HITS} documents any more.`);
}

/** How long others wait meanwhile, at most. */
function watched(url: string): { readonly end: () => Promise<number> } {
  let [longest, isOver] = [0, false];
  const watching = (async () => {
    while (!isOver) {
      const begin = performance.now();
      await (await fetch(`${url}/health/live`)).text();
      longest = Math.max(longest, performance.now() - begin);
      await pause(5);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await watching;
      return longest;
    },
  };
}

runCommand(bench);
