import 'reflect-metadata';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Column, ForeignKey, Index, PrimaryGeneratedColumn, type ColumnOptions } from 'typeorm';
import { columns, LONG_TEXT, NAME, SHORT_TEXT } from '../database/columns';
import { declare, type Field, type FieldType, type Source } from './field';
import {
  booleanRule,
  dayRule,
  doubleRule,
  enumRule,
  ignoredRule,
  INT32,
  intRule,
  momentRule,
  textRule,
  wordRule,
  type ValueRule,
} from './values';

/** A decorator that compiles only on a property of exactly the type V. */
export type On<V> = <T extends object, K extends keyof T & string>(
  target: T,
  key: [T[K]] extends [V] ? ([V] extends [T[K]] ? K : never) : never,
) => void;

/** What a single field may say beyond its kind. */
export interface Say {
  example?: unknown;
  description?: string;
  /** Computed by the service; ignored when sent. */
  derived?: boolean;
  /** Not in the rule catalogue. */
  hidden?: boolean;
  /** The beginnings of its words are searched. */
  searchedByWords?: boolean;
  /** Rules see it, answers do not; or it is an entry of one of the answer's lists. */
  answered?: Field['answered'];
  /** Lowest value of a number. */
  minimum?: number;
  /** Has an index of its own. */
  index?: boolean;
}

interface Kind {
  type?: FieldType;
  source: Source;
  unset: Field['unset'];
  schema: ApiPropertyOptions;
  rule: ValueRule;
  clearable?: boolean;
  /** The primary key, numbered by the database. */
  generated?: boolean;
}

function field<V>(kind: Kind, say: Say = {}): On<V> {
  return (target: object, name: string) => {
    const made = fieldOf(name, kind, say);
    declare(target, made);
    if (made.answered === 'field') ApiProperty(made.schema)(target, name);
    column(kind, say)?.forEach((decorate) => decorate(target, name));
  };
}

/** Kinds of source whose values the service computes. */
const COMPUTED = ['name', 'same', 'figure'];

function fieldOf(name: string, { type, source, unset, rule, clearable = true, ...kind }: Kind, say: Say): Field {
  const { derived = COMPUTED.includes(source.in), answered = 'field', hidden = false, searchedByWords = false } = say;
  const { complaint, parse } = derived ? ignoredRule : rule;
  return {
    name,
    type,
    source,
    unset,
    derived,
    answered,
    hidden,
    searchedByWords,
    clearable,
    complaint,
    parse,
    schema: schemaOf(kind.schema, unset, derived, say),
  };
}

function schemaOf(schema: ApiPropertyOptions, unset: Field['unset'], derived: boolean, { example, description }: Say): ApiPropertyOptions {
  return {
    ...schema,
    ...(unset === null && { nullable: true }),
    ...(unset === undefined && { required: false }),
    ...(derived && { readOnly: true }),
    ...(example !== undefined && { example }),
    ...(description && { description }),
  } as ApiPropertyOptions;
}

/** TypeORM's decorators of a stored field. */
function column({ source, generated }: Kind, say: Say): PropertyDecorator[] | undefined {
  if (generated) return [PrimaryGeneratedColumn(columns.int())];
  const options = columnOf(source);
  if (!options) return undefined;
  const reference = source.in === 'reference' ? [ForeignKey(source.to)] : [];
  return [Column(options), ...reference, ...(say.index || source.in === 'reference' ? [Index()] : [])];
}

function columnOf(source: Source): ColumnOptions | undefined {
  if (source.in === 'column' || source.in === 'code') return source.column;
  return source.in === 'reference' || source.in === 'lookup' ? { ...columns.int(), nullable: true } : undefined;
}

const stored = (column: ColumnOptions): Source => ({ in: 'column', column });
const orNull = (column: ColumnOptions): Source => stored({ ...column, nullable: true });

