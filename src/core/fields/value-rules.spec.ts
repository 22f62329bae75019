import { amountRule } from './value-rules';

const refusal = (from: number): string => `must be a number from ${from} to 99999999999.9999 with at most 4 decimals`;

describe('An amount', () => {
  it.each([0, -0, 0.1, 0.0001, -0.0001, 1.2345, 65.1, 1234567.8901, 12345678901.2345, 99999999999.9999, -99999999999.9999])(
    'can be %d',
    (value) => {
      expect(amountRule().validate(value)).toBeUndefined();
      expect(Object.is(amountRule().parse(value), value === 0 ? 0 : value)).toBe(true);
    },
  );

  it.each<[string, unknown]>([
    ['five decimals', 0.00001],
    ['a fifth decimal behind others', 1.23456],
    ['what adding doubles comes to', 0.1 + 0.2],
    ['sixteen digits', 99999999999.99991],
    ['twelve digits before the point', 100000000000],
    ['as many below zero', -100000000000],
    ['the largest double', 1.7976931348623157e308],
    ['infinity', Infinity],
    ['no number', NaN],
    ['a text', '12.5'],
  ])('cannot have %s', (_, value) => {
    expect(amountRule().validate(value)).toBe(refusal(-99999999999.9999));
  });

  it('can be of at least 0', () => {
    expect([amountRule(0).validate(0), amountRule(0).validate(-0.0001)]).toEqual([undefined, refusal(0)]);
  });
});
