import type { ApiPropertyOptions } from '@nestjs/swagger';
import type { ColumnOptions } from 'typeorm';
import type { FieldScope } from '../terms/role-scopes';
import type { RelatedTotal } from './related-total';

/** What a rule, an order or a template can do with a field. */
export type FieldType = 'text' | 'integer' | 'number' | 'date' | 'boolean';

/** Where the value of a field lives. */
export type FieldSource =
  | { in: 'column'; column: ColumnOptions }
  /** A column with the id of another record (`to` a record type) or of a lookup entry (`list`). */
  | { in: 'reference'; to: string }
  | { in: 'lookup'; list: string }
  /** A column with the code of a lookup entry (job type, country). */
  | { in: 'code'; list: string; column: ColumnOptions }
  /** The name of what another field refers to; `parent`: of the entry's parent in that other list. */
  | { in: 'name'; of: string; parent?: string }
  /** The same value as another field. */
  | { in: 'same'; as: string }
  /**
   * Computed by SQL from other records; `r.id` is the record, `:now` the present, `:today` its calendar day; `to`: it is the id of such a
   * record;
   * `zeroUnless`: a stored figure without which a live one is 0; `of`: the related record whose value it is; `total`: what it sums up.
   */
  | { in: 'figure'; sql: string; live: boolean; to?: string; zeroUnless?: string; of?: ValueOfFirst; total?: RelatedTotal }
  /** A list or an object, assembled by the code of its module. */
  | { in: 'composed' };

/** The first of some related records, of which live figures are values. A reading finds it once. Its SQL names the record `r`. */
export interface FirstRelated {
  /** `{Placement}` */
  readonly table: string;
  /** Its name in the other parts. */
  readonly as: string;
  /** `JOIN …` of what has other values. */
  readonly joins: string;
  readonly where: string;
  readonly orderBy: string;
  /** A stored figure without which there is none. */
  readonly zeroUnless: string;
}

/** A value of it as SQL. */
export interface ValueOfFirst {
  readonly first: FirstRelated;
  readonly value: string;
}

/** One field of a record, declared once: its column, validation, schema, catalogue entry and mapping all derive from it. */
export interface Field {
  readonly name: string;
  /** undefined for composed fields, which rules cannot use. */
  readonly type?: FieldType;
  readonly source: FieldSource;
  /** The value in a response when nothing is stored; undefined: the field is omitted. */
  readonly unset: null | 0 | false | '' | '0' | undefined;
  /** Computed by the service: accepted in a body and ignored. */
  readonly derived: boolean;
  readonly schema: ApiPropertyOptions;
  /** The example of a body, where that of a response could be sent once only. */
  readonly exampleSent?: unknown;
  /** Validates a value of a body. @returns the error ("must be …"), undefined when the value is valid */
  readonly validate: (value: unknown) => string | undefined;
  /** The stored form of a checked value of a body: dates become Dates. */
  readonly parse: (value: unknown) => unknown;
  /** Can a PUT clear it with null? Not for enumerations. */
  readonly clearable: boolean;
  /** Has every record a value, which no change clears? */
  readonly required?: true;
  /** Excluded from the rule catalogue: internal keys and secrets. */
  readonly hidden: boolean;
  /** Without this scope, callers neither see it nor search by it or change it. */
  readonly scope?: FieldScope;
  /** Where a response shows it: as a field, as an entry of a list of `{type, value}`, or nowhere (rules only). */
  readonly inResponse: 'field' | 'nowhere' | { list: string; type: string };
  /** Its words are searched by prefix. */
  readonly searchedByWords: boolean;
  /** Its words are among those of the record, by which one search of several texts finds it. */
  readonly amongWords?: true;
  /** In the index row: with a key by which records are found and sorted, or to be compared only. */
  readonly indexed?: 'key' | 'column';
  /** Further columns of its key: what most searches in its order compare as well. */
  readonly keyWith?: readonly string[];
}

const declared = new WeakMap<object, Field[]>();

/** The fields of a class in the order of their declaration, inherited ones first. */
export function fieldsOf(type: Function): readonly Field[] {
  if (!type || type === Function.prototype) return [];
  return [...fieldsOf(Object.getPrototypeOf(type) as Function), ...(declared.get(type.prototype as object) ?? [])];
}

/** Adds a field to a class; called by the field decorators. */
export function declare(prototype: object, field: Field): void {
  declared.set(prototype, [...(declared.get(prototype) ?? []), field]);
}

export const isStored = (field: Field): boolean => ['column', 'reference', 'lookup', 'code'].includes(field.source.in);
