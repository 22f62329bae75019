import type { DuplicateKey, DuplicateKind } from '../core/fields/duplicate-kind';
import { fold } from '../core/text/fold';
import type { Client } from './client.entity';
import { withoutLegalForm } from './legal-forms';

/** Branches of a company; companies that share an office. */
const [BRANCHES, OFFICE] = [50, 10];

/** What is left of a number without its prefix and the code of its country, in most countries. */
const DIGITS = 9;
/** A shorter number may be an extension. */
const FEWEST_DIGITS = 6;

/** Why two clients may be the same company. Nothing of this refuses a client: branches have it in common, too. */
export const clientDuplicates: readonly DuplicateKind<Client>[] = [
  kind('registrationNumber', BRANCHES, (text) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')),
  kind('name', BRANCHES, withoutLegalForm),
  kind('website', BRANCHES, hostAndPath),
  kind('email', OFFICE, fold),
  kind('phone', OFFICE, lastDigits),
];

function kind(
  name: 'registrationNumber' | 'name' | 'website' | 'email' | 'phone',
  most: number,
  form: (text: string) => string,
): DuplicateKind<Client> {
  const keysOf = (client: Client): DuplicateKey[] => [{ text: form(client[name] ?? ''), shown: client[name] ?? '' }];
  return { name, fields: [name], keysOf, most, isRefused: false };
}

/** Of an address, what does not differ by how it is written: not the protocol, www, the query or a slash at the end. */
export function hostAndPath(address: string): string {
  if (!URL.canParse(address)) return '';
  const { hostname, pathname } = new URL(address);
  return fold(`${hostname.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`);
}

/** Clients have no country by which their numbers could be completed. */
export function lastDigits(phone: string): string {
  const digits = fold(phone).replace(/\D/g, '');
  return digits.length < FEWEST_DIGITS ? '' : digits.slice(-DIGITS);
}
