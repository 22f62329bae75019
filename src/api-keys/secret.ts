import { createHash, randomBytes } from 'node:crypto';

/** More than 256 bits remain secret besides the prefix. */
const RANDOM_BYTES = 40;
/** So that programs that look for leaked secrets recognise one. */
const MARK = 'rms_';
const SHOWN = 8;

/** A new key, and what is stored of it. */
export interface Secret {
  readonly key: string;
  readonly prefix: string;
  readonly sha256: string;
}

export function newSecret(): Secret {
  const key = `${MARK}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
  return { key, prefix: key.slice(0, MARK.length + SHOWN), sha256: createHash('sha256').update(key).digest('hex') };
}
