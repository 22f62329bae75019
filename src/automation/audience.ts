import { numberOf, rows } from '../core/database/rows';
import { countCapped, type View } from '../core/database';
import type { Count } from '../core/http';
import type { RecordType } from '../core/fields/record-type';
import { firstInOrder, inTurn, values } from '../core/records';
import {
  select,
  type Order,
  type OrderPosition,
  type Selection,
  type SelectOptions,
  type QueryRecord,
  type FilterTree,
} from '../core/query';
import { exists, not, sql, Sql, sqlMoment } from '../core/sql';

/** The maximum number of records in one run. */
export const MAX_AUDIENCE = 10_000;
const DAY = 86_400_000;

/** Which records a rule applies to. Preview and run build the same SQL from it. */
export interface AudienceQuery {
  readonly record: RecordType;
  /** undefined: no record matches. */
  readonly condition?: FilterTree;
  readonly order: readonly Order[];
  readonly timeZone: string;
  /** Excludes records that this automation processed in the last `days` days. */
  readonly excludeProcessed?: { readonly automationID: number; readonly days: number };
  /** The maximum number of records; null or 0: MAX_AUDIENCE. */
  readonly cap?: number | null;
  /** Excludes records that opted out of messages. */
  readonly excludeOptedOut?: boolean;
  /** Only records with these ids, such as those of an event. */
  readonly onlyIds?: readonly number[];
  /** Includes deleted records: the event may be their deletion. */
  readonly includeDeleted?: boolean;
}

export interface Audience {
  /** How many records match, are excluded (recently processed or opted out) and exceed the cap, and the ids that remain. */
  readonly matched: number;
  readonly excluded: number;
  readonly leftOut: number;
  readonly taken: readonly number[];
}

/** The records that a run would process now, in its order. */
export async function findAudience(view: View, rule: AudienceQuery): Promise<Audience> {
  if (!rule.condition) return { matched: 0, excluded: 0, leftOut: 0, taken: [] };
  const limit = audienceLimit(rule);
  const { ids: found } = await idsOf(view, rule, limit + 1);
  // up to the cap, the ids found are all that are eligible
  const eligible = found.length <= limit ? found.length : await count(view, rule, exclusions(view, rule));
  const matched = excludes(rule) ? await count(view, rule, []) : eligible;
  const taken = found.slice(0, limit);
  return { matched, excluded: matched - eligible, leftOut: eligible - taken.length, taken };
}

/** How many records are wanted, and up to how many those that match are counted. */
interface PreviewLimits {
  readonly wanted: number;
  readonly counted: number;
}

/** The first of the records that a run would take, in its order, and how many match. */
export async function previewAudience(
  view: View,
  rule: AudienceQuery,
  { wanted, counted: most }: PreviewLimits,
): Promise<Pick<Audience, 'taken'> & { readonly matched: Count }> {
  if (!rule.condition) return { matched: { counted: 0, most }, taken: [] };
  const limit = Math.min(audienceLimit(rule), wanted);
  return inTurn(view, async (searched) => {
    const { ids, counted } = await idsOf(searched, rule, limit + 1, most);
    const eligible = ids.length <= limit ? ids.length : counted;
    const isKnown = eligible !== undefined && !excludes(rule);
    const matched = isKnown
      ? { counted: Math.min(eligible, most + 1), most }
      : await countCapped(searched.em, matching(searched, rule, []), most);
    return { matched, taken: ids.slice(0, limit) };
  });
}

const excludes = (rule: AudienceQuery): boolean => rule.excludeProcessed !== undefined || rule.excludeOptedOut === true;

/** The maximum number of records to take. */
export const audienceLimit = ({ cap }: AudienceQuery): number => Math.min(cap || MAX_AUDIENCE, MAX_AUDIENCE);

