import fc from 'fast-check';
import { InvalidRequest } from '../../core/problems';
import { checkPercentages } from './percentages';

const percentagesOf = ([one = 0, two = 0, three = 0, four = 0, five = 0]: readonly number[]) => ({
  consultantPercentage1: one,
  consultantPercentage2: two,
  consultantPercentage3: three,
  consultantPercentage4: four,
  consultantPercentage5: five,
});
const errorOf = (percentages: readonly number[]): string | undefined => {
  try {
    checkPercentages(percentagesOf([-1]), percentagesOf(percentages));
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    return error.message;
  }
};

describe('The percentages of the consultants of a job', () => {
  it.each([
    [[100]],
    [[60, 40]],
    [[2.2, 85.9, 11.9]],
    [[20, 20, 20, 20, 20]],
    [[0.1, 0.2, 99.7]],
    [[33.333333333333336, 33.33333333333333, 33.33333333333333]],
    [[99.9999999, 1e-7]],
    [[]],
  ])('are accepted when they are %j', (percentages) => expect(errorOf(percentages)).toBeUndefined());

  it.each<[number[], string]>([
    [[60, 41], '101'],
    [[100, 0, 0, 0, 1e-7], '100.0000001'],
    [[100.1], '100.1'],
    [[2.2, 85.9, 11.91], '100.01'],
    [[33.33333333333334, 33.33333333333334, 33.33333333333334], '100.00000000000002'],
    [[1e21, 0.5], '1000000000000000000000.5'],
    [[50, 50, 50], '150'],
  ])('are rejected when they are %j, in total %s', (percentages, sum) =>
    expect(errorOf(percentages)).toMatch(new RegExp(` it is ${sum.replace('.', '\\.')}\\.$`)),
  );

  it('with two decimals are rejected exactly when their hundredths exceed 10,000', () => {
    const hundredths = fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 4 }).chain((some) => {
      const left = 10_000 - some.reduce((sum, each) => sum + each, 0);
      return fc.integer({ min: -1, max: 1 }).map((off) => [...some, Math.max(0, left + off)]);
    });
    fc.assert(
      fc.property(hundredths, (parts) => {
        const sum = parts.reduce((total, each) => total + each, 0);
        expect({ parts, isRejected: errorOf(parts.map((each) => each / 100)) !== undefined }).toEqual({ parts, isRejected: sum > 10_000 });
      }),
      { numRuns: 1000 },
    );
  });
});
