import { truncationsIn } from './truncated';

const PHONES = { phones: ['mobile'] };

describe('A text that a spreadsheet has changed', () => {
  it.each<[what: string, sent: Record<string, string>, stored: Record<string, string> | undefined, lost: RegExp]>([
    ['has no leading zero', { postcode: '870' }, { postcode: '0870' }, /^870 has lost its leading zero in a spreadsheet: it is 0870 now$/],
    ['has lost several zeros', { registrationNumber: '42' }, { registrationNumber: '00042' }, /leading zero/],
    ['is a phone number without its zero', { mobile: '412345678' }, { mobile: '0412 345 678' }, /it is 0412 345 678 now/],
    ['is a phone number without its plus', { mobile: '61412345678' }, { mobile: '+61412345678' }, /lost its \+/],
    ['is a phone number in scientific notation', { mobile: '4.12E+08' }, { mobile: '0412345678' }, /^4\.12E\+08 has lost digits/],
    ['is so in a new record', { mobile: '4,12E+08' }, undefined, /^4,12E\+08 has lost digits in a spreadsheet$/],
    ['is a long number in scientific notation', { reference: '5.18E+10' }, { reference: '51824753556' }, /lost digits/],
  ])('is found where it %s', (_, sent, stored, lost) => {
    const [name] = Object.keys(sent);
    expect(truncationsIn(PHONES, sent, stored)).toEqual({
      lost: [{ pointer: `/${name}`, detail: expect.stringMatching(lost) as string }],
      suspected: [],
    });
  });

  it.each<[what: string, sent: Record<string, string>, stored: Record<string, string> | undefined, suspected: string]>([
    ['a short postcode in Australia', { postcode: '870', countryCode: 'AU' }, undefined, 'may have lost its leading zero: 0870?'],
    [
      'a short postcode in the USA',
      { postcode: '2134', countryName: 'United States' },
      undefined,
      'may have lost its leading zero: 02134?',
    ],
    ['a short postcode somewhere', { postcode: '870' }, undefined, 'may have lost its leading zero: 0870?'],
    [
      'another postcode that is too short',
      { postcode: '870' },
      { postcode: '2042', countryCode: 'AU' },
      'may have lost its leading zero: 0870?',
    ],
    [
      'a phone number without its zero',
      { mobile: '412345678', countryCode: 'AUS' },
      undefined,
      'may have lost its leading zero: 0412345678?',
    ],
    ['a phone number of nobody knows where', { mobile: '412345678' }, undefined, 'may have lost its leading zero: 0412345678?'],
  ])('is suspected where it is %s', (_, sent, stored, detail) => {
    const pointer = 'postcode' in sent ? '/postcode' : '/mobile';
    expect(truncationsIn(PHONES, sent, stored)).toEqual({ lost: [], suspected: [{ pointer, detail }] });
  });

  it.each<[what: string, sent: Record<string, unknown>, stored: Record<string, string> | undefined]>([
    ['the same as before', { postcode: '870' }, { postcode: '870' }],
    ['another postcode', { postcode: '2043', countryCode: 'AU' }, { postcode: '2042' }],
    ['a postcode of a country where none begins with 0', { postcode: '101', countryCode: 'IS' }, undefined],
    ['a phone number of a country without leading zeros', { mobile: '4155550100', countryCode: 'US' }, undefined],
    ['a phone number with its zero', { mobile: '0412345678', countryCode: 'AU' }, undefined],
    ['a number in a text of another kind', { jobTitle: '42' }, { jobTitle: 'Rigger' }],
    ['scientific notation in a text of another kind', { jobTitle: '5E3' }, { jobTitle: 'Rigger' }],
    ['no text', { postcode: 870 }, { postcode: '0870' }],
    ['cleared', { postcode: null }, { postcode: '0870' }],
  ])('is not seen in %s', (_, sent, stored) => {
    expect(truncationsIn(PHONES, sent, stored)).toEqual({ lost: [], suspected: [] });
  });
});
