import type { JsonSchema } from '../definition/schema-parser';
import { WEEKDAYS } from '../../core/time/local-time';
import { OFFSET_UNITS, ORDINALS } from './schedule';

export const TIME_OF_DAY: JsonSchema = {
  type: 'string',
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'a local time from 00:00 to 23:59, such as 09:30',
  examples: ['09:30'],
};
const TIME_ZONE: JsonSchema = {
  type: 'string',
  maxLength: 60,
  description: 'an IANA time zone, such as Australia/Sydney',
  examples: ['Australia/Sydney'],
};
const MOMENT: JsonSchema = {
  type: 'string',
  maxLength: 40,
  description: 'a date or date-time, such as 2026-03-31, 2026-03-31T09:30 (local time of the zone) or 2026-03-31T09:30:00Z',
  examples: ['2026-03-31', '2026-03-31T09:30', '2026-03-31T09:30:00Z'],
};
const DAYS: JsonSchema = { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', enum: [...WEEKDAYS] } };

const recurrence = (kind: string, properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: ['kind', ...required],
  properties: { kind: { type: 'string', const: kind }, ...properties },
});

const RECURRENCE: JsonSchema = {
  type: 'object',
  discriminator: { propertyName: 'kind' },
  oneOf: [
    recurrence('once', { at: MOMENT }),
    recurrence('every', {
      amount: { type: 'integer', minimum: 1, maximum: 10_000 },
      unit: { type: 'string', enum: ['minute', 'hour', 'day', 'week'] },
    }),
    recurrence('daily', { at: TIME_OF_DAY }),
    recurrence('weekly', { days: DAYS, at: TIME_OF_DAY }),
    {
      ...recurrence(
        'monthly',
        {
          at: TIME_OF_DAY,
          day: { type: 'integer', minimum: 1, maximum: 31 },
          weekday: { type: 'string', enum: [...WEEKDAYS] },
          which: { type: 'string', enum: [...ORDINALS] },
        },
        ['at'],
      ),
      dependentRequired: { weekday: ['which'], which: ['weekday'] },
    },
    recurrence('cron', { expression: { type: 'string', minLength: 1, maxLength: 200, examples: ['0 9 * * 1-5'] } }),
  ],
};

const WINDOWS: JsonSchema = {
  type: 'array',
  maxItems: 50,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['from', 'to'],
    properties: { days: DAYS, from: TIME_OF_DAY, to: TIME_OF_DAY },
  },
};

const LIMIT: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { windows: WINDOWS, perMinute: { type: 'integer', minimum: 1, maximum: 60_000 } },
};

/** `sending` in `scheduleMetaDataJSON` of any rule. */
const SENDING_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'by channel: the hours in which messages are sent, in the time zone of the recipient, and how many at most per minute',
  additionalProperties: false,
  properties: { email: LIMIT, sms: LIMIT, webhook: LIMIT },
};

/** `scheduleMetaDataJSON` of a rule that runs neither on a schedule nor on a date of the record. */
export const SENDING_ONLY_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { timeZone: TIME_ZONE, sending: SENDING_SCHEMA },
};

/** `scheduleMetaDataJSON` of a rule that runs on a schedule. */
export const RECURRING_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['schedule'],
  properties: {
    timeZone: TIME_ZONE,
    schedule: RECURRENCE,
    startAt: MOMENT,
    endAt: MOMENT,
    windows: WINDOWS,
    missedRun: { type: 'string', enum: ['runOnce', 'skip'] },
    sending: SENDING_SCHEMA,
  },
};

/** `scheduleMetaDataJSON` of a rule that waits for a date of the record. */
export const OFFSET_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'an offset from a date of the record; at is only allowed with days, weeks or months, not hours',
  additionalProperties: false,
  required: ['offset'],
  properties: {
    offset: {
      type: 'object',
      additionalProperties: false,
      required: ['amount', 'unit'],
      properties: { amount: { type: 'integer', minimum: -3650, maximum: 3650 }, unit: { type: 'string', enum: [...OFFSET_UNITS] } },
    },
    at: TIME_OF_DAY,
    timeZone: TIME_ZONE,
    sending: SENDING_SCHEMA,
  },
};
