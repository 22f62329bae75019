import { readFile } from 'node:fs/promises';
import type { SslOptions } from 'mysql2';
import type { DatabaseTls } from '../config';

/** The TLS options of the driver; undefined: no TLS. @throws Error for a file that cannot be read */
export async function tlsOptions(tls: DatabaseTls | undefined): Promise<SslOptions | undefined> {
  if (!tls) return undefined;
  const [ca, cert, key] = await Promise.all([read(tls.ca), read(tls.cert), read(tls.key)]);
  return { ca, cert, key, rejectUnauthorized: tls.mode !== 'REQUIRED', verifyIdentity: tls.mode === 'VERIFY_IDENTITY' };
}

const read = async (file: string | undefined): Promise<Buffer | undefined> => (file === undefined ? undefined : readFile(file));
