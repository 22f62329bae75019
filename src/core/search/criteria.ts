import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { spanOfDay } from '../time/day';
import { isBareDate, parseDay, parseMoment } from '../time/moments';
import { isTimeRange, TIME_RANGE_FORM } from '../time/time-range';
import { declare, fieldsOf, type Field } from '../fields/field';
import { ValidateField } from '../fields/shapes';
import { AMOUNT } from '../sql/columns';
import type { FieldScope } from '../terms/role-scopes';
import {
  amountRule,
  booleanRule,
  dayRule,
  INT32,
  intRule,
  momentRule,
  textRule,
  type TextPattern,
  type ValueRule,
} from '../fields/value-rules';

/** Maximum number of items in a list criterion. */
export const MAX_ITEMS = 1000;
const MAX_NAME = 200;

interface CriterionOptions {
  example?: unknown;
  description?: string;
  /** Without this scope, callers cannot search by it. */
  scope?: FieldScope;
}

/** The criteria of a search in their stored form: JSON, times in UTC, unset criteria omitted. */
export type Criteria<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** Declares a criterion of a search. In a request, absent, null and empty all mean no criterion. `unset` null: a list. */
export function declareCriterion(
  schema: ApiPropertyOptions,
  rule: ValueRule,
  unset: Field['unset'],
  target: object,
  name: string,
  scope?: FieldScope,
): Field {
  const { validate: complaint, parse } = rule;
  const field: Field = {
    name,
    source: { in: 'composed' },
    unset,
    derived: false,
    schema,
    validate: complaint,
    parse,
    clearable: true,
    hidden: true,
    inResponse: 'field',
    searchedByWords: false,
    ...(scope && { scope }),
  };
  declare(target, field);
  return field;
}

const criterion =
  (
    schema: ApiPropertyOptions,
    rule: ValueRule,
    unset: Field['unset'],
    { example, description, scope }: CriterionOptions,
  ): PropertyDecorator =>
  (target, key) => {
    const property = { ...schema, ...(example === undefined ? {} : { example }), ...(description ? { description } : {}) };
    // a response omits unset dates, amounts and answers
    const responseProperty = {
      ...property,
      ...(unset === undefined ? { required: false, example: example ?? undefined } : {}),
    } as ApiPropertyOptions;
    const field = declareCriterion(responseProperty, rule, unset, target, String(key), scope);
    ApiProperty({ ...property, required: false, nullable: true } as ApiPropertyOptions)(target, key);
    ValidateField(field)(target, key);
  };

/** A text; `pattern` is that of one that is not empty. */
export const TextCriterion = (maxLength: number, options: CriterionOptions, pattern?: TextPattern): PropertyDecorator => {
  const shown = options.example ? `; for example ${JSON.stringify(options.example)}` : '';
  const message = `${pattern?.message ?? 'must be a string'}${shown}`;
  const text = textRule(maxLength, pattern && { ...pattern, message });
  const complaint = (value: unknown): string | undefined => (typeof value === 'string' ? text.validate(value) : message);
  return criterion({ type: String, maxLength }, { ...text, validate: complaint }, '', options);
};

/** A time range in words or in ISO 8601. */
export const TimeRangeCriterion = (options: CriterionOptions): PropertyDecorator =>
  TextCriterion(
    100,
    { ...options, description: `${options.description}: ${TIME_RANGE_FORM}.` },
    { test: (text) => text.trim() === '' || isTimeRange(text), message: `must be one of: ${TIME_RANGE_FORM}` },
  );

/** Yes, no, or either while it is unset. */
export const AnswerCriterion = (options: CriterionOptions): PropertyDecorator =>
  criterion({ type: Boolean }, booleanRule, undefined, options);

/** A bound of a range of amounts. */
export const AmountCriterion = (options: CriterionOptions): PropertyDecorator =>
  criterion({ type: 'number', format: 'double', minimum: 0, maximum: AMOUNT.most }, amountRule(0), undefined, options);

/** A bound of a range of days, which are the same in every time zone. */
export const DayCriterion = (options: CriterionOptions): PropertyDecorator =>
  criterion(
    { type: 'string', format: 'date-time', maxLength: 40 },
    {
      validate: (value) => (value === '' ? undefined : dayRule.validate(value)),
      parse: (text) => parseDay(String(text))?.toISOString() ?? null,
    },
    undefined,
    options,
  );

