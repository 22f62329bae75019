import { findPhoneNumbersInText, type CountryCode } from 'libphonenumber-js/max';
import { countryByName } from '../../core/text/countries';
import { fold, words } from '../../core/text/fold';

/** What a resume says about its person. Each value stands in it as it is, but for the country, which an Australian address has. */
export interface Details {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email1?: string;
  readonly email2?: string;
  readonly mobile?: string;
  readonly home?: string;
  readonly address1?: string;
  readonly suburb?: string;
  readonly state?: string;
  readonly postcode?: string;
  readonly countryCode?: string;
}

/** Lines at the beginning in which an unlabelled name may stand. */
const HEAD = 5;
const LONGEST_LINE = 200;
/** Phone numbers are looked for before that: the first ones count, and to look through a long text with many brackets takes seconds. */
const PHONES_END = 10_000;
/** What stands around an address. */
const BESIDE_EMAIL = /[\s,;:|<>()[\]"]+/;
const EMAIL = /^[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}\.[a-z0-9.-]{1,100}$/i;
const LABELLED_NAME = /^(?:full )?name\s?:\s?(.+)$/i;
const NAME_WORD = /^\p{L}[\p{L}\p{M}'’.-]{0,40}$/u;
const HEADING = /^(?:curriculum vitae|cv|resume|résumé)$/i;
/** Parts of a surname. */
const PARTICLES = new Set([
  'al',
  'bin',
  'da',
  'de',
  'del',
  'della',
  'den',
  'der',
  'di',
  'dos',
  'du',
  'el',
  'la',
  'le',
  'ten',
  'van',
  'von',
]);
/** The first digits of the postcodes of each state. */
const POSTCODES: Readonly<Record<string, string>> = { NSW: '12', ACT: '02', VIC: '38', QLD: '49', SA: '5', WA: '6', TAS: '7', NT: '0' };
/** What Australian addresses end with: state and postcode, and often the country. */
const AREA = /^(.+?),? (NSW|VIC|QLD|WA|SA|TAS|ACT|NT),? (\d{4})(?:,? (Australia|AUS|AU))?$/i;
const STREET =
  /^(?:address\s?:\s?)?((?:unit \d{1,4},? )?\d{1,5}[a-z]?(?:\/\d{1,5})? [a-z' -]{2,60} (?:avenue|ave|boulevard|bvd|circuit|close|court|ct|crescent|cres|drive|dr|highway|hwy|lane|parade|pde|place|pl|road|rd|street|st|terrace|tce|way))$/i;

/** What is known besides the text. */
interface Known {
  readonly fileName?: string;
  /** Of phone numbers without a country code. */
  readonly country?: string;
  /** The same where neither that nor the address says it. */
  readonly homeCountry?: string;
}

/**
 * Finds name, addresses and phone numbers. A name counts where it is labelled as such, or where a line at the beginning has it and an
 * e-mail address or the name of the file confirms it: a first line such as "Site Engineer" looks the same.
 */
export function findDetails(text: string, { fileName = '', country, homeCountry }: Known): Details {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && line.length <= LONGEST_LINE);
  const emails = emailsIn(text);
  const { countryCode, ...address } = addressIn(lines);
  const ofPhones = country ?? countryCode ?? homeCountry;
  return {
    ...nameIn(lines, [...emails, fileName]),
    ...named(emails),
    ...phonesIn(text, ofPhones),
    ...address,
    // phone numbers are read as of the country of the candidate
    ...(countryCode !== undefined && countryCode === ofPhones && { countryCode }),
  };
}

/** The lines in which values stand. */
export const lineWith = (text: string, value: string): string =>
  (text.split('\n').find((line) => line.replace(/\s+/g, ' ').includes(value)) ?? '').trim().slice(0, LONGEST_LINE);

function emailsIn(text: string): string[] {
  const found = text.split(BESIDE_EMAIL).map((word) => word.replace(/\.$/, ''));
  const byKey = new Map(found.filter((word) => EMAIL.test(word)).map((email) => [email.toLowerCase(), email]));
  return [...byKey.values()].slice(0, 2);
}

const named = ([email1, email2]: readonly string[]): Details => ({ ...(email1 && { email1 }), ...(email2 && { email2 }) });

function nameIn(lines: readonly string[], evidence: readonly string[]): Details {
  const labelled = lines.map((line) => LABELLED_NAME.exec(line)?.[1]).find((name) => name !== undefined);
  if (labelled !== undefined) return splitName(labelled);
  const confirming = fold(evidence.join(' '));
  const line = lines
    .slice(0, HEAD)
    .filter((each) => !HEADING.test(each))
    .find((each) => splitName(each).lastName !== undefined && words(each).some((word) => word.length > 2 && confirming.includes(word)));
  return line === undefined ? {} : splitName(line);
}

/** "Grace Nguyen", "Grace van der Berg", "Nguyen, Grace"; nothing if it is no name. */
function splitName(text: string): Details {
  const [last, first, ...more] = text.split(',').map((part) => part.trim().split(' '));
  if (!last || more.length > 0) return {};
  const all = [...(first ?? []), ...last];
  if (all.length < 2 || all.length > 5 || !all.every((word) => NAME_WORD.test(word))) return {};
  // a title or a sentence has words in lower case
  if (!all.every((word) => PARTICLES.has(word.toLowerCase()) || /^\p{Lu}/u.test(word))) return {};
  const start = first ? first.length : startOfSurname(last);
  return { firstName: all.slice(0, start).join(' '), lastName: all.slice(start).join(' ') };
}

function startOfSurname(all: readonly string[]): number {
  const particle = all.findIndex((word, index) => index > 0 && PARTICLES.has(word.toLowerCase()));
  return particle > 0 ? particle : all.length - 1;
}

/** The first mobile number and the first of a fixed line, as they are written. */
function phonesIn(text: string, country: string | undefined): Details {
  const found = findPhoneNumbersInText(text.slice(0, PHONES_END), country as CountryCode | undefined);
  const first = (...types: readonly string[]): string | undefined => {
    const phone = found.find(({ number, endsAt }) => types.includes(number.getType() ?? '') && endsAt < PHONES_END);
    return phone && text.slice(phone.startsAt, phone.endsAt).replace(/\s+/g, ' ').trim();
  };
  const [mobile, home] = [first('MOBILE', 'FIXED_LINE_OR_MOBILE'), first('FIXED_LINE')];
  return { ...(mobile && { mobile }), ...(home && { home }) };
}

/** A street and number with suburb, state and postcode, in one line or two. */
function addressIn(lines: readonly string[]): Details {
  for (const [index, line] of lines.entries()) {
    const [, before, state = '', postcode = '', country = lines[index + 1] ?? ''] = AREA.exec(line) ?? [];
    const place = before === undefined ? undefined : streetAndSuburb(before, lines[index - 1] ?? '');
    if (place) return { ...place, state, postcode, ...(isAustralian(state, postcode, country) && { countryCode: 'AU' }) };
  }
  return {};
}

/** @param text up to the state @param lineBefore where the street stands if it is not in the text */
function streetAndSuburb(text: string, lineBefore: string): Details | undefined {
  const comma = text.lastIndexOf(',');
  const [street, suburb] = comma > 0 ? [text.slice(0, comma), text.slice(comma + 1).trim()] : [lineBefore, text];
  const address1 = STREET.exec(street.trim())?.[1];
  return address1 !== undefined && /^[a-z' -]{2,60}$/i.test(suburb) ? { address1, suburb } : undefined;
}

/** Other countries abbreviate states alike, but have other postcodes. @param next what follows, which may be a country */
function isAustralian(state: string, postcode: string, next: string): boolean {
  const country = /^AUS?$/i.test(next) ? 'AU' : countryByName(next);
  return country === undefined ? POSTCODES[state.toUpperCase()]!.includes(postcode.charAt(0)) : country === 'AU';
}
