import fc from 'fast-check';
import type { Operation } from './operations';
import type { Schema, Schemas } from './schemas';

const LONG = 'x'.repeat(4000);

/** Path segments as they appear in the URL, percent-encoded where necessary. */
export const IN_PATHS = [
  '0',
  '-1',
  '1.5',
  '1e30',
  'text',
  LONG,
  '%00',
  '%FF',
  '%F0%9F%98%80',
  '%ED%A0%80',
  '%2F..%2F',
  '2147483647',
  '2147483648',
  '-2147483648',
  '%20',
  '0x1',
  '00000000-0000-0000-0000-000000000000',
];
export const IN_QUERIES = [
  '',
  '0',
  '-1',
  '1.5',
  '1e30',
  '9'.repeat(400),
  '2147483647',
  LONG,
  '%00',
  '%FF',
  '%',
  '%F0%9F%98%80',
  '%ED%A0%80',
  'true',
  'null',
  ',',
  '1,1,1',
  '9999-12-31',
  '0001-01-01',
  '1000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  'A%27%22%60%3B--',
];

const TEXTS = [
  '',
  ' ',
  '😀',
  '👨‍👩‍👧‍👦',
  'e\u0301',
  '\0',
  '\ud800',
  'a\udc00b',
  '\u0001\u001f\u007f',
  '\u200b',
  '\uffff',
  '\ufeff',
  'ﷺ',
  'İ',
  "'; DROP TABLE candidate; --",
  '%_\\',
  '{{x}}',
  '{}',
  '[]',
  'null',
  '{"combinator":"and","rules":[{"field":"id"}]}',
  '0',
  '-1',
  '1e999',
  '<script>',
  '__proto__',
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
  '1000-01-01',
  '0001-01-01',
];
const MOMENTS = [
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-12:00',
  '1000-01-01',
  '1000-01-01T00:00:00+14:00',
  '2024-02-29',
  '0001-01-01T00:00:00',
];
const NUMBERS = [0, -0, 1, -1, 1.5, 0.1, 1e308, -1e308, 5e-324, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53, 1e15];
const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)]);
const OTHERS = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [{}],
  { a: 1 },
  { constructor: 1, toString: 2 },
  JSON.parse('{"__proto__": {"a": 1}}'),
  nested(60),
  nested(100),
] as const;

const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS, ...NUMBERS, ...OTHERS),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
/** Characters of one to four bytes, including some that fold to more than one character. */
const LETTERS = fc.constantFrom('x', 'ä', '語', '😀', 'ﷺ', 'ß');
/** How deep nested lists and objects are filled. */
const DEPTH = 3;

type InlineSchema = Exclude<Schema, { $ref: string }>;

/** Request bodies with values within, at and beyond the documented limits, and of entirely different types. */
export class OddBodies {
  constructor(private readonly schemas: Schemas) {}

  /** Bodies that differ from the example in a few fields or consist of those alone; deterministic for a seed. */
  of({ body }: Operation, count: number, seed: number): unknown[] {
    const schema = this.resolve(body?.schema ?? {});
    const example: unknown = body?.example;
    const right =
      schema.type === 'array' && schema.items ? fc.array(this.object(schema.items), { minLength: 1, maxLength: 3 }) : this.object(schema);
    const overExample = right.map((each) => (Array.isArray(each) ? each : { ...(example as object), ...each }));
    return fc.sample(fc.oneof({ weight: 4, arbitrary: overExample }, { weight: 4, arbitrary: right }, { weight: 1, arbitrary: anything }), {
      numRuns: count,
      seed,
    });
  }

  private resolve(schema: Schema): InlineSchema {
    return '$ref' in schema ? this.resolve(this.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
  }

  /** With a few of its fields, and the examples of its required fields. */
  private object(schema: Schema, depth = DEPTH): fc.Arbitrary<object> {
    const { properties = {}, required = [] } = this.resolve(schema);
    const fields = Object.entries(properties).map(([name, each]) => fc.tuple(fc.constant(name), this.value(each, depth)));
    if (fields.length === 0) return fc.constant({});
    const needed = Object.fromEntries(required.map((name) => [name, this.resolve(properties[name] ?? {}).example as unknown]));
    return fc.array(fc.oneof(...fields), { minLength: 1, maxLength: 6 }).map((some) => ({ ...needed, ...Object.fromEntries(some) }));
  }

  private value(schema: Schema, depth: number): fc.Arbitrary<unknown> {
    const inline = this.resolve(schema);
    const { properties, enum: listed = [], example } = inline;
    const known = [...(listed as unknown[]), ...(example === undefined ? [] : [example as unknown])];
    return fc.oneof(
      anything,
      ...(known.length > 0 ? [fc.constantFrom(...known)] : []),
      ...ofType(inline),
      ...(inline.items && depth > 0 ? this.lists(inline.items, inline.maxItems ?? 10, depth - 1) : []),
      ...(properties && depth > 0 ? [{ weight: 2, arbitrary: this.object(schema, depth - 1) }] : []),
    );
  }

  private lists(items: Schema, most: number, depth: number): fc.Arbitrary<unknown>[] {
    const tooMany = this.value(items, 0).map((one) => Array.from({ length: most + 1 }, () => one));
    return [fc.array(this.value(items, depth), { maxLength: Math.min(most, 4) }), tooMany];
  }
}

/** Boundary values of strings and numbers. */
function ofType({ type, format, maxLength = 100, minimum = 0, maximum = 0 }: InlineSchema): fc.Arbitrary<unknown>[] {
  if (type === 'number' || type === 'integer') return [fc.constantFrom(...NUMBERS, minimum, maximum), fc.integer({ min: 0, max: 30 })];
  if (type !== 'string') return [];
  if (format) return [fc.constantFrom(...MOMENTS)];
  return [
    fc.constantFrom(...TEXTS),
    fc.tuple(LETTERS, fc.constantFrom(maxLength, maxLength + 1)).map(([letter, length]) => letter.repeat(length)),
  ];
}
