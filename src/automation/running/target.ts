import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import type { RecordType } from '../../fields/record-type';
import { identifier, relationNamed, sql, Sql } from '../../query';
import { spoken } from '../../records';
import { SELF, targetsOf } from '../actions/targets';
import { CannotAct } from './cannot-act';

/** What an action is done to. */
export interface Target {
  readonly type: RecordType;
  readonly id: number;
}

/** The record itself, or the one that it refers to by that name. @throws CannotAct when it refers to none, or to one that was deleted */
export async function targetOf({ em }: Unit, record: RecordType, id: number, name = SELF): Promise<Target> {
  if (name === SELF) return { type: record, id };
  const type = targetsOf(record).get(name);
  const relation = relationNamed(record, name);
  if (!type || !relation) throw new CannotAct(`A ${spoken(record)} has no ${name}.`);
  const live = new Sql(type.softDeleted ? ' AND x.deleted = 0' : '');
  const found = await rows(
    em,
    sql`SELECT x.id FROM ${identifier(record.table)} r, ${identifier(type.table)} x WHERE r.id = ${id} AND (${new Sql(relation.on)})${live}`,
  );
  const [[targetID] = []] = found;
  if (typeof targetID !== 'number') throw new CannotAct(`This ${spoken(record)} has no ${name}.`);
  return { type, id: targetID };
}
