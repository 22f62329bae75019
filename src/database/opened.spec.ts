import { tmpdir } from 'node:os';
import { databaseAddress } from '../config/database-address';
import { SettingError } from '../config';
import { connected, storeAt } from './data-source';

describe('A database that cannot be opened', () => {
  it.each([
    `sqlite:${tmpdir()}`,
    `sqlite:${__filename}`,
    `sqlite:${__filename}/below.sqlite`,
    'mysql://me:hunter2@127.0.0.1:1/recruitment',
  ])('is a wrong setting: %s', async (url) => {
    const open = async (): Promise<unknown> => connected(await storeAt(databaseAddress(url), []));
    await expect(open()).rejects.toBeInstanceOf(SettingError);
    await expect(open()).rejects.toThrow(/^(?!.*hunter2)DATABASE_URL must name a database that can be opened: .+\.$/);
  });
});
