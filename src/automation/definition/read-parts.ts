import type { RecordType } from '../../fields/record-type';
import { FilterProblems, parseFilter, parseOrder, type Order, type Tree } from '../../query';
import { isObject } from '../../query/json';
import { Trigger } from '../../terms/numbers';
import type { Action } from '../actions/action';
import { readActions } from '../actions/read-actions';
import { isSilence } from '../catalogue/date-rules';
import type { AutomationEvent } from '../catalogue/events';
import { onTheDay, readOffset } from '../schedule/read-offset';
import { readSchedule } from '../schedule/read-schedule';
import type { OffsetSchedule, Schedule } from '../schedule/schedule';
import type { Complaint, Reading } from './complaint';
import { inside, type JsonField, type Said } from './json-text';

/** A part of a rule and what is wrong with it. */
export interface Part<T> {
  readonly value?: T;
  readonly errors: readonly Complaint[];
}

/** Reads one of the JSON texts; `nothing` is what an empty one means. */
function part<T>(field: JsonField, text: Said, read: (value: unknown) => Reading<T>, nothing?: T): Part<T> {
  if (text === 'nothing') return { value: nothing, errors: [] };
  if ('malformed' in text) return { errors: [text.malformed] };
  const { value, complaints = [] } = read(text.value);
  return { value, errors: inside(field, complaints) };
}

export const condition = (text: Said, record: RecordType): Part<Tree> =>
  part('filtersJSON', text, (value) => unlessProblems(() => parseFilter(record, value)));

export const order = (text: Said, record: RecordType): Part<readonly Order[]> =>
  part('orderByJSON', text, (value) => unlessProblems(() => parseOrder(record, value)), []);

export const actions = (text: Said, record: RecordType): Part<readonly Action[]> =>
  part('actionsJSON', text, (value) => readActions(value, record), []);

/** Does the rule wait for a date of the record? Then its schedule is an offset from it. */
export const waitsForDate = (triggerID: number, event: AutomationEvent): boolean => triggerID === Trigger.Event && event.kind === 'D';

export const schedule = (text: Said, timeZone: string): Part<Schedule> =>
  part('scheduleMetaDataJSON', text, (value) => readSchedule(value, timeZone));

/** A rule may keep the schedule of another trigger for later: in either form. */
export const unusedSchedule = (text: Said, timeZone: string): Part<Schedule | OffsetSchedule> =>
  part<Schedule | OffsetSchedule>('scheduleMetaDataJSON', text, (value) => {
    const isOffset = isObject(value) && 'offset' in value;
    return isOffset ? readOffset(value, timeZone) : readSchedule(value, timeZone);
  });

export const offset = (text: Said, timeZone: string, event: AutomationEvent): Part<OffsetSchedule> =>
  part('scheduleMetaDataJSON', text, (value) => notAhead(readOffset(value, timeZone), event), onTheDay(timeZone));

function notAhead(reading: Reading<OffsetSchedule>, { date }: AutomationEvent): Reading<OffsetSchedule> {
  const isAhead = date !== undefined && isSilence(date) && (reading.value?.offset.amount ?? 0) < 0;
  return isAhead
    ? { complaints: [{ pointer: '/offset/amount', detail: 'must be at least 0: it counts the time since something last happened' }] }
    : reading;
}

function unlessProblems<T>(read: () => T): Reading<T> {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof FilterProblems) return { complaints: error.complaints };
    throw error;
  }
}
