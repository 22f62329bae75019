import { payPeriodOfName } from './pay-period-of-name';

describe('The name of a pay frequency', () => {
  it.each<[string, number]>([
    ['Weekly', 1],
    ['Every week (Friday)', 1],
    ['Fortnightly', 2],
    ['Bi-weekly', 2],
    ['Every two weeks', 2],
    ['Four-weekly', 3],
    ['4 weeks', 3],
    ['Semi-monthly', 4],
    ['Twice a month', 4],
    ['Monthly', 5],
    ['End of MONTH', 5],
    ['Daily', 6],
    ['Per day', 6],
    ['Holiday pay', 1],
    ['On request', 1],
    ['', 1],
  ])('%j means the period %i', (name, period) => expect(payPeriodOfName(name)).toBe(period));
});
