import type { RecordType } from '../../fields/record-type';
import { PageQuery, QueryIds, QueryMoment } from '../../http';
import { sql, sqlMoment, type Sql, type Subject } from '../../query';
import { values } from './names';
import type { Sought } from './page';
import { updatedFields } from '../writing/stamps';

/** What every list of records can be asked. */
export class RecordListQuery extends PageQuery {
  @QueryMoment({ description: 'Only those made or changed since then.' })
  readonly updatedSince?: Date;

  @QueryIds({ description: 'Only those with these ids.' })
  readonly ids?: readonly number[];
}

/** The records that are not deleted, by their ids. */
export const listed = (type: RecordType, { updatedSince, ids }: Pick<RecordListQuery, 'updatedSince' | 'ids'>): Sought => ({
  also: (record) => [...since(record, type, updatedSince), ...(ids ? [sql`${record.column('id')} IN (${values(ids)})`] : [])],
  timeZone: 'UTC',
  criteria: [updatedSince?.toISOString(), ids],
});

function since(record: Subject, type: RecordType, moment: Date | undefined): Sql[] {
  const at = updatedFields(type).find(([, kind]) => kind === 'at');
  return moment && at ? [sql`${record.column(at[0])} >= ${sqlMoment(moment)}`] : [];
}
