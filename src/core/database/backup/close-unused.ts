import { embeddedDriver } from '../../sql/embedded-driver';
import { BackupError } from './backup-error';

/** Takes over what its log has not yet written into it. @throws BackupError while a process has it open */
export async function closeUnused(path: string): Promise<void> {
  const driver = await embeddedDriver();
  const database = new driver(path, { fileMustExist: true, timeout: 500 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE; COMMIT');
    database.pragma('journal_mode = DELETE');
  } catch (error) {
    if (/locked|busy/i.test(String(error))) throw new BackupError(`A process has ${path} open: stop the service first.`);
    // a damaged one is kept as it is
  } finally {
    database.close();
  }
}