const texts = (max: number): Pick<Kind, 'type' | 'source' | 'schema' | 'rule'> => ({
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
export const Id = (say: Say = {}): On<number> =>
  field(
    { type: 'integer', source: stored(columns.int()), unset: 0, schema: { ...ID_SCHEMA, example: 1 }, rule: intRule(), generated: true },
    { ...say, derived: true },
  );

/** Counts the changes of a record: what an editor's `If-Match` is held against. */
export const Version = (): On<number> =>
  field(
    { type: 'integer', source: stored({ ...columns.int(), default: 0 }), unset: 0, schema: INT_SCHEMA, rule: ignoredRule },
    { derived: true, hidden: true, answered: 'nowhere' },
  );

/** Contract type `string`: "" when unset. */
export const Text = (max: number = SHORT_TEXT, say: Say = {}): On<string> => field({ ...texts(max), unset: '' }, say);
/** Contract type `string?`: null when unset. */
export const TextOrNull = (max: number = SHORT_TEXT, say: Say = {}): On<string | null> => field({ ...texts(max), unset: null }, say);
/** A description, a note: at least 60,000 characters. */
export const LongText = (say: Say = {}): On<string> => Text(LONG_TEXT, say);
export const LongTextOrNull = (say: Say = {}): On<string | null> => TextOrNull(LONG_TEXT, say);

const EMAIL = { test: (text: string) => /^[^@\s]+@[^@\s]+$/.test(text), sentence: 'must be an e-mail address with one @, or "" for none' };
/** Browsers skip white space and control characters within a scheme. */
const isScript = (text: string): boolean => /^(javascript|data|vbscript):/i.test(text.replace(/[\s\p{Cc}]/gu, ''));
const URL_TEXT = { test: (text: string) => !isScript(text), sentence: 'must not be a script address (javascript:, data:, vbscript:)' };
const formatted = (max: number, pattern: typeof EMAIL) => ({ ...texts(max), rule: textRule(max, pattern) });
export const Email = (say: Say = {}): On<string> => field({ ...formatted(NAME, EMAIL), unset: '' }, say);
export const EmailOrNull = (say: Say = {}): On<string | null> => field({ ...formatted(NAME, EMAIL), unset: null }, say);
export const Url = (say: Say = {}): On<string> => field({ ...formatted(500, URL_TEXT), unset: '' }, say);
export const UrlOrNull = (say: Say = {}): On<string | null> => field({ ...formatted(500, URL_TEXT), unset: null }, say);

export const Int = (say: Say = {}): On<number> =>
  field(
    {
      type: 'integer',
      source: stored({ ...columns.int(), default: 0 }),
      unset: 0,
      schema: { ...INT_SCHEMA, minimum: say.minimum ?? INT32.minimum },
      rule: intRule(say.minimum),
    },
    say,
  );
export const IntOrNull = (say: Say = {}): On<number | null> =>
  field(
    {
      type: 'integer',
      source: orNull(columns.int()),
      unset: null,
      schema: { ...INT_SCHEMA, minimum: say.minimum ?? INT32.minimum },
      rule: intRule(say.minimum),
    },
    say,
  );
export const Double = (say: Say = {}): On<number> =>
  field(
    { type: 'number', source: stored({ ...columns.double(), default: 0 }), unset: 0, schema: DOUBLE_SCHEMA, rule: doubleRule(say.minimum) },
    say,
  );
export const DoubleOrNull = (say: Say = {}): On<number | null> =>
  field({ type: 'number', source: orNull(columns.double()), unset: null, schema: DOUBLE_SCHEMA, rule: doubleRule(say.minimum) }, say);
const degreesTo = (most: number): Pick<Kind, 'schema' | 'rule'> => ({
  schema: { ...DOUBLE_SCHEMA, minimum: -most, maximum: most },
  rule: doubleRule(-most, most),
});
/** A coordinate: degrees north of the equator, degrees east of Greenwich. */
export const LatitudeOrNull = (say: Say = {}): On<number | null> =>
  field({ type: 'number', source: orNull(columns.double()), unset: null, ...degreesTo(90) }, say);
export const LongitudeOrNull = (say: Say = {}): On<number | null> =>
  field({ type: 'number', source: orNull(columns.double()), unset: null, ...degreesTo(180) }, say);

export const Bool = (say: Say = {}): On<boolean> =>
  field(
    {
      type: 'boolean',
      source: stored({ ...columns.boolean(), default: false }),
      unset: false,
      schema: { type: Boolean },
      rule: booleanRule,
    },
    say,
  );
export const BoolOrNull = (say: Say = {}): On<boolean | null> =>
  field({ type: 'boolean', source: orNull(columns.boolean()), unset: null, schema: { type: Boolean }, rule: booleanRule }, say);

const moments = (rule: ValueRule): Omit<Kind, 'unset'> => ({ type: 'date', source: orNull(columns.moment()), schema: MOMENT_SCHEMA, rule });
/** Contract type `dt`: left out when unset. */
export const Moment = (say: Say = {}): On<Date | undefined> => field({ ...moments(momentRule), unset: undefined }, say);
/** Contract type `dt?`: null when unset. */
export const MomentOrNull = (say: Say = {}): On<Date | null> => field({ ...moments(momentRule), unset: null }, say);
/** A day without a time, kept as written at 00:00Z. */
export const Day = (say: Say = {}): On<Date | undefined> => field({ ...moments(dayRule), unset: undefined }, say);

/** An enumeration of the contract: no null, only its numbers. */
export const OneOf = <const N extends number>(values: readonly N[], say: Say = {}): On<N> =>
  field(
    {
      type: 'integer',
      source: stored({ ...columns.int(), default: values[0] }),
      unset: 0,
      schema: { type: 'integer', format: 'int32', enum: [...values] },
      rule: enumRule(values),
      clearable: false,
    },
    say,
  );

/** One of a few words, written exactly so. */
export const WordOf = (words: readonly string[], say: Say = {}): On<string> =>
  field({ ...texts(SHORT_TEXT), schema: { type: String, enum: [...words] }, rule: wordRule(words), unset: '', clearable: false }, say);

const idOf = (to: string, none: string): string => `Of a record of type ${to}; ${none}: none.`;
const entryOf = (list: string, none: string): string => `Of the lookup list ${list}; ${none}: none.`;

/** The id of another record: null in the database, 0 in an answer, when there is none. */
export const Ref = (to: string, say: Say = {}): On<number | null> =>
  field(
    { type: 'integer', source: { in: 'reference', to }, unset: 0, schema: ID_SCHEMA, rule: intRule(0) },
    { description: idOf(to, '0'), ...say },
  );
/** The same where the contract says `int32?`. */
export const RefOrNull = (to: string, say: Say = {}): On<number | null> =>
  field(
    { type: 'integer', source: { in: 'reference', to }, unset: null, schema: ID_SCHEMA, rule: intRule(0) },
    { description: idOf(to, 'null'), ...say },
  );
/** The id of an entry of a lookup list. */
export const Lookup = (list: string, say: Say = {}): On<number | null> =>
  field(
    { type: 'integer', source: { in: 'lookup', list }, unset: 0, schema: ID_SCHEMA, rule: intRule(0) },
    { description: entryOf(list, '0'), ...say },
  );
export const LookupOrNull = (list: string, say: Say = {}): On<number | null> =>
  field(
    { type: 'integer', source: { in: 'lookup', list }, unset: null, schema: ID_SCHEMA, rule: intRule(0) },
    { description: entryOf(list, 'null'), ...say },
  );
const codes = (list: string): Omit<Kind, 'unset'> => ({
  ...texts(SHORT_TEXT),
  source: { in: 'code', list, column: { ...columns.text(SHORT_TEXT), nullable: true } },
});
const codeOf = (list: string): string => `A code of the lookup list ${list}.`;
/** The code of an entry of a lookup list (PERM, AU). */
export const Code = (list: string, say: Say = {}): On<string> =>
  field({ ...codes(list), unset: '' }, { description: codeOf(list), ...say });
export const CodeOrNull = (list: string, say: Say = {}): On<string | null> =>
  field({ ...codes(list), unset: null }, { description: codeOf(list), ...say });

// ---- derived: read, never stored, ignored in a body ----

const names = (of: string, parent?: string): Omit<Kind, 'unset'> => ({
  type: 'text',
  source: { in: 'name', of, parent },
  schema: { type: String, maxLength: NAME },
  rule: textRule(NAME),
});
/** The name of what the field `of` refers to; with `parent`, of that entry's parent in the other list. */
export const NameOf = (of: string, say: Say & { parent?: string } = {}): On<string | null> =>
  field({ ...names(of, say.parent), unset: null }, say);
export const NameTextOf = (of: string, say: Say & { parent?: string } = {}): On<string> =>
  field({ ...names(of, say.parent), unset: '' }, say);

/** A second name of another field of the same record. */
export const SameInt = (as: string, say: Say = {}): On<number> =>
  field({ type: 'integer', source: { in: 'same', as }, unset: 0, schema: INT_SCHEMA, rule: ignoredRule }, say);
export const SameMoment = (as: string, say: Say = {}): On<Date | undefined> =>
  field({ type: 'date', source: { in: 'same', as }, unset: undefined, schema: MOMENT_SCHEMA, rule: ignoredRule }, say);

/**
 * A number, date or flag that follows from other records, as a scalar SQL query about the record `r.id`.
 * Kept beside the record and refreshed in the transaction of the change, unless `live`: then it depends on the
 * time (`:now`) and is asked afresh whenever it is read.
 */
export interface FigureSay extends Say {
  live?: boolean;
  /** The type of record whose id it is. */
  to?: string;
}
const figure = (sql: string, say: FigureSay): Source => ({ in: 'figure', sql, live: say.live ?? false, to: say.to });
export const IntFigure = (sql: string, say: FigureSay = {}): On<number> =>
  field({ type: 'integer', source: figure(sql, say), unset: 0, schema: INT_SCHEMA, rule: ignoredRule }, say);
/** A count that the contract shows as text: "0", never null. */
export const CountText = (sql: string, say: FigureSay = {}): On<string | null> =>
  field(
    { type: 'integer', source: figure(sql, say), unset: '0', schema: { type: String, maxLength: 20, nullable: true }, rule: ignoredRule },
    say,
  );
export const DoubleFigure = (sql: string, say: FigureSay = {}): On<number> =>
  field({ type: 'number', source: figure(sql, say), unset: 0, schema: DOUBLE_SCHEMA, rule: ignoredRule }, say);
export const MomentFigure = (sql: string, say: FigureSay = {}): On<Date | undefined> =>
  field({ type: 'date', source: figure(sql, say), unset: undefined, schema: MOMENT_SCHEMA, rule: ignoredRule }, say);
export const BoolFigure = (sql: string, say: FigureSay = {}): On<boolean> =>
  field({ type: 'boolean', source: figure(sql, say), unset: false, schema: { type: Boolean }, rule: ignoredRule }, say);
/** The same where the contract says `boolean?`. */
export const BoolFigureOrNull = (sql: string, say: FigureSay = {}): On<boolean | null> =>
  field({ type: 'boolean', source: figure(sql, say), unset: null, schema: { type: Boolean }, rule: ignoredRule }, say);

/** A list or an object of its own, answered by the area's code. `derived`: accepted in a body and ignored. */
export const Composed = (schema: ApiPropertyOptions, say: Say = {}): PropertyDecorator => composed('', schema, say);
/** The same where the contract marks it with `?`. */
export const ComposedOrNull = (schema: ApiPropertyOptions, say: Say = {}): PropertyDecorator => composed(null, schema, say);
const composed =
  (unset: null | '', schema: ApiPropertyOptions, say: Say): PropertyDecorator =>
  (target, name) =>
    field({ source: { in: 'composed' }, unset, schema, rule: ignoredRule }, say)(target as never, name as never);
