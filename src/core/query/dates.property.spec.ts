import fc from 'fast-check';
import { absoluteDate, hasAnniversary, relativeDate } from '../../../test/support/oracle/dates';
import { absoluteSpan, anniversaries, anniversarySpans, daySpan, relativeSpan } from './dates';
import { sqlMoment } from '../sql/sql';
import { vacancies } from './support/fixture';
import type { CalendarDay } from './tree';
import { TIME_UNITS } from './tree';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 500);
const zones = fc.constantFrom('Australia/Sydney', 'America/New_York', 'Europe/London', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'UTC');
const moments = fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2032-12-31T00:00:00Z'), noInvalidDate: true });
const present = fc.record({ now: moments, timeZone: zones });
const instants = vacancies.field('createdDate');
const days = vacancies.field('startDate');

describe('Any date in a rule', () => {
  it('has the same span as the oracle when relative', () => {
    const relative = fc.record({ amount: fc.integer({ min: -100, max: 100 }), unit: fc.constantFrom(...TIME_UNITS) });
    fc.assert(
      fc.property(relative, present, fc.boolean(), (date, at, storesDays) => {
        const span = relativeSpan(date, storesDays ? days : instants, at);
        expect({ date, at, storesDays, span }).toEqual({ date, at, storesDays, span: relativeDate(date, storesDays, at) });
      }),
      { numRuns },
    );
  });

  it('has the same span as the oracle when absolute', () => {
    const offsets = fc.constantFrom('Z', '+11:00', '-05:30', '');
    fc.assert(
      fc.property(moments, offsets, fc.boolean(), (moment, offset, storesDays) => {
        const text = `${moment.toISOString().slice(0, -1)}${offset}`;
        expect({ text, span: absoluteSpan(text, storesDays ? days : instants) }).toEqual({
          text,
          span: absoluteDate(text, storesDays, 'UTC'),
        });
      }),
      { numRuns },
    );
  });

  it('has the same span as the oracle when it is a bare date', () => {
    fc.assert(
      fc.property(moments, present, (moment, at) => {
        const text = moment.toISOString().slice(0, 10);
        const span = daySpan(absoluteSpan(text, instants) as CalendarDay, at);
        expect({ text, at, span }).toEqual({ text, at, span: absoluteDate(text, false, at.timeZone) });
      }),
      { numRuns },
    );
  });

  it('has its anniversary on the same day as by the oracle', () => {
    const dates = fc.oneof(
      fc.constantFrom('2000-02-28', '2000-02-29', '2000-03-01', '1999-12-31', '2001-01-01').map((day) => new Date(`${day}T00:00:00Z`)),
      moments.map((moment) => new Date(`${moment.toISOString().slice(0, 10)}T00:00:00Z`)),
    );
    const near = fc.record({
      inDays: fc.integer({ min: -3, max: 3 }),
      off: fc.integer({ min: -2, max: 2 }),
      year: fc.integer({ min: 2024, max: 2033 }),
    });
    fc.assert(
      fc.property(dates, near, zones, (date, { inDays, off, year }, timeZone) => {
        const now = new Date(Date.UTC(year, date.getUTCMonth(), date.getUTCDate() - inDays + off, 12));
        const at = { now, timeZone };
        const isFound = anniversaries(inDays, at).includes(date.toISOString().slice(5, 10));
        expect({ date, inDays, at, isFound }).toEqual({ date, inDays, at, isFound: hasAnniversary(date, inDays, true, at) });
      }),
      { numRuns },
    );
  });

  it('has its anniversary as an instant on the same day as by the oracle', () => {
    const HOUR_MS = 3_600_000;
    fc.assert(
      fc.property(present, moments, fc.integer({ min: -40, max: 40 }), fc.integer({ min: -3, max: 3 }), (at, moment, hours, inDays) => {
        const here = new Date(at.now.getTime() + hours * HOUR_MS);
        const date = new Date(new Date(here).setUTCFullYear(moment.getUTCFullYear()));
        const [year, rest] = [sqlMoment(date).slice(0, 4), sqlMoment(date).slice(4)];
        const isFound = anniversarySpans(inDays, at).some(({ from, to, years }) => years.includes(year) && from <= rest && rest <= to);
        expect({ date, inDays, at, isFound }).toEqual({ date, inDays, at, isFound: hasAnniversary(date, inDays, false, at) });
      }),
      { numRuns },
    );
  });
});
