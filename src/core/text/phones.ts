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

/** By what numbers are compared: the standard form, or else, of a number of which nobody knows the country, its digits. */
export function comparablePhone(text: string | null, standardised: string | null): string {
  const digits = (text ?? '').replace(/\D/g, '');
  return standardised || (digits.length < FEWEST_DIGITS ? '' : digits);
}

/** In E.164 every number that a text can be, as nobody knows of which country it is; none of what is no phone number. */
export function possiblePhones(text: string): string[] {
  if (!PHONE.test(text) || text.replace(/\D/g, '').length < FEWEST_DIGITS) return [];
  const found = new Set([standardisedPhone(text, undefined), ...getCountries().map((country) => standardisedPhone(text, country))]);
  found.delete('');
  return [...found];
}
