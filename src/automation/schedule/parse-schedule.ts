import { below } from '../../core/problems/pointers';
import type { ValidationError, ParseResult } from '../definition/parse-result';
import { SchemaParser } from '../definition/schema-parser';
import { cronError } from './cron';
import { isZone } from '../../core/time/local-time';
import { endMoment, scheduleMoment } from './schedule-moment';
import type { TimeWindow } from '../../core/time/opening-hours';
import type { MissedRun, Recurrence, Schedule } from './schedule';
import { RECURRING_SCHEMA } from './schedule-schema';

interface RecurringJson {
  timeZone?: string;
  schedule: Recurrence;
  startAt?: string;
  endAt?: string;
  windows?: TimeWindow[];
  missedRun?: MissedRun;
}

const parser = new SchemaParser<RecurringJson>(RECURRING_SCHEMA);

/** Parses `scheduleMetaDataJSON` of a rule that runs on a schedule; `defaultZone` applies if it has no time zone. */
export function parseSchedule(json: unknown, defaultZone: string): ParseResult<Schedule> {
  const { value, errors } = parser.parse(json);
  if (!value) return { errors };
  const found = findErrors(value, defaultZone);
  return found.length > 0 ? { errors: found } : { value: toSchedule(value, defaultZone) };
}

function toSchedule(json: RecurringJson, defaultZone: string): Schedule {
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

function findErrors(json: RecurringJson, defaultZone: string): ValidationError[] {
  const zone = json.timeZone ?? defaultZone;
  const found = timeZoneErrors(json.timeZone);
  if (found.length > 0) return found;
  return [...recurrenceErrors(json.schedule, zone), ...periodErrors(json, zone), ...(json.windows ?? []).flatMap(windowErrors)];
}

export const timeZoneErrors = (zone: string | undefined): ValidationError[] =>
  zone === undefined || isZone(zone) ? [] : [{ pointer: '/timeZone', detail: 'must be an IANA time zone, such as Australia/Sydney' }];

function recurrenceErrors(recurrence: Recurrence, zone: string): ValidationError[] {
  if (recurrence.kind === 'once') return momentErrors('/schedule/at', recurrence.at, zone);
  if (recurrence.kind === 'cron') {
    const detail = cronError(recurrence.expression);
    return detail === undefined ? [] : [{ pointer: '/schedule/expression', detail }];
  }
  if (recurrence.kind === 'monthly' && 'day' in recurrence === 'weekday' in recurrence) {
    return [{ pointer: '/schedule', detail: 'must have either day, or weekday and which' }];
  }
  return [];
}

function periodErrors({ startAt, endAt }: RecurringJson, zone: string): ValidationError[] {
  const found = [...momentErrors('/startAt', startAt, zone), ...momentErrors('/endAt', endAt, zone)];
  if (found.length > 0 || startAt === undefined || endAt === undefined) return found;
  const [start, end] = [scheduleMoment(startAt, zone), endMoment(endAt, zone)];
  return start && end && end < start ? [{ pointer: '/endAt', detail: 'must not be before startAt' }] : [];
}

const momentErrors = (pointer: string, text: string | undefined, zone: string): ValidationError[] =>
  text === undefined || scheduleMoment(text, zone)
    ? []
    : [
        {
          pointer,
          detail: 'must be a date or date-time, such as 2026-03-31, 2026-03-31T09:30 (local time of the zone) or 2026-03-31T09:30:00Z',
        },
      ];

export const windowErrors = ({ from, to }: TimeWindow, index: number): ValidationError[] =>
  from === to ? [{ pointer: `${below('/windows', index)}/to`, detail: 'must differ from from' }] : [];
