import { entryNamed } from '../core/lookups';
import { type QueryRecord } from '../core/query';
import { and, identifier, not, or, sql, type Sql } from '../core/sql';
import { within } from '../core/search';
import { fold } from '../core/text/fold';
import { timeRange, type TimeRange } from '../core/time/time-range';
import type { TagFilterDto } from './tag-filter.dto';
import { tagKey } from './tag-key';

/** Tag criteria of a search. */
export interface TagCriteria {
  readonly includeTags?: readonly TagFilterDto[];
  readonly excludeTags?: readonly TagFilterDto[];
  readonly includeTagsMatchAll?: boolean;
  readonly taggedTimeRange?: string;
}

/** Are records wanted for a tag? A server may begin with the tags. */
export const wantsTags = ({ includeTags = [], taggedTimeRange }: TagCriteria): boolean =>
  includeTags.length > 0 || taggedTimeRange !== undefined;

/**
 * The conditions on the tags of a record. The time in which a tag was put on limits those that are included; where none
 * are, any tag put on then will do. It never limits those that are excluded.
 */
export function tagConditions(record: QueryRecord, { includeTags, excludeTags, includeTagsMatchAll, taggedTimeRange }: TagCriteria): Sql[] {
  const { now, timeZone } = record.circumstances;
  const time = taggedTimeRange === undefined ? {} : (timeRange(taggedTimeRange, now, timeZone) ?? {});
  const included = conditions(includeTags);
  const excluded = conditions(excludeTags);
  return [
    ...include(record, included, time, includeTagsMatchAll ?? false),
    ...(excluded.length > 0 ? [not(hasTag(record, or(excluded), {}))] : []),
  ];
}

function include(record: QueryRecord, included: readonly Sql[], time: TimeRange, all: boolean): Sql[] {
  if (included.length === 0) return (time.from ?? time.to) ? [hasTag(record, sql`1 = 1`, time)] : [];
  return all ? included.map((tag) => hasTag(record, tag, time)) : [hasTag(record, or(included), time)];
}

/** Has the record a tag `t`, put on as `l` says, for which that holds? */
function hasTag(record: QueryRecord, holds: Sql, time: TimeRange): Sql {
  const links = sql`${identifier(`${record.type.table}_tag`)} l JOIN tag t ON t.id = l.tagID`;
  return record.has(
    sql`SELECT 1 FROM ${links} WHERE ${and([sql`l.recordID = ${record.column('id')}`, holds, ...within(sql`l.createdDate`, time)])}`,
  );
}

const conditions = (filters: readonly TagFilterDto[] = []): Sql[] => filters.flatMap((filter) => condition(filter) ?? []);

/** @returns undefined for a filter that says nothing */
function condition({ tag, typeId, source }: TagFilterDto): Sql | undefined {
  const [text, how] = [tagKey(tag), fold(source)];
  const criteria = [
    ...(text === '' ? [] : [sql`t.folded = ${text}`]),
    ...(typeId === 0 ? [] : [sql`t.typeID = ${typeId}`]),
    ...(how === '' ? [] : [sql`l.sourceID IN (${entryNamed('tagSource', how)})`]),
  ];
  return criteria.length === 0 ? undefined : and(criteria);
}
