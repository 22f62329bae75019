import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { isBareDate, DAY_MS, parseMoment } from '../time/moments';
import { isTimeRange, TIME_RANGE_FORM } from '../time/time-range';
import { declare, fieldsOf, type Field } from '../fields/field';
import { CheckedAs } from '../fields/shapes';
import { booleanRule, INT32, intRule, momentRule, textRule, type ValueRule } from '../fields/values';

/** A list of a search has at most so many entries. */
export const LISTED = 1000;
const NAMED = 200;

interface Say {
  example?: unknown;
  description?: string;
}

/** What a search was asked, in its stored form: JSON, moments with Z, what is not asked left out. */
export type Asked<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** Declares a criterion of a search. In a request absent, null and empty all mean not asked. `unset` null: a list. */
export function declareCriterion(schema: ApiPropertyOptions, rule: ValueRule, unset: Field['unset'], target: object, name: string): Field {
  const { complaint, parse } = rule;
  const field: Field = {
    name,
    source: { in: 'composed' },
    unset,
    derived: false,
    schema,
    complaint,
    parse,
    clearable: true,
    hidden: true,
    answered: 'field',
    searchedByWords: false,
  };
  declare(target, field);
  return field;
}

const criterion =
  (schema: ApiPropertyOptions, rule: ValueRule, unset: Field['unset'], { example, description }: Say): PropertyDecorator =>
  (target, key) => {
    const said = { ...schema, ...(example === undefined ? {} : { example }), ...(description ? { description } : {}) };
    // of what is not asked, an answer leaves dates out
    const answered = { ...said, ...(unset === undefined ? { required: false, example: example ?? undefined } : {}) } as ApiPropertyOptions;
    const field = declareCriterion(answered, rule, unset, target, String(key));
    ApiProperty({ ...said, required: false, nullable: true } as ApiPropertyOptions)(target, key);
    CheckedAs(field)(target, key);
  };

/** A text; `rule` checks one that is not empty. */
export const AskedText = (maxLength: number, say: Say, rule?: (text: string) => string | undefined): PropertyDecorator => {
  const text = textRule(maxLength);
  const complaint = (value: unknown): string | undefined => text.complaint(value) ?? (value === '' ? undefined : rule?.(String(value)));
  return criterion({ type: String, maxLength }, { ...text, complaint }, '', say);
};

/** A time range in words or in ISO 8601. */
export const AskedTime = (say: Say): PropertyDecorator =>
  AskedText(100, { ...say, description: `${say.description}: ${TIME_RANGE_FORM}.` }, (text) =>
    text.trim() === '' || isTimeRange(text) ? undefined : `must be one of: ${TIME_RANGE_FORM}`,
  );

export const AskedFlag = (say: Say): PropertyDecorator => criterion({ type: Boolean }, booleanRule, false, say);

export const AskedId = (say: Say): PropertyDecorator => criterion({ type: 'integer', format: 'int32', ...INT32 }, intRule(), 0, say);

/** Ids; 0 asks for records without one. */
export const AskedIds = (say: Say): PropertyDecorator =>
  criterion(
    { type: 'array', maxItems: LISTED, items: { type: 'integer', format: 'int32', ...INT32, minimum: 0 } },
    listRule(intRule(0)),
    null,
    say,
  );

/** Ids and names in text; "0" asks for records without one. */
export const AskedTexts = (say: Say): PropertyDecorator =>
  criterion({ type: 'array', maxItems: LISTED, items: { type: 'string', maxLength: NAMED } }, listRule(textRule(NAMED)), null, say);

const moment = (endOfDay: boolean, say: Say): PropertyDecorator =>
  criterion(
    { type: 'string', format: 'date-time', maxLength: 40 },
    {
      complaint: (value) => (value === '' ? undefined : momentRule.complaint(value)),
      parse: (text) => storedMoment(String(text), endOfDay),
    },
    undefined,
    say,
  );
/** The first moment that is asked for. */
export const AskedFrom = (say: Say): PropertyDecorator => moment(false, say);
/** The last moment that is asked for; a bare date includes the whole of that day. */
export const AskedTo = (say: Say): PropertyDecorator => moment(true, say);

function storedMoment(text: string, endOfDay: boolean): string | null {
  const found = parseMoment(text);
  if (!found) return null;
  return (endOfDay && isBareDate(text) ? new Date(found.getTime() + DAY_MS - 1) : found).toISOString();
}

function listRule(entry: ValueRule): ValueRule {
  const complaint = (value: unknown): string | undefined => {
    if (!Array.isArray(value)) return 'must be a list';
    if (value.length > LISTED) return `must have at most ${LISTED} entries`;
    const wrong = value.findIndex((each) => entry.complaint(each) !== undefined);
    return wrong < 0 ? undefined : `must be a list in which every entry ${entry.complaint(value[wrong])}; entry ${wrong} is not`;
  };
  return { complaint, parse: (value) => value };
}

/**
 * The criteria of a checked body put over others: absent ones stay, empty ones are dropped.
 * @param nulls whether null leaves a criterion as it is, or drops it
 */
export function askedOver<T extends object>(shape: new () => T, base: Asked<T>, body: T, nulls: 'stay' | 'drop'): Asked<T> {
  const asked: Record<string, unknown> = { ...base };
  for (const { name, parse } of fieldsOf(shape)) {
    const sent = (body as Record<string, unknown>)[name];
    if (sent === undefined || (sent === null && nulls === 'stay')) continue;
    const value = sent === null ? null : parse(sent);
    if (isEmpty(value)) delete asked[name];
    else asked[name] = value;
  }
  return asked as Asked<T>;
}

const isEmpty = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Complains of every From that is after its To, at the one that the body has. */
export function rangeComplaints(asked: object, body: object): { pointer: string; detail: string }[] {
  const moments = asked as Readonly<Record<string, string | undefined>>;
  return Object.keys(asked).flatMap((from) => {
    const to = from.replace(/From$/, 'To');
    const [first, last] = [moments[from], moments[to]];
    if (from === to || first === undefined || last === undefined || first <= last) return [];
    return to in body
      ? [{ pointer: `/${to}`, detail: `must not be before ${from}` }]
      : [{ pointer: `/${from}`, detail: `must not be after ${to}` }];
  });
}
