import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Unavailable } from '../problems';
import { SecretKey } from './secret-key';

const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
/** Set explicitly, since otherwise shorter tags would be accepted, which are easier to forge. */
const TAG = { authTagLength: 16 };

/**
 * Encrypts credentials and keys at rest: AES-256-GCM with a fresh nonce each time. What the secret belongs to (a field of a division,
 * a person) is authenticated too, so that a value copied to another row does not open. Form: `v1.<nonce>.<tag>.<text>`, base64url.
 */
@Injectable()
export class Vault {
  /** The present one first. */
  private readonly keys: readonly [KeyObject, ...KeyObject[]];

  constructor({ bytes, previous }: SecretKey) {
    // Node 24 takes five times as long for each use of a key that is bytes
    this.keys = [createSecretKey(bytes), ...(previous ? [createSecretKey(previous)] : [])];
  }

  seal(secret: string, belongsTo: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv(ALGORITHM, this.keys[0], nonce, TAG).setAAD(Buffer.from(belongsTo));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return [VERSION, ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
  }

  /** The secret, and whether it is sealed with the present key; undefined if it was sealed with neither key, or for something else. */
  find(sealed: string, belongsTo: string): { readonly secret: string; readonly isPresent: boolean } | undefined {
    for (const key of this.keys) {
      try {
        return { secret: open(sealed, belongsTo, key), isPresent: key === this.keys[0] };
      } catch {
        // not with this key
      }
    }
    return undefined;
  }

  /** @throws Unavailable when it was sealed with neither key, as by a process that has a newer one, or for something else */
  open(sealed: string, belongsTo: string): string {
    const found = this.find(sealed, belongsTo);
    if (!found)
      throw new Unavailable('A secret is encrypted with another SECRET_KEY than that of this process. Restart it with the right one.');
    return found.secret;
  }
}

function open(sealed: string, belongsTo: string, key: KeyObject): string {
  const [version, nonce, tag, text] = sealed.split('.');
  if (version !== VERSION || !nonce || !tag || text === undefined) throw new Error('Not a sealed value of a known version.');
  const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(nonce, 'base64url'), TAG)
    .setAAD(Buffer.from(belongsTo))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
}
