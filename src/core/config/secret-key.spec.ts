import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretKey } from './secret-key';
import { readSettings } from './read-settings';

const HEX = 'ab'.repeat(32);

describe('The secret key', () => {
  let folder: string;
  const embedded = () => readSettings({ DATABASE_URL: `sqlite:${join(folder, 'data', 'test.sqlite')}` });
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'secret-key-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test('is the one that is set', () =>
    expect(secretKey(readSettings({ SECRET_KEY: HEX }))).toEqual({ bytes: Buffer.from(HEX, 'hex'), createdFile: undefined }));

  test('is created once next to an embedded database, readable by its owner only', () => {
    const created = secretKey(embedded());
    const file = join(folder, 'data', 'secret.key');
    expect(created.bytes).toHaveLength(32);
    expect(created.createdFile).toBe(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'data'))).toEqual(['secret.key']);
    expect(secretKey(embedded())).toEqual({ bytes: created.bytes, createdFile: undefined });
  });

  test('cannot be created where files cannot be written', () => {
    writeFileSync(join(folder, 'data'), '');
    expect(() => secretKey(embedded())).toThrow(/^DATABASE_URL must be a file in a writable folder/);
  });

  test('is not kept for a database in memory', () => {
    const settings = readSettings({ DATABASE_URL: 'sqlite::memory:' });
    expect(secretKey(settings).bytes).not.toEqual(secretKey(settings).bytes);
  });

  test('can be read from a file', () => {
    const file = join(folder, 'key');
    writeFileSync(file, `${HEX}\n`);
    expect(secretKey(readSettings({ SECRET_KEY_FILE: file })).bytes).toEqual(Buffer.from(HEX, 'hex'));
  });

  test('in a missing file is an invalid setting', () =>
    expect(() => secretKey(readSettings({ SECRET_KEY_FILE: join(folder, 'none') }))).toThrow(/SECRET_KEY_FILE/));
  test('in a file with other content is an invalid setting', () => {
    const file = join(folder, 'key');
    writeFileSync(file, 'hunter2');
    expect(() => secretKey(readSettings({ SECRET_KEY_FILE: file }))).toThrow(/^(?!.*hunter2).*must contain 32 bytes/);
  });
});
