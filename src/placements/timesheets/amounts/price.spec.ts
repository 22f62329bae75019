import { missingForPrice, ORDINARY, priceOf, sumOfAmounts, type Rates, type Work } from './price';

const HOURLY: Rates = { payRate: 65, onCostsRate: 7, chargeRate: 92, rateUnits: 1, hoursPerDay: 7.6 };
const DAILY: Rates = { payRate: 700, onCostsRate: 80, chargeRate: 900, rateUnits: 2, hoursPerDay: 8 };
const hours = (amount: number): Work => ({ hours: amount, days: 0, amount: 0 });
const days = (amount: number, each: number): Work => ({ hours: amount * each, days: amount, amount: 0 });
const times = (pay: number, charge: number) => ({ payMultiplier: pay, chargeMultiplier: charge, amount: null });
const ALLOWANCE = { payMultiplier: null, chargeMultiplier: null, amount: 20 };

describe('The price of work', () => {
  it.each<[string, Work, Parameters<typeof priceOf>[1], Rates, [pay: number, onCosts: number, charge: number, margin: number]]>([
    ['ordinary hours', hours(7.6), ORDINARY, HOURLY, [494, 53.2, 699.2, 152]],
    ['overtime of 1.5', hours(2), times(1.5, 1.5), HOURLY, [195, 21, 276, 60]],
    ['overtime of 2.0', hours(0.25), times(2, 2), HOURLY, [32.5, 3.5, 46, 10]],
    ['leave, which is not charged', hours(7.6), times(1, 0), HOURLY, [494, 53.2, 0, -547.2]],
    ['unpaid leave', hours(7.6), times(0, 0), HOURLY, [0, 0, 0, 0]],
    ['an allowance, as it is', { hours: 0, days: 0, amount: 12.35 }, ALLOWANCE, HOURLY, [12.35, 0, 12.35, 0]],
    ['hours that are taken away', hours(-7.6), ORDINARY, HOURLY, [-494, -53.2, -699.2, -152]],
    ['a day at a daily rate', days(1, 8), ORDINARY, DAILY, [700, 80, 900, 120]],
    ['half a day at a daily rate', days(0.5, 8), ORDINARY, DAILY, [350, 40, 450, 60]],
    ['hours at a daily rate', hours(6), ORDINARY, DAILY, [525, 60, 675, 90]],
    ['days at an hourly rate', days(1, 7.6), ORDINARY, HOURLY, [494, 53.2, 699.2, 152]],
    ['a day of a week', days(1, 8), ORDINARY, { ...DAILY, rateUnits: 3 }, [140, 16, 180, 24]],
    ['a day of a month', days(1, 8), ORDINARY, { ...DAILY, rateUnits: 4 }, [32.18, 3.68, 41.38, 5.52]],
    ['a day of a year', days(1, 8), ORDINARY, { ...DAILY, payRate: 104_000, rateUnits: 5 }, [400, 0.31, 3.46, -396.85]],
    ['half a cent away from zero', hours(0.15), ORDINARY, { ...HOURLY, payRate: 0.1, onCostsRate: 0, chargeRate: 0 }, [0.02, 0, 0, -0.02]],
    ['half a cent below zero', hours(-0.15), ORDINARY, { ...HOURLY, payRate: 0.1, onCostsRate: 0, chargeRate: 0 }, [-0.02, 0, 0, 0.02]],
    ['exactly', hours(1), ORDINARY, { ...HOURLY, payRate: 1.005, onCostsRate: 0, chargeRate: 1.005 }, [1.01, 0, 1.01, 0]],
    ['work without rates', hours(38), ORDINARY, { ...HOURLY, payRate: 0, onCostsRate: 0, chargeRate: 0, rateUnits: null }, [0, 0, 0, 0]],
  ])('%s', (_, work, kind, rates, [pay, onCosts, charge, margin]) =>
    expect(priceOf(work, kind, rates)).toEqual({ pay, onCosts, charge, margin }),
  );

  it('is added up after rounding', () => {
    const third = priceOf(hours(1), ORDINARY, { ...HOURLY, payRate: 0.335, onCostsRate: 0, chargeRate: 0.335 });
    expect(sumOfAmounts([third, third, third])).toEqual({ pay: 1.02, onCosts: 0, charge: 1.02, margin: 0 });
    expect(sumOfAmounts([])).toEqual({ pay: 0, onCosts: 0, charge: 0, margin: 0 });
  });

  it.each<[string, Work[], Partial<Rates>, string | undefined]>([
    ['nothing', [hours(1)], {}, undefined],
    ['the units of rates', [hours(1)], { rateUnits: null }, 'rateUnits'],
    ['nothing where there are no rates', [hours(1)], { payRate: 0, onCostsRate: 0, chargeRate: 0, rateUnits: null }, undefined],
    ['the hours of a day, for hours at a daily rate', [days(1, 8), hours(1)], { rateUnits: 2, hoursPerDay: 0 }, 'hoursPerDay'],
    ['nothing for days at a daily rate', [days(1, 8)], { rateUnits: 2, hoursPerDay: 0 }, undefined],
    ['nothing for hours at an hourly rate', [hours(1)], { hoursPerDay: 0 }, undefined],
  ])('lacks %s', (_, works, rates, expected) => expect(missingForPrice(works, { ...HOURLY, ...rates })).toBe(expected));
});
