import type { EntityManager } from 'typeorm';
import { numberOf } from '../database/rows';
import { allRecordTypes, type RecordType } from '../fields/record-type';
import { Conflict } from '../http';
import { identifier, list, or, sql, type Sql } from '../query';
import { pluralOf, spoken } from '../records';
import type { Division } from './division.entity';

/** A division that records belong to is not deleted: what follows from them could not be saved any more. @throws Conflict that names them */
export async function refuseInUse(em: EntityManager, { id, name }: Division): Promise<void> {
  const found: string[] = [];
  for (const type of allRecordTypes()) {
    const belongs = belongingTo(type, id);
    const count =
      belongs.length === 0
        ? 0
        : await numberOf(em, sql`SELECT COUNT(*) FROM ${identifier(type.table)} r WHERE ${list([...live(type), or(belongs)], ' AND ')}`);
    if (count > 0) found.push(`${count} ${count === 1 ? spoken(type) : pluralOf(spoken(type))}`);
  }
  if (found.length > 0) throw new Conflict(`The division ${name ?? id} is that of ${found.join(', ')}: give them another one first.`);
}

const live = ({ softDeleted }: RecordType): Sql[] => (softDeleted ? [sql`r.deleted = 0`] : []);

/** By a field of its own, or by the list of its divisions. */
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
