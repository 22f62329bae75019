import 'reflect-metadata';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Column, ForeignKey, Index, PrimaryGeneratedColumn, type ColumnOptions } from 'typeorm';
import { columns } from '../sql/columns';
import type { FieldScope } from '../terms/role-scopes';
import { declare, type Field, type FieldSource, type FieldType } from './field';
import { ignoredRule, type ValueRule } from './value-rules';

/** A decorator that compiles only on a property of exactly the type V. */
export type DecoratorFor<V> = <T extends object, K extends keyof T & string>(
  target: T,
  key: [T[K]] extends [V] ? ([V] extends [T[K]] ? K : never) : never,
) => void;

/** Options of a single field. */
export interface FieldOptions {
  example?: unknown;
  /** The example of a body, where that of a response could be sent once only. */
  exampleSent?: unknown;
  description?: string;
  /** Computed by the service; ignored when sent. */
  derived?: boolean;
  /** Of every record: a new one is given it, or has it by default, and no change clears it. */
  required?: true;
  /** Excluded from the rule catalogue. */
  hidden?: boolean;
  /** Without this scope, callers neither see it nor search by it or change it. */
  scope?: FieldScope;
  /** Its words are searched by prefix. */
  searchedByWords?: boolean;
  /** Its words are among those of the record, by which one search of several texts finds it. */
  amongWords?: true;
  /** Where responses show it; by default as a field of the record. */
  inResponse?: Field['inResponse'];
  /** Lowest value of a number. */
  minimum?: number;
  /** Has an index of its own in the table of the record. */
  index?: boolean;
  /** Has a unique index in the table of the record. */
  unique?: boolean;
  /** false: of a reference that was added to an existing table, where SQLite cannot add a foreign key without copying the table. */
  foreignKey?: false;
  /**
   * Stands in the index row, with a key for equality, ranges and orders; 'column': without one, as of two values or seldom alone; names:
   * with a key that has these columns too, since most searches in its order compare them.
   */
  indexed?: true | 'column' | readonly string[];
}

/** What distinguishes one decorator from another. */
export interface FieldKind {
  type?: FieldType;
  source: FieldSource;
  unset: Field['unset'];
  schema: ApiPropertyOptions;
  rule: ValueRule;
  clearable?: boolean;
  /** The primary key, numbered by the database. */
  generated?: boolean;
}

/** Makes a decorator that declares a field: its column, checks, schema and mapping. */
export function field<V>(kind: FieldKind, options: FieldOptions = {}): DecoratorFor<V> {
  return (target: object, name: string) => {
    const declared = fieldOf(name, kind, options);
    declare(target, declared);
    if (declared.inResponse === 'field') ApiProperty(declared.schema)(target, name);
    column(kind, options)?.forEach((decorate) => decorate(target, name));
  };
}

/** Kinds of source whose values the service computes. */
const COMPUTED = ['name', 'same', 'figure'];

function fieldOf(name: string, { type, source, unset, rule, clearable = true, ...kind }: FieldKind, options: FieldOptions): Field {
  const {
    derived = COMPUTED.includes(source.in),
    inResponse = 'field',
    hidden = false,
    searchedByWords = false,
    amongWords,
    indexed,
    scope,
    required,
  } = options;
  const { validate, parse } = derived ? ignoredRule : rule;
  return {
    name,
    type,
    source,
    unset,
    derived,
    inResponse,
    hidden,
    ...(scope && { scope }),
    ...('exampleSent' in options && { exampleSent: options.exampleSent }),
    searchedByWords,
    ...(amongWords && { amongWords }),
    ...indexedAs(indexed),
    clearable,
    ...(required && { required }),
    validate,
    parse,
    schema: schemaOf(kind.schema, unset, derived, options),
  };
}

function indexedAs(indexed: FieldOptions['indexed']): Pick<Field, 'indexed' | 'keyWith'> {
  if (indexed === undefined) return {};
  if (indexed === 'column') return { indexed };
  return { indexed: 'key', ...(indexed === true ? {} : { keyWith: indexed }) };
}

function schemaOf(
  schema: ApiPropertyOptions,
  unset: Field['unset'],
  derived: boolean,
  { example, description, scope }: FieldOptions,
): ApiPropertyOptions {
  return {
    ...schema,
    ...(unset === null && { nullable: true }),
    ...(unset === undefined && { required: false }),
    ...(derived && { readOnly: true }),
    ...(example !== undefined && { example }),
    ...((schema.description || description || scope) && {
      description: [description, !derived && schema.description, scope && `Left out without the scope ${scope}.`].filter(Boolean).join(' '),
    }),
  } as ApiPropertyOptions;
}

/** TypeORM's decorators of a stored field. */
function column({ source, generated }: FieldKind, options: FieldOptions): PropertyDecorator[] | undefined {
  if (generated) return [PrimaryGeneratedColumn(columns.int())];
  const columnOptions = columnOf(source);
  if (!columnOptions) return undefined;
  const reference = source.in === 'reference' && options.foreignKey !== false ? [ForeignKey(source.to)] : [];
  return [
    Column(columnOptions),
    ...reference,
    ...(options.index || source.in === 'reference' ? [Index()] : []),
    ...(options.unique ? [Index({ unique: true })] : []),
  ];
}

function columnOf(source: FieldSource): ColumnOptions | undefined {
  if (source.in === 'column' || source.in === 'code') return source.column;
  return source.in === 'reference' || source.in === 'lookup' ? { ...columns.int(), nullable: true } : undefined;
}
