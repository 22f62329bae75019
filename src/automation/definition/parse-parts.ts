import type { RecordType } from '../../core/fields/record-type';
import type { RecordTypes } from '../../core/fields/record-types';
import { FilterError, parseFilter, parseOrder, type Order, type FilterTree } from '../../core/query';
import { isObject } from '../../core/query/json';
import { Trigger } from '../../core/terms/numbers';
import type { Action } from '../actions/action';
import { parseActions } from '../actions/parse-actions';
import { measuresInactivity } from '../../core/fields/date-rule';
import type { AutomationEvent } from '../catalogue/events';
import { onTheDay, parseOffset } from '../schedule/parse-offset';
import { parseSchedule } from '../schedule/parse-schedule';
import { parseSending, type Sending } from '../schedule/parse-sending';
import type { OffsetSchedule, Schedule } from '../schedule/schedule';
import type { ValidationError, ParseResult } from './parse-result';
import { errorsInField, type JsonField, type ParsedJson } from './parse-json-field';

/** A parsed part of a rule, and its errors. */
export interface Part<T> {
  readonly value?: T;
  readonly errors: readonly ValidationError[];
}

/** Parses a JSON field; `valueIfEmpty` is the value of an empty one. */
function parsePart<T>(field: JsonField, json: ParsedJson, read: (value: unknown) => ParseResult<T>, valueIfEmpty?: T): Part<T> {
  if (json === 'empty') return { value: valueIfEmpty, errors: [] };
  if ('malformed' in json) return { errors: [json.malformed] };
  const { value, errors = [] } = read(json.value);
  return { value, errors: errorsInField(field, errors) };
}

export const condition = (types: RecordTypes, json: ParsedJson, record: RecordType): Part<FilterTree> =>
  parsePart('filtersJSON', json, (value) => catchFilterError(() => parseFilter(types, record, value)));

export const order = (json: ParsedJson, record: RecordType): Part<readonly Order[]> =>
  parsePart('orderByJSON', json, (value) => catchFilterError(() => parseOrder(record, value)), []);

export const actions = (types: RecordTypes, json: ParsedJson, record: RecordType): Part<readonly Action[]> =>
  parsePart('actionsJSON', json, (value) => parseActions(types, value, record), []);

/** Whether the rule waits for a date of the record. Its schedule is then an offset from that date. */
export const waitsForDate = (triggerID: number, event: AutomationEvent): boolean => triggerID === Trigger.Event && event.kind === 'D';

export const schedule = (json: ParsedJson, timeZone: string): Part<Schedule> =>
  parsePart('scheduleMetaDataJSON', json, (value) => parseSchedule(value, timeZone));

/** What its messages keep to, which any rule may say; `rest`: the schedule without that. */
export function sending(json: ParsedJson, timeZone: string): { sending: Part<Sending>; rest: ParsedJson } {
  if (json === 'empty' || 'malformed' in json || !isObject(json.value) || !('sending' in json.value))
    return { sending: { errors: [] }, rest: json };
  const { sending: limits, ...rest } = json.value;
  const ownZone = 'timeZone' in rest ? { timeZone: rest['timeZone'] } : {};
  return {
    sending: parsePart('scheduleMetaDataJSON', { value: { ...ownZone, sending: limits } }, (value) => parseSending(value, timeZone)),
    rest: Object.keys(rest).length === Object.keys(ownZone).length ? 'empty' : { value: rest },
  };
}

/** A rule may keep the schedule of another trigger, so both kinds are accepted. */
export const unusedSchedule = (json: ParsedJson, timeZone: string): Part<Schedule | OffsetSchedule> =>
  parsePart<Schedule | OffsetSchedule>('scheduleMetaDataJSON', json, (value) => {
    const isOffset = isObject(value) && 'offset' in value;
    return isOffset ? parseOffset(value, timeZone) : parseSchedule(value, timeZone);
  });

export const offset = (json: ParsedJson, timeZone: string, event: AutomationEvent): Part<OffsetSchedule> =>
  parsePart('scheduleMetaDataJSON', json, (value) => rejectNegativeOffset(parseOffset(value, timeZone), event), onTheDay(timeZone));

function rejectNegativeOffset(result: ParseResult<OffsetSchedule>, { date }: AutomationEvent): ParseResult<OffsetSchedule> {
  const isNegative = date !== undefined && measuresInactivity(date) && (result.value?.offset.amount ?? 0) < 0;
  return isNegative
    ? { errors: [{ pointer: '/offset/amount', detail: 'must be at least 0: it counts the time since something last happened' }] }
    : result;
}

function catchFilterError<T>(read: () => T): ParseResult<T> {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof FilterError) return { errors: error.errors };
    throw error;
  }
}