export const BooleanCriterion = (options: CriterionOptions): PropertyDecorator => criterion({ type: Boolean }, booleanRule, false, options);

export const IdCriterion = (options: CriterionOptions): PropertyDecorator =>
  criterion({ type: 'integer', format: 'int32', ...INT32 }, intRule(), 0, options);

/** Ids; 0 matches records without one. */
export const IdsCriterion = (options: CriterionOptions): PropertyDecorator =>
  criterion(
    { type: 'array', maxItems: MAX_ITEMS, items: { type: 'integer', format: 'int32', ...INT32, minimum: 0 } },
    listRule(intRule(0)),
    null,
    options,
  );

/** Ids and names in text; "0" matches records without one. */
export const TextsCriterion = (options: CriterionOptions): PropertyDecorator =>
  criterion(
    { type: 'array', maxItems: MAX_ITEMS, items: { type: 'string', maxLength: MAX_NAME } },
    listRule(textRule(MAX_NAME)),
    null,
    options,
  );

const moment = (options: CriterionOptions): PropertyDecorator =>
  criterion(
    { type: 'string', format: 'date-time', maxLength: 40 },
    {
      validate: (value) => (value === '' ? undefined : momentRule.validate(value)),
      parse: (text) => storedMoment(String(text)),
    },
    undefined,
    options,
  );
/** Lower bound of a time range; a bare date is the beginning of that day in the time zone of the request. */
export const FromCriterion = (options: CriterionOptions): PropertyDecorator => moment(options);
/** Upper bound of a time range; a bare date includes that whole day in the time zone of the request. */
export const ToCriterion = (options: CriterionOptions): PropertyDecorator => moment(options);

/** A bare date stays one until it is known in which time zone. */
function storedMoment(text: string): string | null {
  const found = parseMoment(text);
  return found ? (isBareDate(text) ? text : found.toISOString()) : null;
}

/** A bare date in From or To is the beginning or the end of that day. */
function momentIn(timeZone: string, { name, schema }: Field, value: unknown): unknown {
  if (!('format' in schema) || schema.format !== 'date-time' || typeof value !== 'string' || !isBareDate(value)) return value;
  const { from, to } = spanOfDay(value, timeZone);
  return (name.endsWith('To') ? to : from).toISOString();
}

function listRule(entry: ValueRule): ValueRule {
  const complaint = (value: unknown): string | undefined => {
    if (!Array.isArray(value)) return 'must be an array';
    if (value.length > MAX_ITEMS) return `must have at most ${MAX_ITEMS} items`;
    const wrong = value.findIndex((each) => entry.validate(each) !== undefined);
    return wrong < 0 ? undefined : `must be an array in which every item ${entry.validate(value[wrong])}; item ${wrong} does not`;
  };
  return { validate: complaint, parse: (value) => value };
}

/**
 * Merges the criteria of a validated body into others: absent ones stay, empty ones are dropped.
 * @param nulls whether null leaves a criterion as it is, or drops it
 * @param timeZone whose days bare dates are
 */
export function mergeCriteria<T extends object>(
  shape: new () => T,
  base: Criteria<T>,
  body: T,
  nulls: 'stay' | 'drop',
  timeZone: string,
): Criteria<T> {
  const criteria: Record<string, unknown> = { ...base };
  for (const field of fieldsOf(shape)) {
    const { name, parse } = field;
    const sent = (body as Record<string, unknown>)[name];
    if (sent === undefined || (sent === null && nulls === 'stay')) continue;
    const value = sent === null ? null : momentIn(timeZone, field, parse(sent));
    if (isEmpty(value)) delete criteria[name];
    else criteria[name] = value;
  }
  return criteria as Criteria<T>;
}

const isEmpty = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Reports every From that is after its To, at whichever of the two the body has. */
export function validateRanges(criteria: object, body: object): { pointer: string; detail: string }[] {
  const bounds = criteria as Readonly<Record<string, string | number | undefined>>;
  return Object.keys(criteria).flatMap((from) => {
    const to = from.replace(/From$/, 'To');
    const [first, last] = [bounds[from], bounds[to]];
    if (from === to || first === undefined || last === undefined || first <= last) return [];
    const [below, above] = typeof first === 'number' ? ['less than', 'greater than'] : ['before', 'after'];
    return to in body
      ? [{ pointer: `/${to}`, detail: `must not be ${below} ${from}` }]
      : [{ pointer: `/${from}`, detail: `must not be ${above} ${to}` }];
  });
}
