import { publicHolidays } from './public-holidays';

describe('The public holidays of New South Wales', () => {
  it('match the calendar of 2025', () => {
    expect(publicHolidays(2025, 1)).toEqual([
      '2025-01-01',
      '2025-01-27',
      '2025-04-18',
      '2025-04-19',
      '2025-04-20',
      '2025-04-21',
      '2025-04-25',
      '2025-06-09',
      '2025-10-06',
      '2025-12-25',
      '2025-12-26',
    ]);
  });

  it('add the next working days for holidays on a weekend', () => {
    expect(publicHolidays(2027, 1).filter((day) => day > '2027-12')).toEqual(['2027-12-25', '2027-12-26', '2027-12-27', '2027-12-28']);
  });

  it.each(['2024-03-31', '2026-04-05', '2027-03-28', '2028-04-16', '2038-04-25'])('include Easter Sunday on %s', (day) => {
    expect(publicHolidays(Number(day.slice(0, 4)), 1)).toContain(day);
  });

  it('are defined for many years', () => {
    expect(new Set(publicHolidays(2026, 2).map((day) => day.slice(0, 4)))).toEqual(new Set(['2026', '2027']));
  });
});
