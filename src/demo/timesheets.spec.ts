import { DemoContext } from './demo-context';
import { firm } from './firm';
import { DEMO_SIZES, sizesOf } from './sizes';

/** The timesheets of the demonstration data of a day, which all begin on a Monday. */
function timesheetsOn(day: string): unknown[] {
  const found: unknown[] = [];
  for (const { kind, record } of firm(new DemoContext(sizesOf(DEMO_SIZES), new Date(`${day}T09:30:00Z`)))) {
    if (kind !== 'Timesheet') continue;
    const { id, placementID, statusID, periodStart } = record as Record<string, unknown>;
    expect((periodStart as Date).getUTCDay()).toBe(1);
    found.push([id, placementID, statusID]);
  }
  return found;
}

describe('The timesheets of the demonstration data', () => {
  const sunday = timesheetsOn('2026-11-22');

  it('are there', () => expect(sunday.length).toBeGreaterThan(20));

  it.each(['23', '24', '25', '26', '27', '28'])(
    'have the ids and statuses of the examples on every day of the week: %s November',
    (day) => {
      expect(timesheetsOn(`2026-11-${day}`)).toEqual(sunday);
    },
  );
});
