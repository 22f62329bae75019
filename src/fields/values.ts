import { MOMENT_FORM, parseDay, parseMoment } from '../time/moments';

/** What a value of a request must be, and its stored form. Pure: one truth for request bodies, rules and actions. */
export interface ValueRule {
  complaint: (value: unknown) => string | undefined;
  parse: (value: unknown) => unknown;
}

const asIs = (value: unknown): unknown => value;
const rule = (holds: (value: unknown) => boolean, sentence: string, parse = asIs): ValueRule => ({
  complaint: (value) => (holds(value) ? undefined : sentence),
  parse,
});

export const INT32 = { minimum: -2147483648, maximum: 2147483647 } as const;
const isInt = (value: unknown, minimum: number): value is number =>
  Number.isInteger(value) && (value as number) >= minimum && (value as number) <= INT32.maximum;

const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

export const textRule = (max: number, pattern?: { test: (text: string) => boolean; sentence: string }): ValueRule => ({
  complaint: (value) => {
    if (typeof value !== 'string') return 'must be a text';
    // a character is a code point, as maxLength counts in JSON Schema
    if (value.length > max && [...value].length > max) return `must be at most ${max} characters long`;
    if (UNSTORABLE.test(value)) return 'must not contain a NUL character or half of a surrogate pair';
    return pattern && value !== '' && !pattern.test(value) ? pattern.sentence : undefined;
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

function rangeOf(minimum: number, maximum: number): string {
  if (maximum !== Number.MAX_VALUE) return ` from ${minimum} to ${maximum}`;
  return minimum === -Number.MAX_VALUE ? '' : ` of at least ${minimum}`;
}

export const booleanRule = rule((value) => typeof value === 'boolean', 'must be true or false');

export const enumRule = (values: readonly number[]): ValueRule =>
  rule((value) => values.includes(value as number), `must be one of ${values.join(', ')}`);

export const wordRule = (words: readonly string[]): ValueRule =>
  rule((value) => words.includes(value as string), `must be one of ${words.join(', ')}`);

export const momentRule: ValueRule = rule(
  (value) => typeof value === 'string' && parseMoment(value) !== undefined,
  `must be ${MOMENT_FORM}`,
  (value) => parseMoment(value as string),
);

export const dayRule: ValueRule = { ...momentRule, parse: (value) => parseDay(value as string) };

/** For fields that a body may carry and the service computes: anything goes, nothing is kept. */
export const ignoredRule: ValueRule = { complaint: () => undefined, parse: () => undefined };