/** Those of the records that match now, without recently processed ones if the query excludes them. */
export async function findMatchingIds(view: View, rule: AudienceQuery, ids: readonly number[]): Promise<Set<number>> {
  if (!rule.condition || ids.length === 0) return new Set();
  const { from, where, params } = select(rule.record, {
    ...selectContext(view, rule),
    where: rule.condition,
    extraConditions: (record) => [...among({ ...rule, onlyIds: ids }), ...notRecentlyProcessed(view, rule)].map((each) => each(record)),
  });
  const found = await rows(view.em, new Sql(`SELECT r.id FROM ${from} WHERE ${where}`, params));
  return new Set(found.map(([id]) => id as number));
}

const selectContext = ({ types, caller, now }: View, { timeZone, includeDeleted }: AudienceQuery) => ({
  types,
  scope: caller.scope,
  now,
  timeZone,
  includeDeleted,
});

/** An additional condition on the record. */
export type ExtraCondition = (record: QueryRecord) => Sql;

const among = ({ onlyIds: ids }: AudienceQuery): ExtraCondition[] =>
  ids ? [(record) => sql`${record.column('id')} IN (${values(ids.length > 0 ? ids : [0])})`] : [];

/** Exact: a run states how many records it left out. */
const count = (view: View, rule: AudienceQuery, also: readonly ExtraCondition[]): Promise<number> =>
  numberOf(view.em, sql`SELECT COUNT(*) ${matching(view, rule, also)}`);

function matching(view: View, rule: AudienceQuery, also: readonly ExtraCondition[]): Sql {
  const { from, where, params } = select(rule.record, {
    ...selectContext(view, rule),
    where: rule.condition,
    extraConditions: (record) => [...among(rule), ...also].map((each) => each(record)),
  });
  return new Sql(`FROM ${from} WHERE ${where}`, params);
}

/** The first ids in the order of the run. @param most how many there are is counted up to so many, if that takes no further search */
async function idsOf(
  view: View,
  rule: AudienceQuery,
  limit: number,
  most?: number,
): Promise<{ readonly ids: number[]; readonly counted?: number }> {
  const { rows: found, counted } = await firstInOrder(view, rule.record, eligible(view, rule), limit, most);
  return { ids: found.map((row) => row.at(-1) as number), counted };
}

/** The records that would be taken if there were no cap, in the order of the run. */
export const eligibleRecords = (view: View, rule: AudienceQuery, after?: OrderPosition): Selection =>
  select(rule.record, { ...eligible(view, rule), after });

const eligible = (view: View, rule: AudienceQuery): SelectOptions => ({
  ...selectContext(view, rule),
  where: rule.condition,
  order: rule.order,
  extraConditions: (record) => [...among(rule), ...exclusions(view, rule)].map((each) => each(record)),
});

const exclusions = (view: View, rule: AudienceQuery): ExtraCondition[] => [...notRecentlyProcessed(view, rule), ...notOptedOut(rule)];

/** The record did not opt out; no condition unless the query excludes those that did. */
export const notOptedOut = ({ excludeOptedOut }: AudienceQuery): ExtraCondition[] =>
  excludeOptedOut ? [(record) => sql`${record.column('optOut')} = 0`] : [];

/** A record processed at or after this time is excluded; undefined if none is. */
export function processedCutoff({ now }: View, { excludeProcessed }: AudienceQuery): string | undefined {
  if (!excludeProcessed || excludeProcessed.days <= 0) return undefined;
  return sqlMoment(new Date(Math.max(now.getTime() - excludeProcessed.days * DAY, Date.UTC(1000, 0, 1))));
}

/** The record was not processed recently; no condition unless the query excludes those that were. */
function notRecentlyProcessed(view: View, rule: AudienceQuery): ExtraCondition[] {
  const since = processedCutoff(view, rule);
  if (since === undefined || !rule.excludeProcessed) return [];
  const { automationID } = rule.excludeProcessed;
  return [
    (record) =>
      not(
        exists(
          sql`SELECT 1 FROM automation_run_record done WHERE done.automationID = ${automationID} AND done.recordID = ${record.column('id')} AND done.outcome = 'processed' AND done.finishedAt >= ${since}`,
        ),
      ),
  ];
}
