import type { Pool, PoolConnection } from 'mysql2/promise';
import { storedFigures } from '../../src/core/records/side-tables';
import type { Field } from '../../src/core/fields/field';
import type { RecordType } from '../../src/core/fields/record-type';
import type { RecordTypes } from '../../src/core/fields/record-types';
import { cellsOf, mapperOf, type RecordResponse, type Mapper } from '../../src/core/records/reading/mapper';
import { lookKey } from '../../src/core/records/reading/names';
import { placeholders, rows, type Value } from './database';
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
  private readonly idAt: number;

  constructor(
    types: RecordTypes,
    private readonly type: RecordType,
    private readonly lookups: Lookups,
  ) {
    this.map = mapperOf(type);
    this.cells = cellsOf(type);
    this.joined = this.referencesWithNames().flatMap((field) => {
      const to = field.source.in === 'reference' || field.source.in === 'figure' ? field.source.to : undefined;
      return to === undefined || SMALL.includes(to) ? [] : [{ key: lookKey(field.name), field, to: types.named(to) }];
    });
    this.head = this.selectSql();
    this.idAt = this.cells.findIndex(({ name }) => name === 'id');
  }

  /** In the order of the ids. */
  async read(from: Pool | PoolConnection, ids: readonly number[]): Promise<RecordResponse[]> {
    if (ids.length === 0) return [];
    const now = new Date().toISOString().slice(0, 23).replace('T', ' ');
    const [first = '', ...others] = this.head.split(/:now\b/);
    const found = await rows(from, `${[first, ...others].join('?')} WHERE r.id IN (${placeholders(ids)})`, [
      ...others.map((): Value => now),
      ...ids,
    ]);
    const names = this.namesIn(found);
    const byID = new Map(found.map((row) => [row[this.idAt], this.map(row, names)]));
    return ids.flatMap((id) => {
      const answer = byID.get(id);
      return answer ? [answer] : [];
    });
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
    return source.live ? source.sql : `f.\`${name}\``;
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
