import type { RecordType } from '../../fields/record-type';
import { PageQuery, QueryIds, QueryMoment } from '../../http';
import { type QueryRecord } from '../../query';
import { sql, sqlMoment, type Sql, values } from '../../sql';
import type { RecordSearch } from './page';
import { updatedFields } from '../writing/stamps';
import { QueryOrder } from './order-query';
import { QueryFields } from './wanted-fields';

/** Query parameters of every list of records. */
export class RecordListQuery extends PageQuery {
  @QueryMoment({ description: 'Only records created or changed since then.' })
  readonly updatedSince?: Date;

  @QueryIds({ description: 'Only records with these ids.' })
  readonly ids?: readonly number[];

  @QueryOrder('by id')
  readonly orderBy?: string;

  @QueryFields()
  readonly fields?: string;
}

/** The records that are not deleted, by their ids. */
export const listSearch = (type: RecordType, { updatedSince, ids }: Pick<RecordListQuery, 'updatedSince' | 'ids'>): RecordSearch => ({
  ...((updatedSince || ids) && {
    extraConditions: (record: QueryRecord) => [
      ...since(record, type, updatedSince),
      ...(ids ? [sql`${record.column('id')} IN (${values(ids)})`] : []),
    ],
  }),
  timeZone: 'UTC',
  criteria: [updatedSince?.toISOString(), ids],
});

function since(record: QueryRecord, type: RecordType, moment: Date | undefined): Sql[] {
  const at = updatedFields(type).find(([, kind]) => kind === 'at');
  return moment && at ? [sql`${record.column(at[0])} >= ${sqlMoment(moment)}`] : [];
}
