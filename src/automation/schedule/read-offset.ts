import type { Reading } from '../definition/complaint';
import { JsonForm } from '../definition/json-form';
import { zoneFaults } from './read-schedule';
import type { OffsetSchedule } from './schedule';
import { OFFSET_SCHEMA } from './schedule-schema';

const form = new JsonForm<Omit<OffsetSchedule, 'timeZone'> & { timeZone?: string }>(OFFSET_SCHEMA);

/** `scheduleMetaDataJSON` of an event rule on a date of the record. */
export function readOffset(json: unknown, defaultZone: string): Reading<OffsetSchedule> {
  const { value, complaints } = form.read(json);
  if (!value) return { complaints };
  const faults = zoneFaults(value.timeZone);
  if (value.at !== undefined && value.offset.unit === 'hour')
    faults.push({ pointer: '/at', detail: 'goes with an offset in days, weeks or months, not hours' });
  return faults.length > 0 ? { complaints: faults } : { value: { ...value, timeZone: value.timeZone ?? defaultZone } };
}

/** On the day itself: what an event rule on a date does without a schedule. */
export const onTheDay = (timeZone: string): OffsetSchedule => ({ timeZone, offset: { amount: 0, unit: 'day' } });
