import type { RecordType } from '../../fields/record-type';
import { QueryIds, QueryMoment } from '../../http';
import { type QueryRecord } from '../../query';
import type { RequestedMoment } from '../../time/requested-moment';
import { sql, sqlMoment, type Sql, values } from '../../sql';
import type { RecordSearch } from './page';
import { updatedFields } from '../../fields/stamp-fields';
import { QueryOrder } from './order-query';
import { requestedTimeZone, TimeZonePageQuery } from './time-zone';

/** Query parameters of every list of records. */
export class RecordListQuery extends TimeZonePageQuery {
  @QueryMoment({ description: 'Only records created or changed since then.' })
  readonly updatedSince?: RequestedMoment | null;

  @QueryIds({ description: 'Only records with these ids.' })
  readonly ids?: readonly number[];

  @QueryOrder('by id')
  readonly orderBy?: string;
}

/** What a list is asked for. */
export interface ListCriteria {
  readonly updatedSince?: Date;
  readonly ids?: readonly number[];
}

type RequestedCriteria = Pick<RecordListQuery, 'updatedSince' | 'ids' | 'timeZone'>;

/** @param otherwise the time zone, if none is requested @throws InvalidRequest */
export function listCriteria({ updatedSince, ids, timeZone }: RequestedCriteria, otherwise: string): ListCriteria {
  const zone = requestedTimeZone({ timeZone }, otherwise);
  return { updatedSince: updatedSince?.from(zone), ids };
}

/** The records that are not deleted, by their ids. */
export const listSearch = (type: RecordType, { updatedSince, ids }: ListCriteria): RecordSearch => ({
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
