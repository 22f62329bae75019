import { AMOUNT } from '../sql/columns';
import { MOMENT_FORM, parseDay, parseMoment } from '../time/moments';

/** Validates a value of a request and converts it to its stored form. Shared by request bodies, filter rules and automation actions. */
export interface ValueRule {
  validate: (value: unknown) => string | undefined;
  parse: (value: unknown) => unknown;
}

const asIs = (value: unknown): unknown => value;
const rule = (holds: (value: unknown) => boolean, message: string, parse = asIs): ValueRule => ({
  validate: (value) => (holds(value) ? undefined : message),
  parse,
});

export const INT32 = { minimum: -2147483648, maximum: 2147483647 } as const;
const isInt = (value: unknown, minimum: number): value is number =>
  Number.isInteger(value) && (value as number) >= minimum && (value as number) <= INT32.maximum;

const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** What a text looks like that is not empty, and what is said of others. */
export interface TextPattern {
  readonly test: (text: string) => boolean;
  readonly message: string;
}

/** Counts code points, as maxLength does in JSON Schema. None takes more than two units, so a text of megabytes need not be counted. */
const isLonger = (text: string, max: number): boolean => text.length > 2 * max || (text.length > max && [...text].length > max);

export const textRule = (max: number, pattern?: TextPattern): ValueRule => ({
  validate: (value) => {
    if (typeof value !== 'string') return 'must be a string';
    if (isLonger(value, max)) return `must be at most ${max} characters long`;
    if (UNSTORABLE.test(value)) return 'must not contain a NUL character or half of a surrogate pair';
    return pattern && value !== '' && !pattern.test(value) ? pattern.message : undefined;
  },
  parse: asIs,
});

export const intRule = (minimum: number = INT32.minimum): ValueRule =>
  rule(
    (value) => isInt(value, minimum),
    `must be a whole number from ${minimum} to ${INT32.maximum}`,
    (value) => (value as number) + 0,
  );

export const doubleRule = (minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE): ValueRule =>
  rule(
    (value) => typeof value === 'number' && value >= minimum && value <= maximum,
    `must be a number${rangeOf(minimum, maximum)}`,
    (value) => (value as number) + 0,
  );

/** Has it as many digits as are stored exactly? Never rounded: what does not fit is rejected. */
export const isAmount = (value: number, decimals: number = AMOUNT.decimals): boolean =>
  Math.abs(value) <= AMOUNT.most && Number(value.toFixed(decimals)) === value;

export const amountRule = (minimum: number = -AMOUNT.most, decimals: number = AMOUNT.decimals): ValueRule =>
  rule(
    (value) => typeof value === 'number' && value >= minimum && isAmount(value, decimals),
    `must be a number from ${minimum} to ${AMOUNT.most} with at most ${decimals} decimals`,
    (value) => (value as number) + 0,
  );

function rangeOf(minimum: number, maximum: number): string {
  if (maximum !== Number.MAX_VALUE) return ` from ${minimum} to ${maximum}`;
  return minimum === -Number.MAX_VALUE ? '' : ` of at least ${minimum}`;
}

export const booleanRule = rule((value) => typeof value === 'boolean', 'must be true or false');

export const intEnumRule = (values: readonly number[]): ValueRule =>
  rule((value) => values.includes(value as number), `must be one of ${values.join(', ')}`);

export const textEnumRule = (words: readonly string[]): ValueRule =>
  rule((value) => words.includes(value as string), `must be one of ${words.join(', ')}`);

export const momentRule: ValueRule = rule(
  (value) => typeof value === 'string' && parseMoment(value) !== undefined,
  `must be ${MOMENT_FORM}`,
  (value) => parseMoment(value as string),
);

export const dayRule: ValueRule = { ...momentRule, parse: (value) => parseDay(value as string) };

/** For computed fields: any value is accepted in a body and ignored. */
export const ignoredRule: ValueRule = { validate: () => undefined, parse: () => undefined };
