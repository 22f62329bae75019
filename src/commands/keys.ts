import { loadEnvironmentFile, readSettings } from '../core/config';
import { runCommand } from './command';
import { HELP, readKeyArguments } from './keys-arguments';

async function keys(): Promise<void> {
  const args = readKeyArguments(process.argv.slice(2));
  if (args.action === 'help') {
    process.stdout.write(HELP);
    return;
  }
  loadEnvironmentFile();
  const settings = readSettings();
  // entities read the kind of database while they are loaded, so the environment must be complete by then
  const { manageKeys } = await import('./manage-keys.js');
  process.stdout.write(await manageKeys(settings, args));
}

runCommand(keys);
