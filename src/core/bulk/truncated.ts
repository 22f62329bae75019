import type { ValidationError } from '../problems';
import { countryByCode, countryByName } from '../text/countries';
import { standardisedPhone } from '../text/phones';
import type { BulkType } from './columns';

/** What a spreadsheet has probably done to the texts of a row. */
export interface Truncations {
  /** Something is lost for certain: the row must not be saved. */
  readonly lost: readonly ValidationError[];
  /** Something may be lost. */
  readonly suspected: readonly ValidationError[];
}

type Texts = Readonly<Record<string, unknown>>;

const SCIENTIFIC = /^[1-9](?:[.,]\d+)?E\+?\d+$/i;
const DIGITS = /^[1-9]\d*$/;
/** Digits of a postcode in the countries where it may begin with 0. */
const POSTCODE_DIGITS: Readonly<Record<string, number>> = { AU: 4, NZ: 4, NO: 4, US: 5, DE: 5, FR: 5, ES: 5, IT: 5, FI: 5, MY: 5, MX: 5 };
/** Without a country: no postcode has fewer digits in those. */
const FEWEST_DIGITS = 4;

/** May a spreadsheet have made it a number? Only such texts are compared with what is stored. */
export const looksNumeric = (value: unknown): value is string =>
  typeof value === 'string' && (DIGITS.test(value) || SCIENTIFIC.test(value));

/** @param stored the texts of the record that the row changes; undefined: it is new */
export function truncationsIn({ phones = [] }: Pick<BulkType, 'phones'>, sent: Texts, stored: Texts | undefined): Truncations {
  const [lost, suspected]: [ValidationError[], ValidationError[]] = [[], []];
  for (const [name, value] of Object.entries(sent)) {
    if (!looksNumeric(value)) continue;
    const before = stored?.[name];
    if (before === value) continue;
    const kind = phones.includes(name) ? 'phone' : name === 'postcode' ? 'postcode' : 'text';
    const certain = lostFrom(value, typeof before === 'string' ? before : '', kind);
    if (certain) lost.push({ pointer: `/${name}`, detail: certain });
    else {
      const maybe = kind === 'text' ? undefined : suspicionOf(value, kind, countryOf(sent, stored));
      if (maybe) suspected.push({ pointer: `/${name}`, detail: maybe });
    }
  }
  return { lost, suspected };
}

type Kind = 'phone' | 'postcode' | 'text';

function lostFrom(value: string, before: string, kind: Kind): string | undefined {
  const digits = before.replace(/[\s()./-]/g, '');
  const isNumber = /^\+?\d+$/.test(digits);
  if (SCIENTIFIC.test(value)) return kind !== 'text' || isNumber ? `${value} has lost digits in a spreadsheet${stands(before)}` : undefined;
  if (!isNumber || digits === value) return undefined;
  if (digits.replace(/^0+/, '') === value) return `${value} has lost its leading zero in a spreadsheet${stands(before)}`;
  return digits === `+${value}` ? `${value} has lost its + in a spreadsheet${stands(before)}` : undefined;
}

const stands = (before: string): string => (before === '' ? '' : `: it is ${before} now`);

function suspicionOf(value: string, kind: 'phone' | 'postcode', country: string | undefined): string | undefined {
  if (kind === 'postcode') {
    const digits = country === undefined ? FEWEST_DIGITS : (POSTCODE_DIGITS[country] ?? 0);
    return value.length < digits ? `may have lost its leading zero: ${value.padStart(digits, '0')}?` : undefined;
  }
  const isShort = country === undefined ? /^[2-9]\d{8}$/.test(value) : isSameNumber(value, `0${value}`, country);
  return isShort ? `may have lost its leading zero: 0${value}?` : undefined;
}

function isSameNumber(one: string, other: string, country: string): boolean {
  const number = standardisedPhone(one, country);
  return number !== '' && number === standardisedPhone(other, country);
}

function countryOf(sent: Texts, stored: Texts | undefined): string | undefined {
  for (const { countryCode, countryName } of [sent, stored ?? {}]) {
    if (typeof countryCode === 'string' && countryCode !== '') return countryByCode(countryCode);
    if (typeof countryName === 'string' && countryName !== '') return countryByName(countryName);
  }
  return undefined;
}
