import { possibleDigits, possiblePhones, standardisedPhone } from './phones';

describe('A phone number that somebody types', () => {
  it.each([
    ['0412 345 678', 'AU'],
    ['0412-345-678', 'AU'],
    ['(02) 9123 4567', 'AU'],
    ['02.9123.4567', 'AU'],
    ['0011 64 9 373 7999', 'AU'],
    ['020 7946 0018', 'GB'],
    ['+44 20 7946 0018', 'AU'],
  ])('can be the one that is stored: %s in %s', (text, country) => {
    const stored = standardisedPhone(text, country);
    expect(stored).toMatch(/^\+\d+$/);
    expect(possiblePhones(text)).toContain(stored);
  });

  it.each([
    ['+61 412 345 678', '0412345678'],
    ['+44 20 7946 0018', '02079460018'],
    ['+1 415 555 0100', '4155550100'],
    ['412 345 678', '0412345678'],
    ['0412 345 678', '61412345678'],
    ['0011 61 412 345 678', '001161412345678'],
  ])('can be one that is stored without a country: %s as %s', (text, digits) =>
    expect(possibleDigits(text, possiblePhones(text))).toContain(digits),
  );

  it('is one number with the code of its country', () => expect(possiblePhones('+61 412 345 678')).toEqual(['+61412345678']));

  it.each(['JOB-1001', '12345', 'call 0412 345 678', '', '0412345678@example.com', '2026-11-20T01'])('is none: %s', (text) =>
    expect(possiblePhones(text)).toEqual([]),
  );
});
