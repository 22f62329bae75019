import { SettingError } from '../config';
import { embeddedDriver } from './embedded-driver';

describe('The SQLite driver', () => {
  it('opens a database with the version of Node that runs', async () => {
    const Driver = await embeddedDriver();
    const database = new Driver(':memory:');
    expect(database.prepare('SELECT 1 AS one').get()).toEqual({ one: 1 });
    database.close();
  });

  it('that was not installed is an error of the settings that says what to do', async () => {
    const opening = embeddedDriver('not-installed');
    await expect(opening).rejects.toThrow(SettingError);
    await expect(opening).rejects.toThrow('run "npm ci" with Python and a C++ compiler, or use Node 22 or later');
  });
});
