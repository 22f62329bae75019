import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { Logger } from '@nestjs/common';
import type { SslOptions } from 'mysql2';
import type { DatabaseTls } from '../config';

/** The contents of the files, in PEM. */
type Contents = Readonly<Record<'ca' | 'cert' | 'key', string | undefined>>;

/**
 * The TLS options of the driver, which takes its certificates from them for each connection; undefined: no TLS.
 * @throws Error for files that cannot be read or used
 */
export function tlsOptions(tls: DatabaseTls | undefined): SslOptions | undefined {
  if (!tls) return undefined;
  const files = new CertificateFiles(tls);
  return {
    get ca() {
      return files.current().ca;
    },
    get cert() {
      return files.current().cert;
    },
    get key() {
      return files.current().key;
    },
    rejectUnauthorized: tls.mode !== 'REQUIRED',
    verifyIdentity: tls.mode === 'VERIFY_IDENTITY',
  };
}

/** Certificates are renewed while the service runs, so the files are read for each connection. */
class CertificateFiles {
  private readonly log = new Logger('DatabaseTls');
  private contents: Contents = { ca: undefined, cert: undefined, key: undefined };
  private problem = '';

  constructor(private readonly tls: DatabaseTls) {
    this.contents = this.read();
  }

  /** The last ones that could be used: files are replaced one after the other. */
  current(): Contents {
    try {
      this.contents = this.read();
      this.problem = '';
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== this.problem) this.log.warn(`The former TLS certificates are used, the new ones cannot be: ${problem}`);
      this.problem = problem;
    }
    return this.contents;
  }

  private read(): Contents {
    const { ca, cert, key } = this.tls;
    const contents = { ca: textOf(ca), cert: textOf(cert), key: textOf(key) };
    if (!isDeepStrictEqual(contents, this.contents)) createSecureContext(contents);
    return contents;
  }
}

/** @throws Error for an empty file, too: without a CA, those that Node trusts would be used. */
function textOf(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const text = readFileSync(file, 'utf8');
  if (!text.includes('-----BEGIN ')) throw new Error(`${file} is not in PEM`);
  return text;
}
