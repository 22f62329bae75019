import { numberOf, rows } from '../database/rows';
import type { View } from '../database';
import type { RecordType } from '../fields/record-type';
import { values } from '../records';
import { exists, not, select, sql, Sql, sqlMoment, type Order, type Place, type Selection, type Subject, type Tree } from '../query';

/** At most so many records in one run, whatever is asked. */
export const CEILING = 10_000;
const DAY = 86_400_000;

/** Whom a rule is about: the one description from which preview and run make the same SQL. */
export interface AudienceOf {
  readonly record: RecordType;
  /** undefined: nobody. */
  readonly condition?: Tree;
  readonly order: readonly Order[];
  readonly timeZone: string;
  /** Leaves out whom this automation processed in the last so many days. */
  readonly processed?: { readonly automationID: number; readonly days: number };
  /** null or 0: the ceiling. */
  readonly cap?: number | null;
  /** Leaves out those who opted out of messages. */
  readonly reachableOnly?: boolean;
  /** Only these: the records of events. */
  readonly among?: readonly number[];
  /** Deleted ones are meant too: the event may be their deletion. */
  readonly deletedToo?: boolean;
}

export interface Audience {
  /** Of those whom the condition matches: how many there are, left out as processed or opted out, left out by the cap, and who is taken. */
  readonly matched: number;
  readonly excluded: number;
  readonly leftOut: number;
  readonly taken: readonly number[];
}

/** Who would be taken at this moment, in the order of the run. */
export async function audienceOf(view: View, rule: AudienceOf): Promise<Audience> {
  if (!rule.condition) return { matched: 0, excluded: 0, leftOut: 0, taken: [] };
  const most = mostOf(rule);
  const taken = await idsOf(view, rule, most);
  // where the cap leaves nobody out, those taken are all there are
  const eligible = taken.length < most ? taken.length : await count(view, rule, exclusions(view, rule));
  const matched = rule.processed || rule.reachableOnly ? await count(view, rule, []) : eligible;
  return { matched, excluded: matched - eligible, leftOut: eligible - taken.length, taken };
}

/** How many it takes at the most. */
export const mostOf = ({ cap }: AudienceOf): number => Math.min(cap || CEILING, CEILING);

/** Those of the records that the condition matches now, without whom the automation has processed lately where that is asked. */
export async function matchingOf(view: View, rule: AudienceOf, ids: readonly number[]): Promise<Set<number>> {
  if (!rule.condition || ids.length === 0) return new Set();
  const { from, where, params } = select(rule.record, {
    ...circumstances(view, rule),
    where: rule.condition,
    also: (record) => [...among({ ...rule, among: ids }), ...unprocessed(view, rule)].map((each) => each(record)),
  });
  const found = await rows(view.em, new Sql(`SELECT r.id FROM ${from} WHERE ${where}`, params));
  return new Set(found.map(([id]) => id as number));
}

const circumstances = ({ caller, now }: View, { timeZone, deletedToo }: AudienceOf) => ({ scope: caller.scope, now, timeZone, deletedToo });

/** A condition of its own on the record. */
export type Also = (record: Subject) => Sql;

const among = ({ among: ids }: AudienceOf): Also[] =>
  ids ? [(record) => sql`${record.column('id')} IN (${values(ids.length > 0 ? ids : [0])})`] : [];

async function count(view: View, rule: AudienceOf, also: readonly Also[]): Promise<number> {
  const { from, where, params } = select(rule.record, {
    ...circumstances(view, rule),
    where: rule.condition,
    also: (record) => [...among(rule), ...also].map((each) => each(record)),
  });
  return numberOf(view.em, new Sql(`SELECT COUNT(*) FROM ${from} WHERE ${where}`, params));
}

async function idsOf(view: View, rule: AudienceOf, limit: number): Promise<number[]> {
  const { from, where, order, params } = eligibleOf(view, rule);
  const found = await rows(view.em, new Sql(`SELECT r.id FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ?`, [...params, limit]));
  return found.map(([id]) => id as number);
}

/** Those who could be taken if there were no cap, in the order of the run. */
export function eligibleOf(view: View, rule: AudienceOf, after?: Place): Selection {
  const also = (record: Subject): Sql[] => [...among(rule), ...exclusions(view, rule)].map((each) => each(record));
  return select(rule.record, { ...circumstances(view, rule), where: rule.condition, order: rule.order, also, after });
}

const exclusions = (view: View, rule: AudienceOf): Also[] => [...unprocessed(view, rule), ...reachable(rule)];

/** Did not opt out, where that is asked. */
export const reachable = ({ reachableOnly }: AudienceOf): Also[] =>
  reachableOnly ? [(record) => sql`${record.column('optOut')} = 0`] : [];

/** Since when a record must not have been processed; undefined where that does not matter. */
export function processedSince({ now }: View, { processed }: AudienceOf): string | undefined {
  if (!processed || processed.days <= 0) return undefined;
  return sqlMoment(new Date(Math.max(now.getTime() - processed.days * DAY, Date.UTC(1000, 0, 1))));
}

/** Was not processed lately, where that is asked. */
export function unprocessed(view: View, rule: AudienceOf): Also[] {
  const since = processedSince(view, rule);
  if (since === undefined || !rule.processed) return [];
  const { automationID } = rule.processed;
  return [
    (record) =>
      not(
        exists(
          sql`SELECT 1 FROM automation_run_record done WHERE done.automationID = ${automationID} AND done.recordID = ${record.column('id')} AND done.outcome = 'processed' AND done.finishedAt >= ${since}`,
        ),
      ),
  ];
}
