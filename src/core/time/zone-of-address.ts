import tzLookup from '@photostructure/tz-lookup';
import { getTimezonesForCountry } from 'countries-and-timezones';
import { fold } from '../text/fold';

/** Where somebody is, as far as it is known. */
export interface Whereabouts {
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  readonly state?: string | null;
  /** Alpha-2. */
  readonly countryCode?: string | null;
}

const STATES_OF_AUSTRALIA: Readonly<Record<string, string>> = {
  nsw: 'Australia/Sydney',
  'new south wales': 'Australia/Sydney',
  act: 'Australia/Sydney',
  'australian capital territory': 'Australia/Sydney',
  vic: 'Australia/Melbourne',
  victoria: 'Australia/Melbourne',
  qld: 'Australia/Brisbane',
  queensland: 'Australia/Brisbane',
  sa: 'Australia/Adelaide',
  'south australia': 'Australia/Adelaide',
  wa: 'Australia/Perth',
  'western australia': 'Australia/Perth',
  tas: 'Australia/Hobart',
  tasmania: 'Australia/Hobart',
  nt: 'Australia/Darwin',
  'northern territory': 'Australia/Darwin',
};

/**
 * The IANA time zone of an address: by its coordinates, else by its state in Australia, else by its country if that has one time zone.
 * @returns undefined if it cannot be told
 */
export function zoneOfAddress({ latitude, longitude, state, countryCode }: Whereabouts): string | undefined {
  if (typeof latitude === 'number' && typeof longitude === 'number') return tzLookup(latitude, longitude);
  if (countryCode === 'AU') return STATES_OF_AUSTRALIA[fold(state ?? '')];
  return countryCode ? zoneOfCountry(countryCode) : undefined;
}

function zoneOfCountry(code: string): string | undefined {
  // the Chatham Islands have 0.01 % of the people
  if (code === 'NZ') return 'Pacific/Auckland';
  const zones = getTimezonesForCountry(code)?.filter(({ aliasOf }) => aliasOf === null) ?? [];
  const own = zones.filter(({ countries: [main] }) => main === code);
  const [zone, ...others] = own.length > 0 ? own : zones;
  return others.length === 0 ? zone?.name : undefined;
}
