import { below } from '../../http/pointers';
import type { Complaint, Reading } from '../definition/complaint';
import { JsonForm } from '../definition/json-form';
import { cronComplaint } from './cron';
import { isZone } from './local-time';
import { endMoment, scheduleMoment } from './moment';
import type { MissedRun, Recurrence, Schedule, Window } from './schedule';
import { RECURRING_SCHEMA } from './schedule-schema';

interface RecurringJson {
  timeZone?: string;
  schedule: Recurrence;
  startAt?: string;
  endAt?: string;
  windows?: Window[];
  missedRun?: MissedRun;
}

const form = new JsonForm<RecurringJson>(RECURRING_SCHEMA);

/** `scheduleMetaDataJSON` of a rule that runs by the clock; `defaultZone` where it names none. */
export function readSchedule(json: unknown, defaultZone: string): Reading<Schedule> {
  const { value, complaints } = form.read(json);
  if (!value) return { complaints };
  const faults = faultsOf(value, defaultZone);
  return faults.length > 0 ? { complaints: faults } : { value: scheduleOf(value, defaultZone) };
}

function scheduleOf(json: RecurringJson, defaultZone: string): Schedule {
  const timeZone = json.timeZone ?? defaultZone;
  return {
    timeZone,
    recurrence: json.schedule,
    startAt: json.startAt === undefined ? undefined : scheduleMoment(json.startAt, timeZone),
    endAt: json.endAt === undefined ? undefined : endMoment(json.endAt, timeZone),
    windows: json.windows ?? [],
    missedRun: json.missedRun ?? 'runOnce',
  };
}

function faultsOf(json: RecurringJson, defaultZone: string): Complaint[] {
  const zone = json.timeZone ?? defaultZone;
  const faults = zoneFaults(json.timeZone);
  if (faults.length > 0) return faults;
  return [...recurrenceFaults(json.schedule, zone), ...spanFaults(json, zone), ...(json.windows ?? []).flatMap(windowFaults)];
}

export const zoneFaults = (zone: string | undefined): Complaint[] =>
  zone === undefined || isZone(zone) ? [] : [{ pointer: '/timeZone', detail: 'must be an IANA time zone, such as Australia/Sydney' }];

function recurrenceFaults(recurrence: Recurrence, zone: string): Complaint[] {
  if (recurrence.kind === 'once') return momentFaults('/schedule/at', recurrence.at, zone);
  if (recurrence.kind === 'cron') {
    const detail = cronComplaint(recurrence.expression);
    return detail === undefined ? [] : [{ pointer: '/schedule/expression', detail }];
  }
  if (recurrence.kind === 'monthly' && 'day' in recurrence === 'weekday' in recurrence) {
    return [{ pointer: '/schedule', detail: 'must have either day, or weekday and which' }];
  }
  return [];
}

function spanFaults({ startAt, endAt }: RecurringJson, zone: string): Complaint[] {
  const faults = [...momentFaults('/startAt', startAt, zone), ...momentFaults('/endAt', endAt, zone)];
  if (faults.length > 0 || startAt === undefined || endAt === undefined) return faults;
  const [start, end] = [scheduleMoment(startAt, zone), endMoment(endAt, zone)];
  return start && end && end < start ? [{ pointer: '/endAt', detail: 'must not be before startAt' }] : [];
}

const momentFaults = (pointer: string, text: string | undefined, zone: string): Complaint[] =>
  text === undefined || scheduleMoment(text, zone)
    ? []
    : [
        {
          pointer,
          detail: 'must be a date or date-time, such as 2026-03-31, 2026-03-31T09:30 (local time of the zone) or 2026-03-31T09:30:00Z',
        },
      ];

const windowFaults = ({ from, to }: Window, index: number): Complaint[] =>
  from === to ? [{ pointer: `${below('/windows', index)}/to`, detail: 'must differ from from' }] : [];
