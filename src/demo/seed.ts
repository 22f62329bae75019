import { loadEnvironmentFile, readSettings } from '../config';
import { progressTo, runCommand, type Progress } from '../shell';
import { HELP, readSeedArguments } from './seed-arguments';

async function seed(): Promise<void> {
  const { help, replace, sizes } = readSeedArguments(process.argv.slice(2));
  if (help) {
    process.stdout.write(HELP);
    return;
  }
  loadEnvironmentFile();
  const settings = readSettings();
  // entities ask for the kind of database while they are loaded, so the environment must be complete by then
  const { fill, stepsOf } = await import('./store.js');
  let progress: Progress | undefined;
  await fill(settings, { sizes, replace, report: (steps) => (progress ??= progressTo(process.stdout, stepsOf(sizes))).advance(steps) });
  progress?.end();
}

runCommand(seed);
