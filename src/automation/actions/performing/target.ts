import type { Transaction } from '../../../core/database';
import { rows } from '../../../core/database/rows';
import type { RecordType } from '../../../core/fields/record-type';
import { relationNamed } from '../../../core/query';
import { identifier, sql, Sql } from '../../../core/sql';
import { displayName } from '../../../core/records';
import { SELF, targetsOf } from '../targets';
import { ActionFailed } from './action-errors';

/** What an action is done to. */
export interface Target {
  readonly type: RecordType;
  readonly id: number;
}

/** The record itself, or the one that it refers to by that name. @throws CannotAct when it refers to none, or to one that was deleted */
export async function targetOf({ em, types }: Transaction, record: RecordType, id: number, name = SELF): Promise<Target> {
  if (name === SELF) return { type: record, id };
  const type = targetsOf(types, record).get(name);
  const relation = relationNamed(record, name);
  if (!type || !relation) throw new ActionFailed(`A ${displayName(record)} has no ${name}.`);
  const live = new Sql(type.softDeleted ? ' AND x.deleted = 0' : '');
  const found = await rows(
    em,
    sql`SELECT x.id FROM ${identifier(record.table)} r, ${identifier(type.table)} x WHERE r.id = ${id} AND (${new Sql(types.expand(relation.on))})${live}`,
  );
  const [[targetID] = []] = found;
  if (typeof targetID !== 'number') throw new ActionFailed(`This ${displayName(record)} has no ${name}.`);
  return { type, id: targetID };
}
