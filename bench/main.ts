import { runCommand } from '../src/commands/command';
import { HELP, readBenchArguments } from './arguments';
import { withBufferPool } from './buffer-pool';
import { compare } from './compare';
import { isEmbedded } from './database';
import { GROWTH_HELP, readGrowthArguments } from './growth/arguments';
import { measureGrowth } from './growth/main';
import { growthMarkdown } from './growth/table';
import { databaseAt, saveComparison, saveGrowth } from './results';

type Environment = Readonly<Record<string, string>>;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Entities read the kind of database when they are loaded, so the environment must be complete first. */
function environmentFor(url: string): Environment {
  const environment = { DATABASE_URL: url, SECRET_KEY: '0'.repeat(64), NODE_ENV: 'development', LOG_LEVEL: 'info' };
  Object.assign(process.env, environment);
  return environment;
}

async function bench(): Promise<void> {
  const args = process.argv.slice(2);
  return args.includes('--growth') ? benchGrowth(args) : benchWorkloads(args);
}

async function benchWorkloads(args: readonly string[]): Promise<void> {
  const options = readBenchArguments(args);
  const { help, save, url, bufferPool } = options;
  if (help) return print(HELP);
  const environment = environmentFor(url);
  const work = () => compare(options, environment, print);
  const summaries = isEmbedded(url) ? await work() : await withBufferPool(url, bufferPool, print, work);
  if (save) print(`saved ${saveComparison(summaries, await databaseAt(url), args)}`);
}

async function benchGrowth(args: readonly string[]): Promise<void> {
  const options = readGrowthArguments(args);
  const { help, save, url, firms } = options;
  if (help) return print(GROWTH_HELP);
  const environment = environmentFor(url);
  const measured = await measureGrowth(options, environment);
  if (save) print(`saved ${saveGrowth(growthMarkdown(measured, firms), await databaseAt(new URL('/', url).href), args)}`);
}

runCommand(bench);
