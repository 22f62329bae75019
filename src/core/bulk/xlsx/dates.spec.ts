import fc from 'fast-check';
import { isoOfSerial, serialOf, showsDates } from './dates';

describe('The number of a date in a spreadsheet', () => {
  // the numbers as Excel and LibreOffice show them
  it.each([
    [61, false, '1900-03-01'],
    [45658, false, '2025-01-01'],
    [45658.5, false, '2025-01-01T12:00:00.000Z'],
    [44196, true, '2025-01-01'],
    [2958465, false, '9999-12-31'],
  ])('%d (from 1904: %s) is %s', (serial, from1904, iso) => {
    expect(isoOfSerial(serial, from1904)).toBe(iso);
    if (!from1904) expect(serialOf(iso)).toBe(serial);
  });

  it.each([0, 0.25, 60, -1, 2958466, Number.NaN])('is none: %d', (serial) => {
    expect(isoOfSerial(serial, false)).toBeUndefined();
  });

  it.each(['1900-02-28', '1000-01-01', 'soon'])('does not exist for %s', (iso) => {
    expect(serialOf(iso)).toBeUndefined();
  });

  it('keeps every millisecond', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1900-03-01'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }), (moment) => {
        const back = isoOfSerial(serialOf(moment.toISOString())!, false)!;
        expect(new Date(back).toISOString()).toBe(moment.toISOString());
      }),
    );
  });
});

describe('A number format', () => {
  it.each<[id: number, code: string | undefined, dates: boolean]>([
    [0, undefined, false],
    [14, undefined, true],
    [22, undefined, true],
    [49, undefined, false],
    [164, 'yyyy\\-mm\\-dd', true],
    [164, '[$-409]d/mm/yyyy;@', true],
    [164, '#,##0.00 "days"', false],
    [164, '0\\d', false],
    [164, '[Red]0.00', false],
    [164, 'General', false],
    [164, '"unclosed d', false],
  ])('%d %s shows dates: %s', (id, code, dates) => {
    expect(showsDates(id, code)).toBe(dates);
  });
});
