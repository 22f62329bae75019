import type { RecordType } from '../fields/record-type';
import { joinEntryBy } from '../lookups';
import { identifier, list, sql, Sql } from '../sql/sql';

/** A record's table and the tables joined to it, each once and only when first used. */
export class Joins {
  private readonly clauses = new Map<string, Sql>();

  constructor(
    private readonly type: RecordType,
    readonly alias: string,
  ) {}

  column(name: string): Sql {
    return identifier(this.alias, name);
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
  nameOfRecord(key: string, type: RecordType, id: Sql): Sql {
    const alias = this.join(`of_${key}`, (name) => sql`LEFT ${beside(`${type.table}_text`, name, id)}`);
    return identifier(alias, type.display);
  }

  /** The alias of the entry of a lookup list with such an id or code. */
  entry(key: string, inList: string, by: 'id' | 'code', equals: Sql): string {
    return this.join(key, (alias) => sql`LEFT ${joinEntryBy(alias, inList, by, equals)}`);
  }

  from(): Sql {
    return list([sql`${identifier(this.type.table)} ${identifier(this.alias)}`, ...this.clauses.values()], ' ');
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
