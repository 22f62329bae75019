import { rows, numberOf } from '../database/rows';
import type { View } from '../database/transactions';
import type { RecordType } from '../fields/record-type';
import { COUNTED, decodeCursor, encodeCursor, PageQuery, QueryIds, QueryMoment, type PageEnd } from '../http';
import { select, sql, Sql, sqlMoment, type Subject } from '../query';
import type { Answer } from './mapper';
import { values } from './names';
import { answersOf } from './reader';
import { updatedFields } from './stamps';

/** What every list of records can be asked. */
export class RecordListQuery extends PageQuery {
  @QueryMoment({ description: 'Only those made or changed since then.' })
  readonly updatedSince?: Date;

  @QueryIds({ description: 'Only those with these ids.' })
  readonly ids?: readonly number[];
}

/** A page of the records that are not deleted, by their ids: whoever walks it sees each record once, whatever others do meanwhile. */
export async function pageOf(view: View, type: RecordType, { limit, cursor, updatedSince, ids }: RecordListQuery): Promise<{ answers: Answer[]; end: PageEnd }> {
  const criteria = [type.name, updatedSince?.toISOString(), ids];
  const [after = 0] = cursor === undefined ? [] : decodeCursor(cursor, criteria);
  const also = (record: Subject): Sql[] => [...since(record, type, updatedSince), ...(ids ? [sql`${record.column('id')} IN (${values(ids)})`] : [])];
  const { from, where, params } = select(type, { scope: view.caller.scope, now: view.now, timeZone: 'UTC', also });
  const found = new Sql(`FROM ${from} WHERE ${where}`, params);
  const read = await rows(view.em, sql`SELECT r.id ${found} AND r.id > ${Number(after)} ORDER BY r.id LIMIT ${limit + 1}`);
  const shown = read.slice(0, limit).map(([id]) => id as number);
  const end = read.length > limit ? encodeCursor([shown.at(-1) ?? 0], criteria) : undefined;
  const total = cursor === undefined ? await count(view, found, end === undefined ? shown.length : undefined) : undefined;
  return { answers: await answersOf(view, type, shown), end: { cursor: end, total } };
}

/** @param all how many there are, where a page shows all of them */
const count = async ({ em }: View, found: Sql, all: number | undefined): Promise<number> => all ?? numberOf(em, sql`SELECT COUNT(*) FROM (SELECT r.id ${found} LIMIT ${COUNTED + 1}) counted`);

function since(record: Subject, type: RecordType, moment: Date | undefined): Sql[] {
  const at = updatedFields(type).find(([, kind]) => kind === 'at');
  return moment && at ? [sql`${record.column(at[0])} >= ${sqlMoment(moment)}`] : [];
}
