import type { ApiPropertyOptions } from '@nestjs/swagger';
import type { ColumnOptions } from 'typeorm';
import { AMOUNT, columns, FULL_NAME, LONG_TEXT, NAME, SHORT_TEXT } from '../sql/columns';
import { field, type DecoratorFor, type FieldKind, type FieldOptions } from './declare-field';
import type { FieldSource, FirstRelated } from './field';
import { figure, sqlOfFirst, type FigureOptions, type FigureSql } from './figure-source';
import {
  amountRule,
  booleanRule,
  dayRule,
  doubleRule,
  intEnumRule,
  ignoredRule,
  INT32,
  intRule,
  momentRule,
  textRule,
  textEnumRule,
  type ValueRule,
} from './value-rules';

const stored = (column: ColumnOptions): FieldSource => ({ in: 'column', column });
const orNull = (column: ColumnOptions): FieldSource => stored({ ...column, nullable: true });

const texts = (max: number): Pick<FieldKind, 'type' | 'source' | 'schema' | 'rule'> => ({
  type: 'text',
  source: orNull(max > 1000 ? columns.longText() : columns.text(max)),
  schema: { type: String, maxLength: max },
  rule: textRule(max),
});
const INT_SCHEMA = { type: 'integer', format: 'int32', ...INT32 } as const;
const ID_SCHEMA = { ...INT_SCHEMA, minimum: 0 } as const;
const DOUBLE_SCHEMA = { type: 'number', format: 'double' } as const;
const MOMENT_SCHEMA = { type: 'string', format: 'date-time', maxLength: 40 } as const;

/** The record's own number. */
export const Id = (options: FieldOptions = {}): DecoratorFor<number> =>
  field(
    { type: 'integer', source: stored(columns.int()), unset: 0, schema: { ...ID_SCHEMA, example: 1 }, rule: intRule(), generated: true },
    { ...options, derived: true },
  );

/** Counts the changes of a record; `If-Match` is checked against it. */
export const Version = (): DecoratorFor<number> =>
  field(
    { type: 'integer', source: stored({ ...columns.int(), default: 0 }), unset: 0, schema: INT_SCHEMA, rule: ignoredRule },
    { derived: true, hidden: true, inResponse: 'nowhere' },
  );

/** Contract type `string`: "" when unset. */
export const Text = (max: number = SHORT_TEXT, options: FieldOptions = {}): DecoratorFor<string> =>
  field({ ...texts(max), unset: '' }, options);
/** Contract type `string?`: null when unset. */
export const TextOrNull = (max: number = SHORT_TEXT, options: FieldOptions = {}): DecoratorFor<string | null> =>
  field({ ...texts(max), unset: null }, options);
/** A description, a note: at least 60,000 characters. */
export const LongText = (options: FieldOptions = {}): DecoratorFor<string> => Text(LONG_TEXT, options);
export const LongTextOrNull = (options: FieldOptions = {}): DecoratorFor<string | null> => TextOrNull(LONG_TEXT, options);

const EMAIL = { test: (text: string) => /^[^@\s]+@[^@\s]+$/.test(text), message: 'must be an e-mail address with one @, or "" for none' };
/** Browsers skip white space and control characters within a scheme. */
const isScript = (text: string): boolean => /^(javascript|data|vbscript):/i.test(text.replace(/[\s\p{Cc}]/gu, ''));
const URL_TEXT = { test: (text: string) => !isScript(text), message: 'must not be a script address (javascript:, data:, vbscript:)' };
const formatted = (max: number, pattern: typeof EMAIL) => ({ ...texts(max), rule: textRule(max, pattern) });
export const Email = (options: FieldOptions = {}): DecoratorFor<string> => field({ ...formatted(NAME, EMAIL), unset: '' }, options);
export const EmailOrNull = (options: FieldOptions = {}): DecoratorFor<string | null> =>
  field({ ...formatted(NAME, EMAIL), unset: null }, options);
export const Url = (options: FieldOptions = {}): DecoratorFor<string> => field({ ...formatted(500, URL_TEXT), unset: '' }, options);
export const UrlOrNull = (options: FieldOptions = {}): DecoratorFor<string | null> =>
  field({ ...formatted(500, URL_TEXT), unset: null }, options);

