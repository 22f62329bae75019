import type { Placement, Timesheet, TimesheetLine } from '../placements';
import { DemoContext } from './demo-context';
import { firm } from './firm';
import { DEMO_SIZES, sizesOf } from './sizes';

interface Sheets {
  readonly placements: ReadonlyMap<number, Placement>;
  readonly timesheets: readonly Timesheet[];
  readonly lines: ReadonlyMap<number, readonly TimesheetLine[]>;
}

/** The placements and timesheets of the demonstration data of a day. */
function sheetsOn(day: string): Sheets {
  const [placements, timesheets, lines] = [new Map<number, Placement>(), [] as Timesheet[], new Map<number, TimesheetLine[]>()];
  for (const { kind, record } of firm(new DemoContext(sizesOf(DEMO_SIZES), new Date(`${day}T09:30:00Z`)))) {
    if (kind === 'Placement') placements.set((record as Placement).id, record as Placement);
    if (kind === 'Timesheet') timesheets.push(record as Timesheet);
    if (kind !== 'TimesheetLine') continue;
    const line = record as TimesheetLine;
    lines.set(line.timesheetID!, [...(lines.get(line.timesheetID!) ?? []), line]);
  }
  return { placements, timesheets, lines };
}

const statuses = ({ timesheets }: Sheets): unknown[] => timesheets.map(({ id, placementID, statusID }) => [id, placementID, statusID]);
const written = (day?: Date): string => day?.toISOString().slice(0, 10) ?? '';

describe('The timesheets of the demonstration data', () => {
  const sunday = sheetsOn('2026-11-22');
  const { placements, timesheets, lines } = sunday;
  const linesOf = ({ id }: Timesheet): readonly TimesheetLine[] => lines.get(id) ?? [];

  it('are there, some of them adjustments', () => {
    expect(timesheets.length).toBeGreaterThan(100);
    expect(timesheets.filter(({ adjustsID }) => adjustsID).length).toBeGreaterThan(3);
  });

  it.each(['23', '24', '25', '26', '27', '28'])(
    'have the ids and statuses of the examples on every day of the week: %s November',
    (day) => {
      expect(statuses(sheetsOn(`2026-11-${day}`))).toEqual(statuses(sunday));
    },
  );

  it('begin on a Monday, or with the placement, and lie within it', () => {
    const wrong = timesheets.filter(({ placementID, periodStart, periodEnd }) => {
      const { startDate, endDate } = placements.get(placementID!)!;
      const begins = periodStart!.getUTCDay() === 1 || written(periodStart) === written(startDate);
      return !begins || periodStart! < startDate! || (endDate && periodEnd! > endDate);
    });
    expect(wrong).toEqual([]);
  });

  it('are one for each period of a placement that is not permanent', () => {
    const keys = timesheets
      .filter(({ adjustsID }) => !adjustsID)
      .map(({ placementID, periodStart }) => `${placementID} ${written(periodStart)}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(timesheets.filter(({ adjustsID }) => !adjustsID).map(({ periodKey }) => periodKey)).toEqual(keys);
    expect(timesheets.filter(({ placementID }) => placements.get(placementID!)?.typeID === 1)).toEqual([]);
  });

  it('have lines within their periods, whose hours they add up', () => {
    for (const timesheet of timesheets) {
      const own = linesOf(timesheet);
      expect(own.filter(({ day }) => day! < timesheet.periodStart! || day! > timesheet.periodEnd!)).toEqual([]);
      expect(timesheet.hours).toBeCloseTo(
        own.reduce((sum, { hours }) => sum + hours, 0),
        6,
      );
    }
  });

  it('have no day of more than 24 hours of one candidate', () => {
    const days = new Map<string, number>();
    for (const timesheet of timesheets) {
      for (const { day, hours } of linesOf(timesheet)) {
        const key = `${timesheet.candidateID} ${written(day)}`;
        days.set(key, (days.get(key) ?? 0) + hours);
      }
    }
    expect([...days].filter(([, hours]) => hours > 24)).toEqual([]);
  });

  it('have amounts once they are approved, which lines add up to', () => {
    for (const timesheet of timesheets) {
      const isApproved = [3, 5].includes(timesheet.statusID!);
      expect([timesheet.id, typeof timesheet.totalPay === 'number']).toEqual([timesheet.id, isApproved]);
      const cents = (name: 'pay' | 'charge'): number =>
        linesOf(timesheet).reduce((sum, line) => sum + Math.round((line[name] ?? 0) * 100), 0);
      if (isApproved) expect([timesheet.totalPay, timesheet.totalCharge]).toEqual([cents('pay') / 100, cents('charge') / 100]);
    }
  });

  it('price an ordinary line by the rates of its placement', () => {
    const ofFirst = timesheets.filter(({ placementID, statusID }) => placementID === 1 && [3, 5].includes(statusID!)).flatMap(linesOf);
    const ordinary = ofFirst.filter(({ rateKindID, startTime }) => rateKindID === 1 && startTime);
    expect(ordinary.length).toBeGreaterThan(5);
    for (const line of ordinary) expect(line).toMatchObject({ hours: 7.6, pay: 494, onCosts: 53.2, charge: 699.2, margin: 152 });
  });
});
