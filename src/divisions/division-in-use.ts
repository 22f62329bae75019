import type { EntityManager } from 'typeorm';
import { typesOf } from '../core/database';
import { numberOf } from '../core/database/rows';
import type { RecordType } from '../core/fields/record-type';
import { identifier, list, or, sql, type Sql } from '../core/sql';
import { displayName, refuseIfAny } from '../core/records';
import type { Division } from './division.entity';

/** A division in use cannot be deleted, since its records could no longer be saved. @throws InUse with the counts of its records */
export async function refuseInUse(em: EntityManager, { id, name }: Division): Promise<void> {
  const counts: [string, number][] = [];
  for (const type of typesOf(em).all) {
    const belongs = belongingTo(type, id);
    const count =
      belongs.length === 0
        ? 0
        : await numberOf(em, sql`SELECT COUNT(*) FROM ${identifier(type.table)} r WHERE ${list([...live(type), or(belongs)], ' AND ')}`);
    counts.push([displayName(type), count]);
  }
  refuseIfAny(`Division ${name ?? id}`, counts, 'move them to another division first');
}

const live = ({ softDeleted }: RecordType): Sql[] => (softDeleted ? [sql`r.deleted = 0`] : []);

/** Conditions by a reference field, or by the list of divisions. */
function belongingTo(type: RecordType, id: number): Sql[] {
  const fields = type.fields
    .filter(({ source }) => source.in === 'reference' && source.to === 'Division')
    .map(({ name }) => sql`r.${identifier(name)} = ${id}`);
  const links =
    type.findField('divisions')?.source.in === 'column'
      ? [sql`r.id IN (SELECT l.recordID FROM ${identifier(`${type.table}_division`)} l WHERE l.divisionID = ${id})`]
      : [];
  return [...fields, ...links];
}
