import { rows } from '../../core/database/rows';
import type { View } from '../../core/database/transactions';
import type { RecordType, Relation } from '../../core/fields/record-type';
import type { RecordTypes } from '../../core/fields/record-types';
import { parseFilter, select, type QueryRecord, type FilterTree } from '../../core/query';
import { list, sql, Sql, sqlMoment } from '../../core/sql';
import { storesDays } from '../../core/query/dates';
import { isoOf } from '../../core/records';
import type { DateRule } from '../../core/fields/date-rule';
import { candidateDates, canBeDue, dueWithin, monthDays, type Period } from './due';
import type { Listener, Occurrence } from './occurrence';

/** The records whose date, the event of the automation, is reached within the period. */
export async function findDueRecords(view: View, { definition }: Listener, period: Period): Promise<Occurrence[]> {
  const { event, offset, record, timeZone } = definition;
  const rule = event.date;
  if (!rule || !offset) return [];
  const related = rule.relation === undefined ? undefined : record.relations[rule.relation];
  const isDay = storesDays((related ? view.types.named(related.to) : record).field(rule.field));
  if (!canBeDue(isDay, offset, period)) return [];
  const found = await recordDatesIn(view, record, { rule, related, timeZone, dates: candidateDates(rule, offset, period) });
  return found
    .filter(({ at }) => dueWithin({ at, isDay }, rule, offset, period) !== undefined)
    .map(({ id }) => ({ recordID: id, chain: [] }));
}

interface DateSelection {
  readonly rule: DateRule;
  /** The relation to the records that have the date; undefined: the record itself has it. */
  readonly related: Relation | undefined;
  readonly timeZone: string;
  readonly dates: Period;
}

async function recordDatesIn(
  view: View,
  record: RecordType,
  { rule, related, timeZone, dates }: DateSelection,
): Promise<{ id: number; at: Date }[]> {
  let date = sql`x.${new Sql(rule.field)}`;
  const useOwnDate = (subject: QueryRecord): Sql[] => {
    if (!related) date = ownDate(subject, rule);
    return [];
  };
  const only: FilterTree | undefined = rule.only && parseFilter(view.types, record, rule.only);
  const { from, where, params } = select(record, {
    types: view.types,
    scope: view.caller.scope,
    now: view.now,
    timeZone,
    where: only,
    extraConditions: useOwnDate,
  });
  const join = related ? relationJoin(view.types, related) : '';
  const found = await rows(
    view.em,
    sql`SELECT r.id, ${date} FROM ${new Sql(`${from}${join} WHERE ${where}`, params)} AND ${dateCondition(date, rule, dates)} ORDER BY r.id`,
  );
  return found.map(([id, at]) => ({ id: id as number, at: new Date(isoOf(at as string)) }));
}

function ownDate(subject: QueryRecord, { field, orElse }: DateRule): Sql {
  const own = subject.value(field).sql;
  return orElse === undefined ? own : sql`COALESCE(${own}, ${subject.value(orElse).sql})`;
}

/** Joins the related records as `x`. */
export const relationJoin = (types: RecordTypes, { to, on }: Relation): string =>
  ` JOIN ${types.named(to).table} x ON (${types.expand(on)}) AND x.deleted = 0`;

function dateCondition(date: Sql, { everyYear }: DateRule, { from, to }: Period): Sql {
  if (!everyYear) return sql`${date} BETWEEN ${sqlMoment(from)} AND ${sqlMoment(to)}`;
  const days = monthDays({ from, to });
  return days ? sql`SUBSTR(${date}, 6, 5) IN (${list(days.map((day) => sql`${day}`))})` : sql`${date} IS NOT NULL`;
}
