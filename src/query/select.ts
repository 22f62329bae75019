import type { RecordType } from '../fields/record-type';
import { condition } from './compile';
import { behind, sorted, sortKeys, type Place } from './order';
import { seen } from './seen';
import { and, sql, type Sql, type SqlValue } from './sql';
import { Subject, type Circumstances } from './subject';
import type { Order, Tree } from './tree';

/** What is asked for. The scope is required, so that no query can forget it. */
export interface Asked extends Circumstances {
  readonly where?: Tree;
  readonly order?: readonly Order[];
  /** The id, which decides between equals: from the highest to the lowest? */
  readonly idsDescend?: boolean;
  /** Only those behind this place of the order. */
  readonly after?: Place;
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
  /** What the order sorts by, to be selected before FROM: where a record stands, the id last. */
  readonly keys: readonly Sql[];
  readonly params: readonly SqlValue[];
}

/** The records of a type that match and that the caller sees. Deleted ones are among them only when asked for. */
export function select(type: RecordType, asked: Asked): Selection {
  const record = Subject.of(type, asked);
  const tree = asked.where ? [condition(asked.where, record)] : [];
  const keys = sortKeys(record, asked.order ?? [], asked.idsDescend);
  const also = [...(asked.also?.(record) ?? []), ...(asked.after ? [behind(keys, asked.after)] : [])];
  const where = and([...seen(record, asked.deletedToo), ...tree, ...also.map((each) => sql`(${each})`)]);
  const order = sorted(keys);
  const from = record.from();
  return {
    from: from.text,
    where: where.text,
    order: order.text,
    keys: keys.map(({ value }) => value),
    params: [...from.params, ...where.params, ...order.params],
  };
}
