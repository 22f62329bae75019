import { InvalidRequest } from '../../problems/problem';
import { countryFromBody } from './country';

describe('The country that a body gives', () => {
  it.each([
    ['by its alpha-2 code', { countryCode: 'NZ' }, 'NZ'],
    ['by its alpha-3 code', { countryCode: 'NZL' }, 'NZ'],
    ['by its name', { countryName: 'New Zealand' }, 'NZ'],
    ['by its name, with an empty code', { countryCode: '', countryName: 'Australia' }, 'AU'],
    ['by its code, whatever the name says', { countryCode: 'NZ', countryName: 'Australia' }, 'NZ'],
    ['as cleared, by an empty code', { countryCode: '' }, null],
    ['as cleared, by a code of null', { countryCode: null }, null],
    ['as cleared, by an empty name', { countryName: '' }, null],
    ['as cleared, by a name of null', { countryName: null }, null],
    ['not at all', {}, undefined],
  ])('%s', (_, body, country) => expect(countryFromBody(body)).toBe(country));

  it.each([
    [{ countryCode: 'XX' }, '/countryCode'],
    [{ countryCode: 'XX', countryName: 'Australia' }, '/countryCode'],
    [{ countryName: 'Narnia' }, '/countryName'],
  ])('is refused where no country has it: %j at %s', (body, pointer) => {
    expect(() => countryFromBody(body)).toThrow(InvalidRequest);
    expect(() => countryFromBody(body)).toThrow(expect.objectContaining({ members: { errors: [expect.objectContaining({ pointer })] } }));
  });
});
