import type { RecordType } from '../../fields/record-type';
import { InvalidRequest } from '../../problems/problem';
import { countryByCode, countryByName } from '../../text/countries';

interface CountryBody {
  countryCode?: string | null;
  countryName?: string | null;
}

/** Sets the country of a record, if its type has one, as its body gives it. @throws InvalidRequest */
export function setCountry(type: RecordType, record: object, body: object): void {
  const country = type.findField('countryName') ? countryFromBody(body) : undefined;
  if (country !== undefined) Object.assign(record, { countryCode: country });
}

/**
 * The country that a body gives: by its code, alpha-2 or alpha-3, else by its name; kept as alpha-2.
 * @returns null when the body clears it, undefined when it says nothing of it
 * @throws InvalidRequest for a code or a name that no country has
 */
export function countryFromBody({ countryCode, countryName }: CountryBody): string | null | undefined {
  if (countryCode) return countryByCode(countryCode) ?? refuse('countryCode', 'must be the ISO 3166 code of a country, alpha-2 or alpha-3');
  if (countryName)
    return countryByName(countryName) ?? refuse('countryName', 'must be the English name of a country, or come with a countryCode');
  return countryCode === undefined && countryName === undefined ? undefined : null;
}

const refuse = (field: string, detail: string): never => {
  throw InvalidRequest.because([{ pointer: `/${field}`, detail }]);
};
