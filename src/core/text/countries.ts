import { alpha3ToAlpha2, getAlpha2Code, getName, isValid, registerLocale } from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json';

registerLocale(english);

/** The alpha-2 code of an alpha-2 or alpha-3 code in any case; undefined for an unknown one. */
export function countryByCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  if (!isValid(code)) return undefined;
  return code.length === 2 ? code : alpha3ToAlpha2(code);
}

/** The alpha-2 code of a country by its English name, in any case; undefined for an unknown one. */
export const countryByName = (name: string): string | undefined => getAlpha2Code(name.trim(), 'en');

/** The English name of a country by its alpha-2 code; null for an unknown one. */
export const countryName = (code: string | null | undefined): string | null => (code && getName(code, 'en')) || null;