const TIME = {
  test: (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
  message: 'must be a time from 00:00 to 23:59, or "" for none',
};
/** A time of day without a date. */
export const TimeOrNull = (options: FieldOptions = {}): DecoratorFor<string | null> =>
  field({ ...formatted('00:00'.length, TIME), unset: null }, options);

export const Int = (options: FieldOptions = {}): DecoratorFor<number> =>
  field(
    {
      type: 'integer',
      source: stored({ ...columns.int(), default: 0 }),
      unset: 0,
      schema: { ...INT_SCHEMA, minimum: options.minimum ?? INT32.minimum },
      rule: intRule(options.minimum),
    },
    options,
  );
export const IntOrNull = (options: FieldOptions = {}): DecoratorFor<number | null> =>
  field(
    {
      type: 'integer',
      source: orNull(columns.int()),
      unset: null,
      schema: { ...INT_SCHEMA, minimum: options.minimum ?? INT32.minimum },
      rule: intRule(options.minimum),
    },
    options,
  );
export const Double = (options: FieldOptions = {}): DecoratorFor<number> =>
  field(
    {
      type: 'number',
      source: stored({ ...columns.double(), default: 0 }),
      unset: 0,
      schema: DOUBLE_SCHEMA,
      rule: doubleRule(options.minimum),
    },
    options,
  );
export const DoubleOrNull = (options: FieldOptions = {}): DecoratorFor<number | null> =>
  field(
    { type: 'number', source: orNull(columns.double()), unset: null, schema: DOUBLE_SCHEMA, rule: doubleRule(options.minimum) },
    options,
  );
const amounts = ({ minimum = -AMOUNT.most }: FieldOptions): Pick<FieldKind, 'type' | 'schema' | 'rule'> => ({
  type: 'number',
  schema: { ...DOUBLE_SCHEMA, minimum, maximum: AMOUNT.most, description: `At most ${AMOUNT.decimals} decimals.` },
  rule: amountRule(minimum),
});
/** An amount of money, a rate or a percentage: stored exactly, where a double is the nearest of what a computer can add. */
export const Amount = (options: FieldOptions = {}): DecoratorFor<number> =>
  field({ ...amounts(options), source: stored({ ...columns.amount(), default: 0 }), unset: 0 }, options);
export const AmountOrNull = (options: FieldOptions = {}): DecoratorFor<number | null> =>
  field({ ...amounts(options), source: orNull(columns.amount()), unset: null }, options);
const degreesTo = (most: number): Pick<FieldKind, 'schema' | 'rule'> => ({
  schema: { ...DOUBLE_SCHEMA, minimum: -most, maximum: most },
  rule: doubleRule(-most, most),
});
/** A coordinate: degrees north of the equator, degrees east of Greenwich. */
export const LatitudeOrNull = (options: FieldOptions = {}): DecoratorFor<number | null> =>
  field({ type: 'number', source: orNull(columns.double()), unset: null, ...degreesTo(90) }, options);
export const LongitudeOrNull = (options: FieldOptions = {}): DecoratorFor<number | null> =>
  field({ type: 'number', source: orNull(columns.double()), unset: null, ...degreesTo(180) }, options);

export const Bool = (options: FieldOptions = {}): DecoratorFor<boolean> =>
  field(
    {
      type: 'boolean',
      source: stored({ ...columns.boolean(), default: false }),
      unset: false,
      schema: { type: Boolean },
      rule: booleanRule,
    },
    options,
  );
export const BoolOrNull = (options: FieldOptions = {}): DecoratorFor<boolean | null> =>
  field({ type: 'boolean', source: orNull(columns.boolean()), unset: null, schema: { type: Boolean }, rule: booleanRule }, options);

const moments = (rule: ValueRule): Omit<FieldKind, 'unset'> => ({
  type: 'date',
  source: orNull(columns.moment()),
  schema: MOMENT_SCHEMA,
  rule,
});
/** Contract type `dt`: omitted when unset. */
export const Moment = (options: FieldOptions = {}): DecoratorFor<Date | undefined> =>
  field({ ...moments(momentRule), unset: undefined }, options);
/** Contract type `dt?`: null when unset. */
export const MomentOrNull = (options: FieldOptions = {}): DecoratorFor<Date | null> =>
  field({ ...moments(momentRule), unset: null }, options);
/** A day without a time, stored as written at 00:00Z. */
export const Day = (options: FieldOptions = {}): DecoratorFor<Date | undefined> =>
  field({ ...moments(dayRule), unset: undefined }, options);

/** An enumeration of the contract: no null, only its numbers. */
export const IntEnum = <const N extends number>(values: readonly N[], options: FieldOptions = {}): DecoratorFor<N> =>
  field(
    {
      type: 'integer',
      source: stored({ ...columns.int(), default: values[0] }),
      unset: 0,
      schema: { type: 'integer', format: 'int32', enum: [...values] },
      rule: intEnumRule(values),
      clearable: false,
    },
    options,
  );

/** An enumeration of strings, matched exactly. */
export const TextEnum = (words: readonly string[], options: FieldOptions = {}): DecoratorFor<string> =>
  field(
    { ...texts(SHORT_TEXT), schema: { type: String, enum: [...words] }, rule: textEnumRule(words), unset: '', clearable: false },
    options,
  );

const orNone = (none: string, { required }: FieldOptions): string => (required ? '.' : `, or ${none} for none.`);
const idOf = (to: string, none: string, options: FieldOptions): string => `The id of a record of type ${to}${orNone(none, options)}`;
const entryOf = (list: string, none: string, options: FieldOptions): string =>
  `The id of an entry in the lookup list ${list}${orNone(none, options)}`;

/** The id of another record; when there is none, null in the database and 0 in a response. */
export const Ref = (to: string, options: FieldOptions = {}): DecoratorFor<number | null> =>
  field(
    { type: 'integer', source: { in: 'reference', to }, unset: 0, schema: ID_SCHEMA, rule: intRule(0) },
    { description: idOf(to, '0', options), ...options },
  );
/** The same where the contract says `int32?`. */
export const RefOrNull = (to: string, options: FieldOptions = {}): DecoratorFor<number | null> =>
  field(
    { type: 'integer', source: { in: 'reference', to }, unset: null, schema: ID_SCHEMA, rule: intRule(0) },
    { description: idOf(to, 'null', options), ...options },
  );
/** The id of an entry of a lookup list. */
export const Lookup = (list: string, options: FieldOptions = {}): DecoratorFor<number | null> =>
  field(
    { type: 'integer', source: { in: 'lookup', list }, unset: 0, schema: ID_SCHEMA, rule: intRule(0) },
    { description: entryOf(list, '0', options), ...options },
  );
export const LookupOrNull = (list: string, options: FieldOptions = {}): DecoratorFor<number | null> =>
  field(
    { type: 'integer', source: { in: 'lookup', list }, unset: null, schema: ID_SCHEMA, rule: intRule(0) },
    { description: entryOf(list, 'null', options), ...options },
  );
const codes = (list: string): Omit<FieldKind, 'unset'> => ({
  ...texts(SHORT_TEXT),
  source: { in: 'code', list, column: { ...columns.text(SHORT_TEXT), nullable: true } },
});
const codeOf = (list: string): string => `The code of an entry in the lookup list ${list}.`;
/** The code of an entry of a lookup list (PERM, AU). */
export const Code = (list: string, options: FieldOptions = {}): DecoratorFor<string> =>
  field({ ...codes(list), unset: '' }, { description: codeOf(list), ...options });
export const CodeOrNull = (list: string, options: FieldOptions = {}): DecoratorFor<string | null> =>
  field({ ...codes(list), unset: null }, { description: codeOf(list), ...options });

// ---- derived: read, never stored, ignored in a body ----

type NameOptions = FieldOptions & { parent?: string };
const names = (of: string, { parent, derived = true }: NameOptions): Omit<FieldKind, 'unset'> => ({
  type: 'text',
  source: { in: 'name', of, parent },
  schema: { type: String, maxLength: derived ? FULL_NAME : NAME },
  rule: textRule(NAME),
});
/** The name of what the field `of` refers to; with `parent`, of that entry's parent in the other list. */
export const NameOf = (of: string, options: NameOptions = {}): DecoratorFor<string | null> =>
  field({ ...names(of, options), unset: null }, options);
export const NameTextOf = (of: string, options: NameOptions = {}): DecoratorFor<string> =>
  field({ ...names(of, options), unset: '' }, options);

/** An alias of another field of the same record. */
export const IntAlias = (as: string, options: FieldOptions = {}): DecoratorFor<number> =>
  field({ type: 'integer', source: { in: 'same', as }, unset: 0, schema: INT_SCHEMA, rule: ignoredRule }, options);
export const MomentAlias = (as: string, options: FieldOptions = {}): DecoratorFor<Date | undefined> =>
  field({ type: 'date', source: { in: 'same', as }, unset: undefined, schema: MOMENT_SCHEMA, rule: ignoredRule }, options);

export const IntFigure = (sql: FigureSql, options: FigureOptions = {}): DecoratorFor<number> =>
  field({ type: 'integer', source: figure(sql, options), unset: 0, schema: INT_SCHEMA, rule: ignoredRule }, options);
/** A number of the first of some related records, 0 without one. */
export const IntOfFirst = (
  first: FirstRelated,
  value: string,
  options: Pick<FigureOptions, 'to'> & FieldOptions = {},
): DecoratorFor<number> =>
  IntFigure(sqlOfFirst(first, value), { ...options, live: true, zeroUnless: first.zeroUnless, of: { first, value } });
/** A count that the contract shows as text: "0", never null. */
export const CountText = (sql: string, options: FigureOptions = {}): DecoratorFor<string | null> =>
  field(
    {
      type: 'integer',
      source: figure(sql, options),
      unset: '0',
      schema: { type: String, maxLength: 20, nullable: true },
      rule: ignoredRule,
    },
    options,
  );
export const DoubleFigure = (sql: string, options: FigureOptions = {}): DecoratorFor<number> =>
  field({ type: 'number', source: figure(sql, options), unset: 0, schema: DOUBLE_SCHEMA, rule: ignoredRule }, options);
export const MomentFigure = (sql: FigureSql, options: FigureOptions = {}): DecoratorFor<Date | undefined> =>
  field({ type: 'date', source: figure(sql, options), unset: undefined, schema: MOMENT_SCHEMA, rule: ignoredRule }, options);
export const BoolFigure = (sql: string, options: FigureOptions = {}): DecoratorFor<boolean> =>
  field({ type: 'boolean', source: figure(sql, options), unset: false, schema: { type: Boolean }, rule: ignoredRule }, options);
/** A live text. Filters compare it as it is, so its SQL must return it folded, or in characters that folding leaves alone. */
export const TextFigure = (sql: string, options: Omit<FigureOptions, 'live'> = {}): DecoratorFor<string | null> =>
  field({ ...texts(SHORT_TEXT), source: figure(sql, { ...options, live: true }), unset: null, rule: ignoredRule }, options);
/** The same where the contract says `boolean?`. */
export const BoolFigureOrNull = (sql: string, options: FigureOptions = {}): DecoratorFor<boolean | null> =>
  field({ type: 'boolean', source: figure(sql, options), unset: null, schema: { type: Boolean }, rule: ignoredRule }, options);

/** A list or an object, assembled by the code of its module. `derived`: accepted in a body and ignored. */
export const Composed = (schema: ApiPropertyOptions, options: FieldOptions = {}): PropertyDecorator => composed('', schema, options);
/** The same where the contract marks it with `?`. */
export const ComposedOrNull = (schema: ApiPropertyOptions, options: FieldOptions = {}): PropertyDecorator =>
  composed(null, schema, options);
const composed =
  (unset: null | '', schema: ApiPropertyOptions, options: FieldOptions): PropertyDecorator =>
  (target, name) =>
    field({ source: { in: 'composed' }, unset, schema, rule: ignoredRule }, options)(target as never, name as never);
