import { isIP } from 'node:net';
import type { HostAndPort } from './parsers';
import { InvalidValue } from './setting';

/** TLS of the connections to a server, with the options of MySQL's own clients. */
export interface DatabaseTls {
  /** VERIFY_CA: the certificate of the server must be signed by a trusted CA; VERIFY_IDENTITY: and be for the name of its host. */
  readonly mode: 'REQUIRED' | 'VERIFY_CA' | 'VERIFY_IDENTITY';
  /** The file of the trusted CAs, in PEM as all files; undefined: those that Node trusts. */
  readonly ca: string | undefined;
  /** The files of the client certificate and of its key: both or neither. */
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

/** The other parameters that each mode allows. */
const PARAMETERS: Readonly<Record<DatabaseTls['mode'] | 'DISABLED', readonly string[]>> = {
  DISABLED: [],
  REQUIRED: ['ssl-cert', 'ssl-key'],
  VERIFY_CA: ['ssl-ca', 'ssl-cert', 'ssl-key'],
  VERIFY_IDENTITY: ['ssl-ca', 'ssl-cert', 'ssl-key'],
};

const isMode = (text: string): text is keyof typeof PARAMETERS => Object.hasOwn(PARAMETERS, text);

export const TLS_FORM =
  '?ssl-mode=DISABLED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY (of host names, not of IP addresses), with VERIFY_… also &ssl-ca=<file>, and unless DISABLED also &ssl-cert=<file>&ssl-key=<file>';

/**
 * Reads what follows the name of the database in a URL.
 * @returns undefined without TLS
 * @throws InvalidValue
 */
export function databaseTls(parameters: URLSearchParams, hosts: readonly HostAndPort[]): DatabaseTls | undefined {
  if (parameters.size === 0) return undefined;
  const mode = parameters.get('ssl-mode')?.toUpperCase() ?? '';
  const hasUnverifiable = mode === 'VERIFY_IDENTITY' && hosts.some(({ host }) => isIP(host));
  if (!isMode(mode) || !areAllowed(parameters, PARAMETERS[mode]) || hasUnverifiable)
    throw new InvalidValue(`a URL with nothing after the name of the database, or ${TLS_FORM}`);
  if (mode === 'DISABLED') return undefined;
  const [ca, cert, key] = ['ssl-ca', 'ssl-cert', 'ssl-key'].map((name) => parameters.get(name) ?? undefined);
  return { mode, ca, cert, key };
}

function areAllowed(parameters: URLSearchParams, allowed: readonly string[]): boolean {
  const names = [...parameters.keys()];
  const areOnceEach = new Set(names).size === names.length;
  const areKnown = names.every((name) => name === 'ssl-mode' || allowed.includes(name));
  return areOnceEach && areKnown && ![...parameters.values()].includes('') && parameters.has('ssl-cert') === parameters.has('ssl-key');
}
