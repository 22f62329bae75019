import type { RecordType } from '../fields/record-type';
import { condition } from './compile';
import { seen } from './seen';
import { and, list, sql, Sql, type SqlValue } from './sql';
import { Subject, type Circumstances, type Value } from './subject';
import type { Order, Tree } from './tree';

/** What is asked for. The scope is required, so that no query can forget it. */
export interface Asked extends Circumstances {
  readonly where?: Tree;
  readonly order?: readonly Order[];
  /** Are deleted records among them? Only for one record by its id. */
  readonly deletedToo?: boolean;
  /** Conditions of the caller's own, said of `r` or by the values of the subject. */
  readonly also?: (record: Subject) => readonly Sql[];
}

/** The parts of `SELECT r.id FROM … WHERE … ORDER BY … LIMIT ?`; the parameters come in that order. */
export interface Selection {
  readonly from: string;
  readonly where: string;
  readonly order: string;
  readonly params: readonly SqlValue[];
}

/** The records of a type that match and that the caller sees. Deleted ones are among them only when asked for. */
export function select(type: RecordType, asked: Asked): Selection {
  const record = Subject.of(type, asked);
  const tree = asked.where ? [condition(asked.where, record)] : [];
  const where = and([...seen(record, asked.deletedToo), ...tree, ...(asked.also?.(record) ?? []).map((each) => sql`(${each})`)]);
  const order = list([...(asked.order ?? []).flatMap((each) => sorted(record, each)), record.column('id')]);
  const from = record.from();
  return { from: from.text, where: where.text, order: order.text, params: [...from.params, ...where.params, ...order.params] };
}

/** Unset values last in both directions. */
function sorted(record: Subject, { field, isAscending }: Order): Sql[] {
  const value = record.valueOf(field);
  const key = field.type === 'text' ? beginning(value) : value.sql;
  const directed = new Sql(`${key.text} ${isAscending ? 'ASC' : 'DESC'}`, key.params);
  return value.nullable ? [sql`${value.sql} IS NULL`, directed] : [directed];
}

/** Texts sort by their first 200 characters: MySQL sorts no longer ones, and by its padding a space at the end is nothing. */
const beginning = ({ sql: text }: Value): Sql => sql`RTRIM(SUBSTR(${text}, 1, 200))`;
