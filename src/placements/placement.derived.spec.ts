import { Placement } from './placement.entity';
import { dailyFigures, setPlacementFigures } from './placement.derived';

const rates = { chargeRate: 92, payRate: 65, onCosts: 7 };

describe('The daily margin of a placement', () => {
  it.each<[string, Partial<Placement>, number]>([
    ['hourly rates by the hours of a day', { ...rates, rateUnits: 1, hoursPerDay: 7.6 }, 152],
    ['hourly rates without hours', { ...rates, rateUnits: 1 }, 0],
    ['daily rates as they are', { chargeRate: 900, payRate: 700, onCosts: 80, rateUnits: 2 }, 120],
    ['weekly rates over 5 days', { chargeRate: 4000, payRate: 3000, onCosts: 300, rateUnits: 3 }, 140],
    ['monthly rates over 21.75 days', { chargeRate: 17400, payRate: 13050, onCosts: 0, rateUnits: 4 }, 200],
    ['yearly rates over 260 days', { chargeRate: 156000, payRate: 104000, onCosts: 26000, rateUnits: 5 }, 100],
    ['a loss', { chargeRate: 60, payRate: 65, onCosts: 0, rateUnits: 2 }, -5],
    ['rounded to the cent', { chargeRate: 100, payRate: 66.67, onCosts: 0, rateUnits: 3 }, 6.67],
    ['exactly, half a cent up', { chargeRate: 1.005, payRate: 0, onCosts: 0, rateUnits: 2 }, 1.01],
    ['exactly, half a cent of a loss down', { chargeRate: 0, payRate: 1.005, onCosts: 0, rateUnits: 2 }, -1.01],
    ['hours exactly', { chargeRate: 0.15, payRate: 0, onCosts: 0, rateUnits: 1, hoursPerDay: 0.7 }, 0.11],
    ['no unit', rates, 0],
    ['no rates', {}, 0],
  ])('%s', (_, placement, expected) => {
    expect(dailyFigures(placement).dailyMargin).toBe(expected);
  });

  it.each<[string, Partial<Placement>, number[]]>([
    ['per hour', { ...rates, rateUnits: 1, hoursPerDay: 7.6 }, [699.2, 494, 53.2, 152, 21.74]],
    ['per month, each rounded', { chargeRate: 10000, payRate: 8000, onCosts: 900, rateUnits: 4 }, [459.77, 367.82, 41.38, 50.57, 11]],
    ['of a loss', { chargeRate: 60, payRate: 65, onCosts: 0, rateUnits: 2 }, [60, 65, 0, -5, -8.33]],
    ['without a charge', { chargeRate: 0, payRate: 440, onCosts: 0, rateUnits: 2 }, [0, 440, 0, -440, 0]],
  ])('consists of charge, pay and on-costs %s', (_, placement, expected) => {
    const set = Object.assign(new Placement(), placement);
    setPlacementFigures(set);
    expect([set.dailyCharge, set.dailyPay, set.dailyOnCosts, set.dailyMargin, set.marginPercentage]).toEqual(expected);
  });
});
