import { loadEnvironmentFile, readSettings } from '../core/config';
import { runCommand } from './command';
import { progressTo, type Progress } from './progress';
import { HELP, readSeedArguments } from './seed-arguments';

async function seed(): Promise<void> {
  const { help, replace, sizes } = readSeedArguments(process.argv.slice(2));
  if (help) {
    process.stdout.write(HELP);
    return;
  }
  loadEnvironmentFile();
  const settings = readSettings();
  // entities read the kind of database when they are loaded, so the environment must be complete first
  const { fillDatabase, progressTotal } = await import('./fill-database.js');
  let progress: Progress | undefined;
  await fillDatabase(settings, {
    sizes,
    replace,
    report: (steps) => (progress ??= progressTo(process.stdout, progressTotal(sizes))).advance(steps),
  });
  progress?.end();
}

runCommand(seed);
