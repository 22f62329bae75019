import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { INT32, momentRule, textRule, type ValueRule } from '../fields/value-rules';
import { isBareDate, parseDay, parseMoment } from '../time/moments';
import { RequestedMoment } from '../time/requested-moment';

/** A query parameter: how its text is parsed, and its default. */
export interface QueryParameter {
  readonly name: string;
  readonly required: boolean;
  readonly default: unknown;
  readonly validate: (text: string) => string | undefined;
  readonly parse: (text: string) => unknown;
}

interface ParameterOptions<V> {
  /** The value if the parameter is absent; undefined by default. */
  default?: V;
  required?: boolean;
  description?: string;
  example?: unknown;
}

const declared = new Map<object, QueryParameter[]>();

/** The parameters of a class, inherited ones included. */
export function queryParametersOf(type: Function): readonly QueryParameter[] {
  if (!type || type === Function.prototype) return [];
  return [...queryParametersOf(Object.getPrototypeOf(type) as Function), ...(declared.get(type.prototype as object) ?? [])];
}

function parameter<V>(
  rule: { validate: QueryParameter['validate']; parse: (text: string) => V },
  schema: ApiPropertyOptions,
  options: ParameterOptions<V>,
): PropertyDecorator {
  return (target, key) => {
    const name = String(key);
    declared.set(target, [
      ...(declared.get(target) ?? []),
      { name, required: options.required ?? false, default: options.default, ...rule },
    ]);
    const { required = false, default: defaultValue, description, example } = options;
    ApiProperty({ ...schema, required, default: defaultValue, description, example } as ApiPropertyOptions)(target, key);
  };
}

/** A whole number: digits with an optional minus, nothing else. */
export function QueryInt({
  minimum = INT32.minimum,
  maximum = INT32.maximum,
  ...options
}: ParameterOptions<number> & { minimum?: number; maximum?: number } = {}): PropertyDecorator {
  const isInt = (text: string): boolean => /^-?\d{1,16}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
  const validate = (text: string): string | undefined => (isInt(text) ? undefined : `must be a whole number from ${minimum} to ${maximum}`);
  return parameter(
    { validate, parse: (text) => Number(text) + 0 },
    { type: 'integer', format: maximum > INT32.maximum ? 'int64' : 'int32', minimum, maximum },
    options,
  );
}

/** true or false, in any case. */
export function QueryBoolean(options: ParameterOptions<boolean> = {}): PropertyDecorator {
  const validate = (text: string): string | undefined => (/^(true|false)$/i.test(text) ? undefined : 'must be true or false');
  return parameter({ validate, parse: (text) => text.toLowerCase() === 'true' }, { type: 'boolean' }, options);
}

export function QueryText({ maxLength = 1000, ...options }: ParameterOptions<string> & { maxLength?: number } = {}): PropertyDecorator {
  return parameter(ofText<string>(textRule(maxLength)), { type: 'string', maxLength }, options);
}

/** One of a few names, in any case. */
export function QueryOneOf<T extends string>(values: readonly T[], options: ParameterOptions<T> = {}): PropertyDecorator {
  const named = (text: string): T | undefined => values.find((value) => value.toLowerCase() === text.toLowerCase());
  const validate = (text: string): string | undefined => (named(text) === undefined ? `must be one of ${values.join(', ')}` : undefined);
  return parameter({ validate, parse: named }, { type: 'string', enum: [...values] }, options);
}

const NAME = /^[A-Za-z]\w{0,39}$/;
const NAMES = '^\\s*[A-Za-z]\\w{0,39}\\s*(,\\s*[A-Za-z]\\w{0,39}\\s*)*$';
const MOST_NAMES = 100;

/** A comma-separated list of names. @param known those that there are, which are found in any case */
export function QueryNames({
  known,
  ...options
}: ParameterOptions<readonly string[]> & { known?: readonly string[] } = {}): PropertyDecorator {
  const names = (text: string): string[] => text.split(',').map((name) => name.trim());
  const named = (name: string): string | undefined =>
    known ? known.find((each) => each.toLowerCase() === name.toLowerCase()) : NAME.exec(name)?.[0];
  const validate = (text: string): string | undefined =>
    names(text).length <= MOST_NAMES && names(text).every((name) => named(name) !== undefined)
      ? undefined
      : `must be at most ${MOST_NAMES} comma-separated names${known ? ` from ${known.join(', ')}` : ''}`;
  const parse = (text: string): string[] => names(text).map((name) => named(name) ?? name);
  return parameter({ validate, parse }, { type: 'string', maxLength: 50 * MOST_NAMES, pattern: NAMES }, options);
}

/** A date or date-time; a date is a day in the requested time zone. */
export function QueryMoment(options: ParameterOptions<RequestedMoment> = {}): PropertyDecorator {
  const { validate } = ofText<Date | null>(momentRule);
  const parse = (text: string): RequestedMoment | null => RequestedMoment.of(text);
  return parameter({ validate, parse }, { type: 'string', format: 'date-time', maxLength: 40 }, options);
}

/** A day without a time, as 00:00Z of it. */
export function QueryDay(options: ParameterOptions<Date> = {}): PropertyDecorator {
  const isDay = (text: string): boolean => isBareDate(text) && parseMoment(text) !== undefined;
  const validate = (text: string): string | undefined => (isDay(text) ? undefined : 'must be a date such as 2026-11-20');
  return parameter({ validate, parse: (text) => parseDay(text)! }, { type: 'string', format: 'date', maxLength: 10 }, options);
}

/** A comma-separated list of ids. */
export function QueryIds({
  maxItems = 1000,
  ...options
}: ParameterOptions<readonly number[]> & { maxItems?: number } = {}): PropertyDecorator {
  const ids = (text: string): number[] => text.split(',').map(Number);
  const isIds = (text: string): boolean =>
    /^-?\d{1,10}(,-?\d{1,10})*$/.test(text) && ids(text).every((id) => id >= INT32.minimum && id <= INT32.maximum);
  const validate = (text: string): string | undefined =>
    isIds(text) && ids(text).length <= maxItems ? undefined : `must be at most ${maxItems} comma-separated ids`;
  return parameter(
    { validate, parse: ids },
    { type: 'string', maxLength: 12 * maxItems, pattern: '^-?\\d{1,10}(,-?\\d{1,10})*$' },
    options,
  );
}

const ofText = <V>({ validate, parse }: ValueRule): { validate: ValueRule['validate']; parse: (text: string) => V } => ({
  validate,
  parse: (text) => parse(text) as V,
});
