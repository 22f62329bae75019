import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretKey } from '../../core/config';

const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
/** Set explicitly, since otherwise shorter tags would be accepted, which are easier to forge. */
const TAG = { authTagLength: 16 };

/**
 * Encrypts credentials at rest: AES-256-GCM with a fresh nonce each time. The owner (division and
 * field) is authenticated too, so that a value copied to another row does not open. Form: `v1.<nonce>.<tag>.<text>`, base64url.
 */
@Injectable()
export class Vault {
  constructor(private readonly key: SecretKey) {}

  seal(secret: string, belongsTo: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv(ALGORITHM, this.key.bytes, nonce, TAG).setAAD(Buffer.from(belongsTo));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return [VERSION, ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
  }

  /** @throws Error when it was sealed with another key or belongs to something else */
  open(sealed: string, belongsTo: string): string {
    const [version, nonce, tag, text] = sealed.split('.');
    if (version !== VERSION || !nonce || !tag || text === undefined) throw new Error('Not a sealed value of a known version.');
    const decipher = createDecipheriv(ALGORITHM, this.key.bytes, Buffer.from(nonce, 'base64url'), TAG)
      .setAAD(Buffer.from(belongsTo))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
  }
}
