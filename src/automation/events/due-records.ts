import { rows } from '../../core/database/rows';
import type { View } from '../../core/database/transactions';
import type { RecordType } from '../../core/fields/record-type';
import type { RecordTypes } from '../../core/fields/record-types';
import { parseFilter, select, type QueryRecord, type FilterTree } from '../../core/query';
import { list, sql, Sql, sqlMoment } from '../../core/sql';
import { storesDays } from '../../core/query/dates';
import { isoOf } from '../../core/records';
import { DAY_MS } from '../../core/time/moments';
import { measuresInactivity, type DateRule } from '../../core/fields/date-rule';
import { dayOf, instantOf, timeOfDay, wallTimeOf } from '../schedule/local-time';
import type { OffsetSchedule } from '../schedule/schedule';
import { candidateDates, dueWithin, monthDays, type Period } from './due';
import type { Listener, Occurrence } from './occurrence';

/** The records whose date, the event of the automation, is reached within the period. */
export async function findDueRecords(view: View, { definition }: Listener, period: Period): Promise<Occurrence[]> {
  const { event, offset, record, timeZone } = definition;
  if (!event.date || !offset || !canBeDue(dateOwner(view.types, event.date, record), event.date, offset, period)) return [];
  const isDay = !measuresInactivity(event.date) && storesDays(dateOwner(view.types, event.date, record).field(event.date.field));
  const found = await recordDatesIn(view, record, event.date, { timeZone, dates: candidateDates(event.date, offset, period) });
  return found
    .filter(({ at }) => dueWithin({ at, isDay }, event.date!, offset, period) !== undefined)
    .map(({ id }) => ({ recordID: id, depth: 0 }));
}

/** A date with a time of day can only be reached once a day: at other times the query is not needed. */
function canBeDue(owner: RecordType, rule: DateRule, { offset, at, timeZone }: OffsetSchedule, { from, to }: Period): boolean {
  const isDay = storesDays(owner.field(rule.field));
  if (offset.unit === 'hour' ? !isDay : at === undefined && !isDay) return true;
  const time = offset.unit === 'hour' ? (((-offset.amount % 24) + 24) % 24) * 3_600_000 : timeOfDay(at ?? '00:00');
  if (offset.unit === 'hour' && time !== 0) return true;
  for (let day = dayOf(wallTimeOf(from.getTime(), timeZone)) - DAY_MS; day <= wallTimeOf(to.getTime(), timeZone) + DAY_MS; day += DAY_MS) {
    const instant = instantOf(day + time, timeZone);
    if (instant > from.getTime() && instant <= to.getTime()) return true;
  }
  return false;
}

const dateOwner = (types: RecordTypes, rule: DateRule, record: RecordType): RecordType =>
  rule.relation === undefined ? record : types.named(record.relations[rule.relation]?.to ?? '');

interface DateSelection {
  readonly timeZone: string;
  readonly dates: Period;
}

async function recordDatesIn(
  view: View,
  record: RecordType,
  rule: DateRule,
  { timeZone, dates }: DateSelection,
): Promise<{ id: number; at: Date }[]> {
  let date = sql``;
  const also = (subject: QueryRecord): Sql[] => {
    date = rule.relation === undefined ? ownDate(subject, rule) : sql`x.${new Sql(rule.field)}`;
    return rule.relation === undefined ? [dateCondition(date, rule, dates)] : [];
  };
  const only: FilterTree | undefined = rule.only && parseFilter(view.types, record, rule.only);
  const { from, where, params } = select(record, {
    types: view.types,
    scope: view.caller.scope,
    now: view.now,
    timeZone,
    where: only,
    extraConditions: also,
  });
  const related = rule.relation === undefined ? '' : relationJoin(view.types, record, rule.relation);
  const relatedWhere = rule.relation === undefined ? sql`` : sql` AND ${dateCondition(date, rule, dates)}`;
  const found = await rows(
    view.em,
    sql`SELECT r.id, ${date} FROM ${new Sql(`${from}${related} WHERE ${where}`, params)}${relatedWhere} ORDER BY r.id`,
  );
  return found.map(([id, at]) => ({ id: id as number, at: new Date(isoOf(at as string)) }));
}

function ownDate(subject: QueryRecord, { field, orElse }: DateRule): Sql {
  const own = subject.value(field).sql;
  return orElse === undefined ? own : sql`COALESCE(${own}, ${subject.value(orElse).sql})`;
}

function relationJoin(types: RecordTypes, record: RecordType, relation: string): string {
  const { to, on } = record.relations[relation] ?? { to: '', on: '' };
  return ` JOIN ${types.named(to).table} x ON (${types.expand(on)}) AND x.deleted = 0`;
}

function dateCondition(date: Sql, { everyYear }: DateRule, { from, to }: Period): Sql {
  if (!everyYear) return sql`${date} BETWEEN ${sqlMoment(from)} AND ${sqlMoment(to)}`;
  const days = monthDays({ from, to });
  return days ? sql`SUBSTR(${date}, 6, 5) IN (${list(days.map((day) => sql`${day}`))})` : sql`${date} IS NOT NULL`;
}
