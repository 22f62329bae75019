import { indexRowFields, indexTable, WHOLE_BELOW } from '../fields/index-row';
import type { RecordType } from '../fields/record-type';
import { joinEntryBy } from '../lookups';
import { identifier, list, sql, Sql } from '../sql/sql';

/** A text in two forms: of two short texts the keys compare as the texts do, and an index has them. */
export interface TextExpressions {
  /** The whole folded text. */
  readonly sql: Sql;
  /** By which it sorts, where an index row has it. */
  readonly key?: Sql;
}

/**
 * A record's index row, or its own row where its type has none, and the tables joined to it, each once and only when first used: most
 * searches need nothing but the index row.
 */
export class Joins {
  private readonly clauses = new Map<string, Sql>();
  private readonly indexed: ReadonlyMap<string, boolean>;

  constructor(
    private readonly type: RecordType,
    readonly alias: string,
  ) {
    this.indexed = new Map(indexRowFields(type).map((field) => [field.name, field.type === 'text']));
  }

  /** A column of the record. An index row has texts in their folded form only. */
  column(name: string): Sql {
    const isHere = this.indexed.size === 0 || name === 'id' || this.indexed.get(name) === false;
    return identifier(isHere ? this.alias : this.join('record', (alias) => beside(this.type.table, alias, this.column('id'))), name);
  }

  /** A text field, folded. */
  folded(name: string): TextExpressions {
    return this.indexed.get(name) ? folded(this.type, this.alias, name) : { sql: this.text(name) };
  }

  /** A column of the folded texts. */
  text(name: string): Sql {
    return identifier(
      this.join('text', (alias) => beside(`${this.type.table}_text`, alias, this.column('id'))),
      name,
    );
  }

  figure(name: string): Sql {
    return identifier(
      this.join('figure', (alias) => beside(`${this.type.table}_figure`, alias, this.column('id'))),
      name,
    );
  }

  /** The folded name of the record with such an id, NULL where there is none. */
  nameOfRecord(key: string, type: RecordType, id: Sql): TextExpressions {
    const isIndexed = indexRowFields(type).some(({ name }) => name === type.display);
    const alias = this.join(`of_${key}`, (name) => sql`LEFT ${beside(isIndexed ? indexTable(type) : `${type.table}_text`, name, id)}`);
    return isIndexed ? folded(type, alias, type.display) : { sql: identifier(alias, type.display) };
  }

  /** The alias of the entry of a lookup list with such an id or code. */
  entry(key: string, inList: string, by: 'id' | 'code', equals: Sql): string {
    return this.join(key, (alias) => sql`LEFT ${joinEntryBy(alias, inList, by, equals)}`);
  }

  from(): Sql {
    const table = this.indexed.size > 0 ? indexTable(this.type) : this.type.table;
    return list([sql`${identifier(table)} ${identifier(this.alias)}`, ...this.clauses.values()], ' ');
  }

  private join(key: string, clause: (alias: string) => Sql): string {
    const alias = `${this.alias}_${key}`;
    // a second time the clause is the same, and keeps its place
    this.clauses.set(alias, clause(alias));
    return alias;
  }
}

const beside = (table: string, alias: string, id: Sql): Sql =>
  sql`JOIN ${identifier(table)} ${identifier(alias)} ON ${identifier(alias, 'id')} = ${id}`;

/** Where the key may be only the beginning, the whole text is looked up: LENGTH counts characters or bytes, of which there are more. */
function folded({ table }: RecordType, alias: string, name: string): TextExpressions {
  const [key, long] = [identifier(alias, name), `${alias}_long`];
  const whole = sql`SELECT ${identifier(long, name)} FROM ${identifier(`${table}_text`)} ${identifier(long)} WHERE ${identifier(long, 'id')} = ${identifier(alias, 'id')}`;
  return { sql: sql`CASE WHEN LENGTH(${key}) >= ${new Sql(String(WHOLE_BELOW))} THEN (${whole}) ELSE ${key} END`, key };
}
