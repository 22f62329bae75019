import type { Field, FieldSource } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import type { RecordTypes } from '../fields/record-types';
import type { QueryTime } from './dates';
import { canBeUnset, resolveAlias, referencedType } from './filterable';
import { Joins, type TextExpressions } from './joins';
import { exists, identifier, sql, type Sql } from '../sql/sql';
import type { NamedRelation } from './tree';

/** Which records a caller may see: those of these divisions and those without one. */
export interface DivisionScope {
  readonly divisions: 'all' | readonly number[];
}

/** What a query depends on besides its records. */
export interface QueryContext extends QueryTime {
  /** The record types that relations and references name. */
  readonly types: RecordTypes;
  readonly scope: DivisionScope;
  /** Are the records looked at one by one, in their order? Otherwise the database may begin with what meets one of the conditions. */
  readonly oneByOne?: boolean;
}

/** The SQL by which a field is compared and sorted: texts folded. */
export interface FieldExpression extends TextExpressions {
  /** Can it be NULL? */
  readonly nullable: boolean;
  /** Computed on every read by a subquery. */
  readonly live: boolean;
}

/** The record that a query is about, or one related to it. Its texts, figures and names are joined when first used. */
export class QueryRecord {
  private readonly joins: Joins;

  private constructor(
    readonly type: RecordType,
    readonly circumstances: QueryContext,
    readonly alias: string,
    private readonly aliases: { count: number },
  ) {
    this.joins = new Joins(type, alias);
  }

  /** The record that SQL of our own calls `r`. */
  static of(type: RecordType, circumstances: QueryContext): QueryRecord {
    return new QueryRecord(type, circumstances, 'r', { count: 1 });
  }

  /** The record at the other end of a relation. */
  related(relation: NamedRelation): QueryRecord {
    this.aliases.count += 1;
    return new QueryRecord(this.circumstances.types.named(relation.to), this.circumstances, `r${this.aliases.count}`, this.aliases);
  }

  /** FROM: complete once every condition and order has been built. */
  from(): Sql {
    return this.joins.from();
  }

  /** Reads along the key of a field, or along the ids, unless keys may be better. @returns whether it does */
  walkAlong(field: Field): boolean {
    const held = resolveAlias(this.type, field);
    const isID = held.name === 'id';
    if (isID && this.joins.usesKeys) return false;
    this.joins.walkAlong(isID ? undefined : held);
    return true;
  }

  /** Reads along the table that has the value of a field, where that is not the record's own: see walkable.ts. */
  beginAt(field?: Field): void {
    if (!field) return;
    const { name, source } = resolveAlias(this.type, field);
    if (source.in === 'figure') this.joins.beginAt('figure');
    else if (source.in === 'name') this.joins.beginAt(`of_${resolveAlias(this.type, this.type.field(source.of)).name}`);
    else this.joins.beginAt(`key_${name}`);
  }

  /** SQL of the record type about `r`, bound to this record. */
  bind(text: string): Sql {
    const { types, now } = this.circumstances;
    return types.bind(text, now, { r: (name) => this.column(name) });
  }

  /** Is there a row of a query about this record? Where records are looked at one by one, its rows are not gathered for all of them. */
  has(query: Sql): Sql {
    return this.circumstances.oneByOne ? exists(query) : sql`EXISTS (${query})`;
  }

  /** Joins a table: records without such rows are left out, those with several are there several times. @param on which, by the alias */
  join(table: string, on: (alias: string) => Sql): void {
    this.aliases.count += 1;
    this.joins.joinRepeating(`j${this.aliases.count}`, table, on);
  }

  /** Are some records there several times? */
  get repeats(): boolean {
    return this.joins.repeats;
  }

  /** A column of the record's own table. */
  column(name: string): Sql {
    return this.joins.column(name);
  }

  /** The words of a text field that is searched by words: ` word word `, a space at both ends. */
  words(name: string): Sql {
    return this.joins.text(`${name}Words`);
  }

  /** The value of the field of that name, in the contract's spelling. */
  value(name: string): FieldExpression {
    return this.valueOf(this.type.field(name));
  }

  valueOf(field: Field): FieldExpression {
    const expressionFor = resolveAlias(this.type, field);
    return {
      ...this.held(expressionFor),
      nullable: canBeUnset(this.type, expressionFor),
      // Stryker disable next-line all: the same rows either way, but a subquery that is not known to be one runs twice
      live: expressionFor.source.in === 'figure' && expressionFor.source.live,
    };
  }

  private held(field: Field): TextExpressions {
    const { name, type, source } = field;
    switch (source.in) {
      case 'reference':
      case 'lookup':
      case 'column':
      case 'code':
        return type === 'text' ? this.joins.folded(name) : { sql: this.column(name) };
      case 'name':
        return this.nameOf(this.type.field(source.of), source.parent);
      case 'figure':
        return { sql: this.figure(field, source) };
      default:
        throw new Error(`${this.type.name}.${name} has no value to compare.`);
    }
  }

  /** A live number is 0 where there is nothing to add up, a stored one before it is first computed; an id of 0 is none. */
  private figure(field: Field, { live, sql: text, to }: Extract<FieldSource, { in: 'figure' }>): Sql {
    const value = live ? sql`(${this.bind(text)})` : this.joins.figure(field.name);
    if (to !== undefined) return sql`NULLIF(${value}, 0)`;
    return live && !canBeUnset(this.type, field) ? sql`COALESCE(${value}, 0)` : value;
  }

  private nameOf(field: Field, parent?: string): TextExpressions {
    const held = resolveAlias(this.type, field);
    const to = referencedType(held);
    if (to !== undefined) return this.joins.nameOfRecord(held.name, this.circumstances.types.named(to), this.held(held).sql);
    const { source } = held;
    if (source.in !== 'lookup' && source.in !== 'code')
      throw new Error(`${this.type.name}.${field.name} refers to nothing that has a name.`);
    const entry = this.joins.entry(`of_${held.name}`, source.list, source.in === 'lookup' ? 'id' : 'code', this.column(held.name));
    const named = parent === undefined ? entry : this.joins.entry(`above_${held.name}`, parent, 'id', identifier(entry, 'parentID'));
    return { sql: identifier(named, 'folded') };
  }
}
