import { cut, daysOf, periodOf, type PayCalendar } from './pay-period';

const day = (text: string): Date => new Date(`${text}T00:00:00.000Z`);
const text = ({ start, end }: { start: Date; end: Date }): string => [start, end].map((each) => each.toISOString().slice(0, 10)).join(' ');
const calendar = (periodID: number, firstDayOfWeek = 1, anchor?: string): PayCalendar => ({
  periodID,
  firstDayOfWeek,
  anchorDate: anchor === undefined ? undefined : day(anchor),
});

describe('The pay period', () => {
  it.each<[string, string, PayCalendar, string]>([
    ['a week, from a Monday', '2026-11-16', calendar(1), '2026-11-16 2026-11-22'],
    ['a week, to the Sunday', '2026-11-22', calendar(1), '2026-11-16 2026-11-22'],
    ['a week that begins on Sunday', '2026-11-22', calendar(1, 7), '2026-11-22 2026-11-28'],
    ['a week that begins on Saturday', '2026-11-20', calendar(1, 6), '2026-11-14 2026-11-20'],
    ['a week over the turn of the year', '2027-01-01', calendar(1), '2026-12-28 2027-01-03'],
    ['a week long ago', '1999-12-31', calendar(1), '1999-12-27 2000-01-02'],
    ['two weeks by their anchor', '2026-11-22', calendar(2, 1, '2026-11-09'), '2026-11-09 2026-11-22'],
    ['two weeks by the other anchor', '2026-11-22', calendar(2, 1, '2026-11-16'), '2026-11-16 2026-11-29'],
    ['two weeks before their anchor', '2026-11-08', calendar(2, 1, '2026-11-09'), '2026-10-26 2026-11-08'],
    ['two weeks with an anchor in the middle of a week', '2026-11-10', calendar(2, 1, '2026-11-12'), '2026-11-09 2026-11-22'],
    ['two weeks of a week that begins on Sunday', '2026-11-12', calendar(2, 7, '2026-11-12'), '2026-11-08 2026-11-21'],
    ['two weeks without an anchor', '2024-01-14', calendar(2), '2024-01-01 2024-01-14'],
    ['four weeks', '2026-11-29', calendar(3, 1, '2026-11-02'), '2026-11-02 2026-11-29'],
    ['four weeks, the next ones', '2026-11-30', calendar(3, 1, '2026-11-02'), '2026-11-30 2026-12-27'],
    ['the first half of a month', '2026-11-15', calendar(4), '2026-11-01 2026-11-15'],
    ['the second half of a month', '2026-11-16', calendar(4), '2026-11-16 2026-11-30'],
    ['the second half of February', '2028-02-20', calendar(4), '2028-02-16 2028-02-29'],
    ['a month', '2026-12-31', calendar(5), '2026-12-01 2026-12-31'],
    ['February', '2026-02-01', calendar(5, 3), '2026-02-01 2026-02-28'],
    ['a day', '2026-11-24', calendar(6), '2026-11-24 2026-11-24'],
  ])('is %s', (_, of, by, expected) => expect(text(periodOf(day(of), by))).toBe(expected));

  it.each([1, 2, 3, 4, 5, 6])('%i: the periods follow each other without a gap, on whichever day the week begins', (periodID) => {
    for (let first = 1; first <= 7; first++) {
      const by = calendar(periodID, first, '2026-11-11');
      let { start, end } = periodOf(day('2023-12-30'), by);
      while (end < day('2025-01-10')) {
        const next = periodOf(new Date(end.getTime() + 86_400_000), by);
        expect(next.start.getTime()).toBe(end.getTime() + 86_400_000);
        for (let each = next.start; each <= next.end; each = new Date(each.getTime() + 86_400_000))
          expect(periodOf(each, by)).toEqual(next);
        ({ start, end } = next);
      }
      expect(start <= end).toBe(true);
    }
  });
});

describe('A period is cut', () => {
  const week = { start: day('2026-11-16'), end: day('2026-11-22') };

  it.each<[string, string | undefined, string | undefined, string | undefined]>([
    ['to its part in a placement', '2026-11-18', '2026-11-20', '2026-11-18 2026-11-20'],
    ['to the first day', undefined, '2026-11-16', '2026-11-16 2026-11-16'],
    ['not at all by longer ones', '2026-01-01', '2027-01-01', '2026-11-16 2026-11-22'],
    ['not at all by those without ends', undefined, undefined, '2026-11-16 2026-11-22'],
    ['to nothing after its end', '2026-11-23', undefined, undefined],
    ['to nothing before its start', undefined, '2026-11-15', undefined],
  ])('%s', (_, from, to, expected) => {
    const part = cut(week, from === undefined ? undefined : day(from), to === undefined ? undefined : day(to));
    expect(part && text(part)).toBe(expected);
  });

  it('and has as many days as are left', () => expect(daysOf(cut(week, day('2026-11-20'), undefined)!)).toBe(3));
});
