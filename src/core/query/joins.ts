import { indexRowFields, indexTable, walkedKeyName, WHOLE_BELOW } from '../fields/index-row';
import type { Field } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import { keyTable, textKeyFields } from '../fields/text-keys';
import { entryIs, LOOKUP_TABLE } from '../lookups';
import { ALONG_IDS, alongKey, JOIN_NEXT } from '../sql/dialect';
import { identifier, list, sql, Sql } from '../sql/sql';

/** A text in two forms: of two short texts the keys compare as the texts do, and an index has them. */
export interface TextExpressions {
  /** The whole folded text. */
  readonly sql: Sql;
  /** By which it sorts, where an index row has it. */
  readonly key?: Sql;
}

/** Servers join 61 tables; names, figures and entries are joined too, and conditions on related records may become joins. */
const MOST_KEYS = 10;

/**
 * A record's index row, or its own row where its type has none, and the tables joined to it, each once and only when first used: most
 * searches need nothing but the index row.
 */
export class Joins {
  private readonly joined = new Map<string, Joined>();
  private readonly indexed: ReadonlyMap<string, boolean>;
  private readonly keyed = new Set<string>();
  private first?: string;
  private along?: Sql;
  private hasRepeating = false;

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
    if (this.indexed.get(name)) return folded(this.type, identifier(this.alias, name), name, this.column('id'));
    return this.byKey(name) ?? { sql: this.text(name) };
  }

  /** By its row among the keys, as long as there are not so many that a server refuses to join them. */
  private byKey(name: string): TextExpressions | undefined {
    if (!textKeyFields(this.type).some((field) => field.name === name)) return undefined;
    if (!this.keyed.has(name) && this.keyed.size === MOST_KEYS) return undefined;
    this.keyed.add(name);
    const alias = this.join(`key_${name}`, (key) => ({
      table: keyTable(this.type),
      on: sql`${identifier(key, 'field')} = ${name} AND ${identifier(key, 'id')} = ${this.column('id')}`,
      isLeft: true,
    }));
    return folded(this.type, identifier(alias, 'value'), name, this.column('id'));
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
    const alias = this.join(`of_${key}`, (name) => ({
      ...beside(isIndexed ? indexTable(type) : `${type.table}_text`, name, id),
      isLeft: true,
    }));
    return isIndexed ? folded(type, identifier(alias, type.display), type.display, id) : { sql: identifier(alias, type.display) };
  }

  /** The alias of the entry of a lookup list with such an id or code. */
  entry(key: string, inList: string, by: 'id' | 'code', equals: Sql): string {
    return this.join(key, (alias) => ({ table: LOOKUP_TABLE, on: entryIs(alias, inList, by, equals), isLeft: true }));
  }

  /** Reads along a joined table, which must have a row for every record that is sought. */
  beginAt(key: string): void {
    this.first = `${this.alias}_${key}`;
  }

  /** Are records sought or sorted by rows among the keys? Those of one value are in the order of the ids. */
  get usesKeys(): boolean {
    return this.keyed.size > 0;
  }

  /** Reads along the key of a field of the index row, or along the ids. */
  walkAlong(field?: Field): void {
    this.along = field ? alongKey(walkedKeyName(this.type, field)) : ALONG_IDS;
  }

  from(): Sql {
    const table = tableAs(this.indexed.size > 0 ? indexTable(this.type) : this.type.table, this.alias);
    const own = this.along ? sql`${table}${this.along}` : table;
    const first = this.joined.get(this.first ?? '');
    const others = [...this.joined].filter(([, joined]) => joined !== first);
    const start = first ? [tableAs(first.table, this.first!), sql`${new Sql(JOIN_NEXT)} ${own} ON ${first.on}`] : [own];
    return list([...start, ...others.map(clause)], ' ');
  }

  /** Another table, of whose rows a record may have several. */
  joinRepeating(key: string, table: string, on: (alias: string) => Sql): void {
    this.hasRepeating = true;
    this.join(key, (alias) => ({ table, on: on(alias) }));
  }

  /** Does it have some records several times? */
  get repeats(): boolean {
    return this.hasRepeating;
  }

  private join(key: string, joined: (alias: string) => Joined): string {
    const alias = `${this.alias}_${key}`;
    // a second time it is the same, and keeps its place
    this.joined.set(alias, joined(alias));
    return alias;
  }
}

/** A table that is joined; left: records without a row of it stay. */
interface Joined {
  readonly table: string;
  readonly on: Sql;
  readonly isLeft?: boolean;
}

const tableAs = (table: string, alias: string): Sql => sql`${identifier(table)} ${identifier(alias)}`;

const clause = ([alias, { table, on, isLeft }]: [string, Joined]): Sql =>
  sql`${new Sql(isLeft ? 'LEFT JOIN' : 'JOIN')} ${tableAs(table, alias)} ON ${on}`;

const beside = (table: string, alias: string, id: Sql): Joined => ({ table, on: sql`${identifier(alias, 'id')} = ${id}` });

/** Where the key may be only the beginning, the whole text is looked up: LENGTH counts characters or bytes, of which there are more. */
function folded({ table }: RecordType, key: Sql, name: string, id: Sql): TextExpressions {
  const whole = sql`SELECT ${identifier('long', name)} FROM ${identifier(`${table}_text`)} \`long\` WHERE ${identifier('long', 'id')} = ${id}`;
  return { sql: sql`CASE WHEN LENGTH(${key}) >= ${new Sql(String(WHOLE_BELOW))} THEN (${whole}) ELSE ${key} END`, key };
}
