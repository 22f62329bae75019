import { loadEnvironmentFile, readSettings } from '../config';
import { runCommand } from '../shell';

/** Puts the demonstration data back. */
async function reset(): Promise<void> {
  loadEnvironmentFile();
  const settings = readSettings();
  // entities ask for the kind of database while they are loaded, so the environment must be complete by then
  const { fill } = await import('./store.js');
  await fill(settings, { replace: true });
  process.stdout.write('Removed all tables, made them anew and filled them with the demonstration data.\n');
}

runCommand(reset);
