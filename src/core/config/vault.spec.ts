import { SecretKey } from './secret-key';
import { Vault } from './vault';

const key = Buffer.alloc(32, 1);
const vault = new Vault(new SecretKey(key));
const SECRET = 'pässword 🚚 with "quotes"';

describe('A sealed value', () => {
  it.each([SECRET, '', 'x'.repeat(4000)])('can be opened', (secret) => {
    expect(vault.open(vault.seal(secret, '1/apiKey'), '1/apiKey')).toBe(secret);
  });

  it('can be opened by another process with the same key', () => {
    expect(new Vault(new SecretKey(Buffer.from(key))).open(vault.seal(SECRET, '1/apiKey'), '1/apiKey')).toBe(SECRET);
  });

  it('differs every time', () => {
    expect(new Set(Array.from({ length: 50 }, () => vault.seal(SECRET, '1/apiKey'))).size).toBe(50);
  });

  it('does not contain the value', () => {
    const sealed = vault.seal('hunter2-hunter2', '1/apiKey');
    expect(sealed).toMatch(/^v1\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/);
    expect(sealed + Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('hunter2');
  });

  it.each(['2/apiKey', '1/apiPassword', '11/apiKey', '', '1/apiKey '])('of 1/apiKey cannot be opened as %j', (other) => {
    expect(() => vault.open(vault.seal(SECRET, '1/apiKey'), other)).toThrow();
  });

  it('cannot be opened with another key', () => {
    expect(() => new Vault(new SecretKey(Buffer.alloc(32, 2))).open(vault.seal(SECRET, '1/apiKey'), '1/apiKey')).toThrow();
  });

  it.each([1, 2, 3])('cannot be opened when its part %i was changed', (part) => {
    const parts = vault.seal(SECRET, '1/apiKey').split('.');
    const bytes = Buffer.from(parts[part] ?? '', 'base64url');
    bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
    expect(() => vault.open(parts.with(part, bytes.toString('base64url')).join('.'), '1/apiKey')).toThrow();
  });

  it('cannot be opened with a shortened tag', () => {
    const [version, nonce, tag = '', text] = vault.seal(SECRET, '1/apiKey').split('.');
    const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url');
    expect(() => vault.open([version, nonce, short, text].join('.'), '1/apiKey')).toThrow();
  });

  it.each(['', 'plain text', 'v2.a.b.c', 'v1.a.b', 'v1...'])('is not recognized in %j', (other) => {
    expect(() => vault.open(other, '1/apiKey')).toThrow('another SECRET_KEY');
  });
});
