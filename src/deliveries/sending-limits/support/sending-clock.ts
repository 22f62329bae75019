/** When messages may leave, by what the clocks of a time zone show: an evaluation that shares no code with the service. */
export interface Opening {
  readonly days?: readonly string[];
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
const DIGITS = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockAt(time: number, zone: string): { date: string; time: string; weekday: string } {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', weekday: 'long', ...DIGITS });
  clocks.set(zone, clock);
  const parts = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value]));
  return {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    time: `${parts['hour']}:${parts['minute']}`,
    weekday: parts['weekday']!.toLowerCase(),
  };
}

/** Whether messages are sent in a minute. @param time when it begins, in milliseconds @param excluded dates on which none are */
export function isSendingTime(time: number, zone: string, windows: readonly Opening[], excluded: readonly string[]): boolean {
  const here = clockAt(time, zone);
  if (excluded.includes(here.date)) return false;
  const before = new Date(Date.parse(`${here.date}T00:00Z`) - DAY_MS);
  const yesterday = before.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }).toLowerCase();
  return windows.some(({ days = [], from, to }) => {
    const isOn = (day: string) => days.some((each) => each === day);
    if (from < to) return isOn(here.weekday) && from <= here.time && here.time <= to;
    return (isOn(here.weekday) && here.time >= from) || (isOn(yesterday) && here.time <= to);
  });
}
