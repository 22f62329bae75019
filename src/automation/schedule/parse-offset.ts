import type { ParseResult } from '../definition/parse-result';
import { SchemaParser } from '../definition/schema-parser';
import { timeZoneErrors } from './parse-schedule';
import type { OffsetSchedule } from './schedule';
import { OFFSET_SCHEMA } from './schedule-schema';

const parser = new SchemaParser<Omit<OffsetSchedule, 'timeZone'> & { timeZone?: string }>(OFFSET_SCHEMA);

/** Parses `scheduleMetaDataJSON` of a rule that waits for a date of the record. */
export function parseOffset(json: unknown, defaultZone: string): ParseResult<OffsetSchedule> {
  const { value, errors } = parser.parse(json);
  if (!value) return { errors };
  const timeErrors = timeZoneErrors(value.timeZone);
  if (value.at !== undefined && value.offset.unit === 'hour')
    timeErrors.push({ pointer: '/at', detail: 'is only allowed with an offset in days, weeks or months, not hours' });
  return timeErrors.length > 0 ? { errors: timeErrors } : { value: { ...value, timeZone: value.timeZone ?? defaultZone } };
}

/** On the day itself: the default for a rule that waits for a date. */
export const onTheDay = (timeZone: string): OffsetSchedule => ({ timeZone, offset: { amount: 0, unit: 'day' } });
