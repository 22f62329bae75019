import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretKey } from './secret-key';
import { readSettings } from './settings';

const HEX = 'ab'.repeat(32);

describe('the secret key', () => {
  let folder: string;
  const embedded = () => readSettings({ DATABASE_URL: `sqlite:${join(folder, 'data', 'test.sqlite')}` });
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'secret-key-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test('is the one that is set', () =>
    expect(secretKey(readSettings({ SECRET_KEY: HEX }))).toEqual({ bytes: Buffer.from(HEX, 'hex'), madeAt: undefined }));

  test('is made once beside an embedded database, for its owner alone', () => {
    const made = secretKey(embedded());
    const file = join(folder, 'data', 'secret.key');
    expect(made.bytes).toHaveLength(32);
    expect(made.madeAt).toBe(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'data'))).toEqual(['secret.key']);
    expect(secretKey(embedded())).toEqual({ bytes: made.bytes, madeAt: undefined });
  });

  test('cannot be made where no file can be', () => {
    writeFileSync(join(folder, 'data'), '');
    expect(() => secretKey(embedded())).toThrow(/^DATABASE_URL must name a file in a folder that can be written to/);
  });

  test('of a database in memory is gone with it', () => {
    const settings = readSettings({ DATABASE_URL: 'sqlite::memory:' });
    expect(secretKey(settings).bytes).not.toEqual(secretKey(settings).bytes);
  });

  test('may be in a file', () => {
    const file = join(folder, 'key');
    writeFileSync(file, `${HEX}\n`);
    expect(secretKey(readSettings({ SECRET_KEY_FILE: file })).bytes).toEqual(Buffer.from(HEX, 'hex'));
  });

  test('in a file that is not there is a wrong setting', () =>
    expect(() => secretKey(readSettings({ SECRET_KEY_FILE: join(folder, 'none') }))).toThrow(/SECRET_KEY_FILE/));
  test('in a file that holds something else is a wrong setting', () => {
    const file = join(folder, 'key');
    writeFileSync(file, 'hunter2');
    expect(() => secretKey(readSettings({ SECRET_KEY_FILE: file }))).toThrow(/^(?!.*hunter2).*must hold 32 bytes/);
  });
});
