import { isLoopback } from './loopback';
import { InvalidValue } from './setting';

/** Asymmetric ones: with HMAC whoever checks a token could also make one, and `none` checks nothing. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];

/** Whoever could change what the provider sends on its way could sign tokens. */
export const providerAddress = (text: string): string => {
  const { protocol, hostname, username, search, hash } = URL.canParse(text) ? new URL(text) : ({} as Partial<URL>);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname ?? ''));
  if (isSafe && !username && !search && !hash) return text;
  throw new InvalidValue('an https URL without a user name, query or fragment; http only for this machine, such as http://localhost:8080');
};

export const audience = (text: string): string => {
  if (/^[\x21-\x7e]{1,500}$/.test(text)) return text;
  throw new InvalidValue('1 to 500 visible ASCII characters');
};

export const signatureAlgorithms = (text: string): readonly string[] => {
  const algorithms = text.split(',').map((each) => each.trim());
  if (algorithms.every((each) => ALGORITHMS.includes(each))) return Object.freeze(algorithms);
  throw new InvalidValue(`a comma-separated list of ${ALGORITHMS.join(', ')}`);
};

export const claimName = (text: string): string => {
  if (/^[\w.:/-]{1,200}$/.test(text)) return text;
  throw new InvalidValue('the name of a claim: 1 to 200 letters, digits, _, ., :, / and -');
};

export const roleName = (text: string): string => {
  if (/^\P{Cc}{1,200}$/u.test(text)) return text;
  throw new InvalidValue('the name of a role: 1 to 200 characters');
};
