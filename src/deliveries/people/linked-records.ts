import type { View } from '../../core/database';
import { rows } from '../../core/database/rows';
import type { RecordType } from '../../core/fields/record-type';
import { relationsOf } from '../../core/query';
import { identifier, sql, values } from '../../core/sql';
import { personTypes, type SamePerson } from './recipient';

/** The persons of other types that some records are linked with, in either direction. */
export async function linkedRecords({ em, types }: View, type: RecordType, ids: readonly number[]): Promise<SamePerson[]> {
  const found: SamePerson[] = [];
  for (const [holder, held] of linkedTypes({ types })) {
    if (type !== holder && type !== held) continue;
    const column = identifier(`linked${held.name}ID`);
    const own = type === holder ? identifier('id') : column;
    const pairs = await rows(
      em,
      sql`SELECT id, ${column} FROM ${identifier(holder.table)} WHERE ${own} IN (${values([...ids])}) AND ${column} IS NOT NULL`,
    );
    for (const [id, linked] of pairs as [number, number][])
      found.push(type === holder ? { id, other: { type: held, id: linked } } : { id: linked, other: { type: holder, id } });
  }
  return found;
}

/** Pairs of types of which the first refers to the second as the same person: `linkedCandidateID`. */
const linkedTypes = (view: Pick<View, 'types'>): [RecordType, RecordType][] =>
  personTypes(view).flatMap((holder) =>
    relationsOf(holder)
      .filter(({ name, to }) => name === `linked${to}`)
      .map(({ to }): [RecordType, RecordType] => [holder, view.types.named(to)]),
  );
