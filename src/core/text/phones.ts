import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

/** A phone number in E.164, "" if it is not a possible number. @param country alpha-2, for numbers without a country code */
export function standardisedPhone(text: string | null | undefined, country: string | null | undefined): string {
  if (!text) return '';
  const number = parsePhoneNumberFromString(text, country && isSupportedCountry(country) ? country : undefined);
  return number?.isPossible() ? number.number : '';
}
