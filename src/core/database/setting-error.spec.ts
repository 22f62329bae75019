import { tmpdir } from 'node:os';
import { databaseAddress } from '../config/database-address';
import { SettingError } from '../config';
import { connect, dataSourceFor } from './data-source';
import { schema } from './support/store';

describe('A database that cannot be opened', () => {
  it.each([
    `sqlite:${tmpdir()}`,
    `sqlite:${__filename}`,
    `sqlite:${__filename}/below.sqlite`,
    'mysql://me:hunter2@127.0.0.1:1/recruitment',
  ])('is an invalid setting: %s', async (url) => {
    const open = async (): Promise<unknown> => connect(await dataSourceFor(databaseAddress(url), schema));
    await expect(open()).rejects.toBeInstanceOf(SettingError);
    await expect(open()).rejects.toThrow(/^(?!.*hunter2)DATABASE_URL must be a database that can be opened: .+\.$/);
  });
});
