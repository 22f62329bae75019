import { storedFigures } from '../../src/core/records/side-tables';
import type { Field } from '../../src/core/fields/field';
import type { RecordType } from '../../src/core/fields/record-type';
import type { RecordTypes } from '../../src/core/fields/record-types';
import type { Row } from '../../src/core/database/rows';
import { cellsOf, mapperOf, type RecordResponse, type Mapper } from '../../src/core/records/reading/mapper';
import { lookKey } from '../../src/core/records/reading/names';
import { placeholders, stored, type Executor, type Value } from './executor';
import type { Lookups } from './lookups';

/** Names of these come from the cache, all others from a join. */
const SMALL = ['User', 'Division'];

interface Joined {
  readonly key: string;
  readonly field: Field;
  readonly to: RecordType;
}

/** Reads complete records by id, including the names of their references, with one statement. */
export class BareRecords {
  private readonly map: Mapper;
  private readonly cells: readonly Field[];
  private readonly joined: readonly Joined[];
  private readonly head: string;
  /** What the parameters of the head stand for; the day is that of UTC, the time zone of a service without settings. */
  private readonly moments: readonly ('now' | 'today')[];

  constructor(
    private readonly types: RecordTypes,
    private readonly type: RecordType,
    private readonly lookups: Lookups,
  ) {
    this.map = mapperOf(type);
    this.cells = cellsOf(type);
    this.joined = this.referencesWithNames().flatMap((field) => {
      const to = field.source.in === 'reference' || field.source.in === 'figure' ? field.source.to : undefined;
      return to === undefined || SMALL.includes(to) ? [] : [{ key: lookKey(field.name), field, to: types.named(to) }];
    });
    const head = this.selectSql();
    this.moments = Array.from(head.matchAll(/:(now|today)\b/g), ([, name]) => name as 'now' | 'today');
    this.head = head.replace(/:(now|today)\b/g, '?');
  }

  /** In the order of the ids. */
  async read(from: Executor, ids: readonly number[]): Promise<RecordResponse[]> {
    if (ids.length === 0) return [];
    const found = await this.readWhere(from, `r.id IN (${placeholders(ids)})`, ids);
    const byID = new Map(found.map((answer) => [answer['id'], answer]));
    return ids.flatMap((id) => {
      const answer = byID.get(id);
      return answer ? [answer] : [];
    });
  }

  /** Those that match a condition on `r`, which can end in an order and a limit. */
  async readWhere(from: Executor, where: string, values: readonly Value[]): Promise<RecordResponse[]> {
    return this.responsesOf(await this.rowsWhere(from, where, values));
  }

  rowsWhere(from: Executor, where: string, values: readonly Value[]): Promise<Row[]> {
    const now = new Date();
    const present = { now: stored(now), today: stored(new Date(now.toISOString().slice(0, 10))) };
    return from.rows(`${this.head} WHERE ${where}`, [...this.moments.map((name) => present[name]), ...values]);
  }

  responsesOf(found: readonly Row[]): RecordResponse[] {
    const names = this.namesIn(found);
    return found.map((row) => this.map(row, names));
  }

  cellOf(row: Row, name: string): unknown {
    return row[this.cells.findIndex((cell) => cell.name === name)];
  }

  private selectSql(): string {
    const cells = [
      ...this.cells.map((field) => `${this.cell(field)} AS \`${field.name}\``),
      ...this.joined.map(({ to }, index) => `n${index}.\`${to.display}\``),
    ];
    const names = this.joined.map(({ field, to }, index) => `LEFT JOIN \`${to.table}\` n${index} ON n${index}.id = ${this.cell(field)}`);
    const figures = storedFigures(this.type).length > 0 ? `LEFT JOIN ${this.type.table}_figure f ON f.id = r.id` : '';
    return `SELECT ${cells.join(', ')} FROM \`${this.type.table}\` r ${figures} ${names.join(' ')}`;
  }

  private cell({ name, source }: Field): string {
    if (source.in !== 'figure') return `r.\`${name}\``;
    return source.live ? this.types.expand(source.sql) : `f.\`${name}\``;
  }

  private referencesWithNames(): Field[] {
    const names = new Set(this.type.fields.flatMap(({ source }) => (source.in === 'name' ? [source.of] : [])));
    return [...names].map((name) => this.type.field(name));
  }

  private namesIn(found: readonly unknown[][]): Parameters<Mapper>[1] {
    const joined = new Map(
      this.joined.map(({ key, field }, index) => {
        const [at, nameAt] = [this.cells.indexOf(field), this.cells.length + index];
        return [key, new Map(found.map((row) => [row[at], row[nameAt] as string | null]))];
      }),
    );
    return {
      look: (key, value) => (value === null ? null : joined.has(key) ? (joined.get(key)?.get(value) ?? null) : this.small(key, value)),
    };
  }

  private small(key: string, value: unknown): string | null {
    const [name = '', parent] = key.split('/');
    const { source } = this.type.field(name);
    if (source.in === 'reference') return this.lookups.name(source.to, value);
    const list = source.in === 'lookup' || source.in === 'code' ? source.list : '';
    return parent === undefined ? this.lookups.name(list, value) : this.lookups.name(parent, this.lookups.parentOf(list, value));
  }
}
