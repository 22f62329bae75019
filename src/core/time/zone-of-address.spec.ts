import { zoneOfAddress, type Whereabouts } from './zone-of-address';

describe('The time zone of an address', () => {
  test.each<[what: string, address: Whereabouts, zone: string | undefined]>([
    ['its coordinates', { latitude: -31.95, longitude: 115.86, state: 'NSW', countryCode: 'AU' }, 'Australia/Perth'],
    ['a state of Australia', { state: 'QLD', countryCode: 'AU' }, 'Australia/Brisbane'],
    ['the name of a state', { state: ' western  Australia', countryCode: 'AU' }, 'Australia/Perth'],
    ['a country with one time zone', { countryCode: 'GB' }, 'Europe/London'],
    ['a country that uses the zone of another', { countryCode: 'SE' }, 'Europe/Berlin'],
    ['a country of which a village uses the zone of another', { countryCode: 'DE' }, 'Europe/Berlin'],
    ['New Zealand', { countryCode: 'NZ' }, 'Pacific/Auckland'],
    ['a country with several time zones', { countryCode: 'US', state: 'NY' }, undefined],
    ['Australia without a state', { countryCode: 'AU' }, undefined],
    ['half of the coordinates', { latitude: 1, longitude: null, countryCode: 'SG' }, 'Asia/Singapore'],
    ['an unknown country', { countryCode: 'XX' }, undefined],
    ['nothing', {}, undefined],
  ])('by %s', (_, address, zone) => expect(zoneOfAddress(address)).toBe(zone));
});
