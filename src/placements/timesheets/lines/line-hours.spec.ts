import { hasTwoDecimals, hoursOfDays, hoursOfMinutes, minutesBetween, totalHours } from './line-hours';

describe('The hours of a line', () => {
  it.each<[string, string, number, number]>([
    ['07:00', '15:06', 30, 7.6],
    ['09:00', '17:00', 0, 8],
    ['22:00', '06:00', 45, 7.25],
    ['00:00', '00:00', 0, 24],
    ['08:00', '08:01', 0, 0.02],
    ['08:00', '15:20', 0, 7.33],
    ['08:00', '15:40', 0, 7.67],
    ['08:00', '09:00', 60, 0],
    ['08:00', '09:00', 90, -0.5],
  ])('from %s to %s with a break of %i minutes are %d', (start, end, pause, hours) =>
    expect(hoursOfMinutes(minutesBetween(start, end, pause))).toBe(hours),
  );

  it.each([
    [1, 7.6, 7.6],
    [0.5, 7.6, 3.8],
    [0.25, 7.5, 1.88],
    [-1, 8, -8],
  ])('of %d days of %d hours are %d', (days, hoursPerDay, hours) => expect(hoursOfDays(days, hoursPerDay)).toBe(hours));

  it('add up exactly', () => expect(totalHours([{ hours: 0.1 }, { hours: 0.2 }, { hours: -0.3 }, { hours: 7.6 }])).toBe(7.6));

  it.each([
    [7.6, true],
    [7.605, false],
    [-0.25, true],
  ])('have at most two decimals: %d, %s', (hours, expected) => expect(hasTwoDecimals(hours)).toBe(expected));
});
