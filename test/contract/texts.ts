import type { ContractField } from './contract-field';
import type { ValueContext } from './value-context';

/** Fields whose text must be meaningful, with a value for each of the two sets. */
const MEANINGFUL: Readonly<Record<string, readonly [first: string, second: string]>> = {
  countryCode: ['AU', 'NZ'],
  countryName: ['Australia', 'New Zealand'],
  payrollCountry: ['Australia', 'New Zealand'],
  location: ['Sydney', 'Auckland'],
  longitude: ['151.2093', '174.7633'],
  latitude: ['-33.8688', '-36.8485'],
  radius: ['25', '40'],
  rating: ['1,2', '3'],
  timeRange: ['last30Days', 'thisYear'],
  taggedTimeRange: ['last7Days', 'lastMonth'],
  source: ['user', 'api'],
};

/** A text of at most 100 characters for the field, different in both sets. */
export function textFor({ name, json }: ContractField, { number, set, label }: ValueContext): string {
  const meaningful = MEANINGFUL[name];
  if (meaningful) return meaningful[set - 1] ?? '';
  // only white space can distinguish empty objects, and these texts are stored as sent
  if (json) return `{${' '.repeat(number * 2 + set)}}`;
  if (/email/i.test(name)) return `${name}.${set}@example.com`;
  if (/^(phone|mobile|home|work)$/.test(name)) return `+61 2 9${set}00 ${String(number).padStart(4, '0')}`;
  if (/url$|^website$|link$/i.test(name)) return `https://example.com/${name}/${set}`;
  return `${label}${name} of set ${set}`;
}
