import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { INT32, momentRule, textRule, type ValueRule } from '../fields/values';

/** A query parameter of a class of them: how its text is read, and what it is when it is not there. */
export interface QueryParameter {
  readonly name: string;
  readonly required: boolean;
  readonly default: unknown;
  readonly complaint: (text: string) => string | undefined;
  readonly parse: (text: string) => unknown;
}

interface Say<V> {
  /** The value when the parameter is absent; without one the property is undefined. */
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
  rule: { complaint: QueryParameter['complaint']; parse: (text: string) => V },
  schema: ApiPropertyOptions,
  say: Say<V>,
): PropertyDecorator {
  return (target, key) => {
    const name = String(key);
    declared.set(target, [...(declared.get(target) ?? []), { name, required: say.required ?? false, default: say.default, ...rule }]);
    const { required = false, default: byDefault, description, example } = say;
    ApiProperty({ ...schema, required, default: byDefault, description, example } as ApiPropertyOptions)(target, key);
  };
}

/** A whole number: digits with an optional minus, nothing else. */
export function QueryInt({
  minimum = INT32.minimum,
  maximum = INT32.maximum,
  ...say
}: Say<number> & { minimum?: number; maximum?: number } = {}): PropertyDecorator {
  const isInt = (text: string): boolean => /^-?\d{1,16}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
  const complaint = (text: string): string | undefined =>
    isInt(text) ? undefined : `must be a whole number from ${minimum} to ${maximum}`;
  return parameter(
    { complaint, parse: (text) => Number(text) + 0 },
    { type: 'integer', format: maximum > INT32.maximum ? 'int64' : 'int32', minimum, maximum },
    say,
  );
}

/** true or false, in any case. */
export function QueryBoolean(say: Say<boolean> = {}): PropertyDecorator {
  const complaint = (text: string): string | undefined => (/^(true|false)$/i.test(text) ? undefined : 'must be true or false');
  return parameter({ complaint, parse: (text) => text.toLowerCase() === 'true' }, { type: 'boolean' }, say);
}

export function QueryText({ maxLength = 1000, ...say }: Say<string> & { maxLength?: number } = {}): PropertyDecorator {
  return parameter(ofText<string>(textRule(maxLength)), { type: 'string', maxLength }, say);
}

/** One of a few names, in any case. */
export function QueryOneOf<T extends string>(values: readonly T[], say: Say<T> = {}): PropertyDecorator {
  const named = (text: string): T | undefined => values.find((value) => value.toLowerCase() === text.toLowerCase());
  const complaint = (text: string): string | undefined => (named(text) === undefined ? `must be one of ${values.join(', ')}` : undefined);
  return parameter({ complaint, parse: named }, { type: 'string', enum: [...values] }, say);
}

/** A date or date-time. */
export function QueryMoment(say: Say<Date> = {}): PropertyDecorator {
  return parameter(ofText<Date | undefined>(momentRule), { type: 'string', format: 'date-time', maxLength: 40 }, say);
}

/** A comma-separated list of ids. */
export function QueryIds({ maxItems = 1000, ...say }: Say<readonly number[]> & { maxItems?: number } = {}): PropertyDecorator {
  const ids = (text: string): number[] => text.split(',').map(Number);
  const isIds = (text: string): boolean =>
    /^-?\d{1,10}(,-?\d{1,10})*$/.test(text) && ids(text).every((id) => id >= INT32.minimum && id <= INT32.maximum);
  const complaint = (text: string): string | undefined =>
    isIds(text) && ids(text).length <= maxItems ? undefined : `must be up to ${maxItems} ids with commas between`;
  return parameter({ complaint, parse: ids }, { type: 'string', maxLength: 12 * maxItems, pattern: '^-?\\d{1,10}(,-?\\d{1,10})*$' }, say);
}

const ofText = <V>({ complaint, parse }: ValueRule): { complaint: ValueRule['complaint']; parse: (text: string) => V } => ({
  complaint,
  parse: (text) => parse(text) as V,
});
