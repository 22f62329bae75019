import { embeddedDriver } from '../../sql/embedded-driver';
import { migrations } from '../migrations';
import { BackupError } from './backup-error';

/** @returns the name of its last migration @throws BackupError if it is damaged, or of a later version of the service */
export async function checkDatabase(path: string): Promise<string> {
  const driver = await embeddedDriver();
  const database = new driver(path, { readonly: true, fileMustExist: true });
  try {
    const [problem] = database.pragma('integrity_check') as { integrity_check: string }[];
    if (problem?.integrity_check !== 'ok') throw new BackupError(`${path} is damaged: ${problem?.integrity_check}.`);
    const names = database.prepare('SELECT name FROM migrations ORDER BY timestamp').pluck().all() as string[];
    const known = new Set(migrations.map(({ name }) => name));
    const unknown = names.find((name) => !known.has(name));
    if (unknown !== undefined) throw new BackupError(`${path} is of a later version of the service (${unknown}): use that one.`);
    return names.at(-1) ?? '';
  } finally {
    database.close();
  }
}
