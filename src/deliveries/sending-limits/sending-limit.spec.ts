import type { TimeWindow } from '../../core/time/opening-hours';
import { isSendingTime } from './support/sending-clock';
import { sendingTime, slotAfter, type SendingLimit } from './sending-limit';

const MINUTE = 60_000;
const SYDNEY = 'Australia/Sydney';
const OFFICE: TimeWindow = { days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], from: '09:00', to: '17:00' };
const limit = (more: Partial<SendingLimit> = {}): SendingLimit => ({ timeZone: SYDNEY, windows: [], excludedDates: [], ...more });
const timeOf = (of: SendingLimit, now: string, more: { timeZone?: string; slot?: string; nextSlot?: string } = {}) => {
  const { at, slot, waitsFor } = sendingTime(of, {
    timeZone: more.timeZone ?? null,
    slot: more.slot === undefined ? null : new Date(more.slot),
    nextSlot: more.nextSlot === undefined ? null : new Date(more.nextSlot),
    now: new Date(now),
  });
  return [at.toISOString(), slot?.toISOString() ?? null, waitsFor];
};

describe('A message is sent', () => {
  test.each<[when: string, result: unknown[], expected: unknown[]]>([
    ['at once without a window', timeOf(limit(), '2026-11-21T03:00:00Z'), ['2026-11-21T03:00:00.000Z', null, null]],
    ['at once in the window', timeOf(limit({ windows: [OFFICE] }), '2026-11-20T03:00:00Z'), ['2026-11-20T03:00:00.000Z', null, null]],
    ['at the end of the window', timeOf(limit({ windows: [OFFICE] }), '2026-11-20T06:00:00Z'), ['2026-11-20T06:00:00.000Z', null, null]],
    ['on Monday at nine', timeOf(limit({ windows: [OFFICE] }), '2026-11-20T06:00:00.001Z'), ['2026-11-22T22:00:00.000Z', null, 'window']],
    [
      'at nine where the recipient is',
      timeOf(limit({ windows: [OFFICE] }), '2026-11-20T06:00:00.001Z', { timeZone: 'Australia/Perth' }),
      ['2026-11-20T06:00:00.001Z', null, null],
    ],
    [
      'after the excluded date',
      timeOf(limit({ windows: [OFFICE], excludedDates: ['2026-11-23'] }), '2026-11-20T06:00:00.001Z'),
      ['2026-11-23T22:00:00.000Z', null, 'window'],
    ],
    [
      'at midnight after an excluded date without a window',
      timeOf(limit({ excludedDates: ['2026-11-23'] }), '2026-11-23T06:00:00Z'),
      ['2026-11-23T13:00:00.000Z', null, 'window'],
    ],
    [
      'at the first free slot',
      timeOf(limit({ perMinute: 6 }), '2026-11-20T03:00:00Z', { nextSlot: '2026-11-20T03:00:40Z' }),
      ['2026-11-20T03:00:40.000Z', '2026-11-20T03:00:40.000Z', 'rate'],
    ],
    [
      'at once where the slots are past',
      timeOf(limit({ perMinute: 6 }), '2026-11-20T03:00:00Z', { nextSlot: '2026-11-20T02:00:00Z' }),
      ['2026-11-20T03:00:00.000Z', '2026-11-20T03:00:00.000Z', null],
    ],
    [
      'in the slot that it has',
      timeOf(limit({ perMinute: 6 }), '2026-11-20T03:00:01Z', { slot: '2026-11-20T03:00:00Z', nextSlot: '2026-11-20T03:10:00Z' }),
      ['2026-11-20T03:00:01.000Z', '2026-11-20T03:00:00.000Z', null],
    ],
    [
      'in another slot where it comes late for its own',
      timeOf(limit({ perMinute: 6 }), '2026-11-20T03:00:06Z', { slot: '2026-11-20T03:00:00Z', nextSlot: '2026-11-20T03:10:00Z' }),
      ['2026-11-20T03:10:00.000Z', '2026-11-20T03:10:00.000Z', 'rate'],
    ],
    [
      'at the next opening where the first free slot is outside the window, without a slot',
      timeOf(limit({ windows: [OFFICE], perMinute: 6 }), '2026-11-20T05:59:59Z', { nextSlot: '2026-11-20T06:00:10Z' }),
      ['2026-11-22T22:00:00.000Z', null, 'window'],
    ],
  ])('%s', (_, result, expected) => expect(result).toEqual(expected));
});

describe('Two weeks of messages', () => {
  const WINDOWS: TimeWindow[] = [
    { days: ['monday', 'tuesday', 'wednesday', 'thursday'], from: '09:00', to: '12:30' },
    { days: ['thursday', 'saturday'], from: '22:15', to: '02:45' },
    { days: ['sunday'], from: '01:30', to: '03:30' },
  ];
  const EXCLUDED = ['2027-04-01', '2027-04-05'];
  // clocks go back in Sydney on 4 April 2027 at 03:00, and forward in London on 28 March at 01:00
  const START = Date.parse('2027-03-25T00:00:00Z');
  const MINUTES = 14 * 24 * 60;

  const isOpen = (minute: number, zone: string): boolean => isSendingTime(START + minute * MINUTE, zone, WINDOWS, EXCLUDED);

  test.each([SYDNEY, 'Europe/London', 'Australia/Perth', 'America/St_Johns'])(
    'are sent in the first open quarter of an hour in %s',
    (zone) => {
      const open = Array.from({ length: MINUTES / 15 }, (_, quarter) => isOpen(quarter * 15, zone));
      const timeOf = (quarter: number) => new Date(START + quarter * 15 * MINUTE);
      for (let quarter = 0; quarter <= open.lastIndexOf(true); quarter++) {
        const { at } = sendingTime(limit({ windows: WINDOWS, excludedDates: EXCLUDED }), {
          timeZone: zone,
          slot: null,
          nextSlot: null,
          now: timeOf(quarter),
        });
        expect([timeOf(quarter), at]).toEqual([timeOf(quarter), timeOf(open.indexOf(true, quarter))]);
      }
    },
  );

  test('keep their rate, in their order', () => {
    const slow = limit({ windows: WINDOWS, excludedDates: EXCLUDED, perMinute: 1 });
    let nextSlot: Date | null = null;
    let waiting = Array.from({ length: 300 }, (_, index) => ({ index, dueAt: new Date(START), slot: null as Date | null }));
    const sent: { index: number; at: number }[] = [];
    // each message is looked at when it is due, as often as it takes
    while (waiting.length > 0) {
      waiting.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.index - other.index);
      const [first] = waiting;
      const { at, slot, waitsFor } = sendingTime(slow, { timeZone: null, slot: first!.slot, nextSlot, now: first!.dueAt });
      if (slot && slot !== first!.slot) nextSlot = slotAfter(slow, slot);
      Object.assign(first!, { dueAt: at, slot });
      if (waitsFor === null) {
        sent.push({ index: first!.index, at: at.getTime() });
        waiting = waiting.slice(1);
      }
    }
    const open: number[] = [];
    for (let minute = 0; open.length < 300; minute++) if (isOpen(minute, SYDNEY)) open.push(START + minute * MINUTE);
    expect(sent).toEqual(open.map((at, index) => ({ index, at })));
  });
});
