import { getCountries, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

/** A shorter number may be an extension. */
const FEWEST_DIGITS = 6;

/** A phone number in E.164, "" if it is not a possible number. @param country alpha-2, for numbers without a country code */
export function standardisedPhone(text: string | null | undefined, country: string | null | undefined): string {
  if (!text) return '';
  const number = parsePhoneNumberFromString(text, country && isSupportedCountry(country) ? country : undefined);
  return number?.isPossible() ? number.number : '';
}

/** What people write phone numbers with. */
const PHONE = /^[\d\s()+./-]+$/;

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** By what numbers are compared: the standard form, or else, of a number of which nobody knows the country, its digits. */
export function comparablePhone(text: string | null, standardised: string | null): string {
  const digits = digitsOf(text ?? '');
  return standardised || (digits.length < FEWEST_DIGITS ? '' : digits);
}

/** In E.164 every number that a text can be, as nobody knows of which country it is; none of what is no phone number. */
export function possiblePhones(text: string): string[] {
  if (!PHONE.test(text) || digitsOf(text).length < FEWEST_DIGITS) return [];
  const found = new Set([standardisedPhone(text, undefined), ...getCountries().map((country) => standardisedPhone(text, country))]);
  found.delete('');
  return [...found];
}

/**
 * The digits of a number in all forms in which it may be written where nobody knows its country: as it is, with the code of that, or as
 * people of that country write it. @param phones what it can be in E.164
 */
export function possibleDigits(text: string, phones: readonly string[]): string[] {
  const found = phones.flatMap((phone) => {
    const number = parsePhoneNumberFromString(phone);
    return number ? [phone, number.formatNational(), number.nationalNumber] : [];
  });
  return found.length === 0 ? [] : [...new Set([text, ...found].map(digitsOf))];
}
