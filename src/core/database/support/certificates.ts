import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority for the time of a test. Needs `openssl`. */
export class CertificateAuthority implements Certificate {
  private readonly folder = mkdtempSync(join(tmpdir(), 'authority-'));
  readonly cert = join(this.folder, 'authority.pem');
  readonly key = join(this.folder, 'authority.key');

  constructor() {
    openssl('req', '-x509', ...newKey(this.key), '-out', this.cert, '-days', '2', '-subj', '/CN=Test authority');
  }

  /** For a host, or for whoever is called so. */
  certify(name: string): Certificate {
    const [cert, key, extensions] = ['pem', 'key', 'ext'].map((type) => join(this.folder, `${name}.${type}`)) as [string, string, string];
    const request = join(this.folder, `${name}.csr`);
    openssl('req', ...newKey(key), '-out', request, '-subj', `/CN=${name}`);
    writeFileSync(extensions, `subjectAltName=DNS:${name}`);
    const signing = ['-CA', this.cert, '-CAkey', this.key, '-CAcreateserial', '-days', '2', '-extfile', extensions];
    openssl('x509', '-req', '-in', request, '-out', cert, ...signing);
    return { cert, key };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

const newKey = (file: string): string[] => ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', file];

const openssl = (...words: string[]): Buffer => execFileSync('openssl', words, { stdio: ['ignore', 'ignore', 'pipe'] });
