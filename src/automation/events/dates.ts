import { rows } from '../../database/rows';
import type { View } from '../../database/transactions';
import { recordTypeNamed, type RecordType } from '../../fields/record-type';
import { list, parseFilter, select, sql, Sql, sqlMoment, type Subject, type Tree } from '../../query';
import { keepsDays } from '../../query/dates';
import { isoOf } from '../../records';
import { DAY_MS } from '../../time/moments';
import { isSilence, type DateRule } from '../catalogue/date-rules';
import { dayOf, instantOf, timeOfDay, wallTimeOf } from '../schedule/local-time';
import type { OffsetSchedule } from '../schedule/schedule';
import { datesFor, dueWithin, monthDays, type Period } from './due';
import type { Listener, Occurrence } from './occurrence';

/** The records whose date came in the period: the event of the automation. */
export async function dated(view: View, { definition }: Listener, period: Period): Promise<Occurrence[]> {
  const { event, offset, record, timeZone } = definition;
  if (!event.date || !offset || !canCome(event.date, record, offset, period)) return [];
  const isDay = !isSilence(event.date) && keepsDays(holderOf(event.date, record).field(event.date.field));
  const found = await datesIn(view, record, event.date, { timeZone, dates: datesFor(event.date, offset, period) });
  return found
    .filter(({ at }) => dueWithin({ at, isDay }, event.date!, offset, period) !== undefined)
    .map(({ id }) => ({ recordID: id, depth: 0 }));
}

/** Offsets to a time of day come about once a day: at all other times nobody need be asked. */
function canCome(rule: DateRule, record: RecordType, { offset, at, timeZone }: OffsetSchedule, { from, to }: Period): boolean {
  const isDay = keepsDays(holderOf(rule, record).field(rule.field));
  if (offset.unit === 'hour' ? !isDay : at === undefined && !isDay) return true;
  const time = offset.unit === 'hour' ? (((-offset.amount % 24) + 24) % 24) * 3_600_000 : timeOfDay(at ?? '00:00');
  if (offset.unit === 'hour' && time !== 0) return true;
  for (let day = dayOf(wallTimeOf(from.getTime(), timeZone)) - DAY_MS; day <= wallTimeOf(to.getTime(), timeZone) + DAY_MS; day += DAY_MS) {
    const instant = instantOf(day + time, timeZone);
    if (instant > from.getTime() && instant <= to.getTime()) return true;
  }
  return false;
}

const holderOf = (rule: DateRule, record: RecordType): RecordType =>
  rule.relation === undefined ? record : recordTypeNamed(record.relations[rule.relation]?.to ?? '');

interface Choice {
  readonly timeZone: string;
  readonly dates: Period;
}

async function datesIn(view: View, record: RecordType, rule: DateRule, { timeZone, dates }: Choice): Promise<{ id: number; at: Date }[]> {
  let date = sql``;
  const also = (subject: Subject): Sql[] => {
    date = rule.relation === undefined ? ownDate(subject, rule) : sql`x.${new Sql(rule.field)}`;
    return rule.relation === undefined ? [chosen(date, rule, dates)] : [];
  };
  const only: Tree | undefined = rule.only && parseFilter(record, rule.only);
  const { from, where, params } = select(record, { scope: view.caller.scope, now: view.now, timeZone, where: only, also });
  const related = rule.relation === undefined ? '' : joined(record, rule.relation);
  const relatedWhere = rule.relation === undefined ? sql`` : sql` AND ${chosen(date, rule, dates)}`;
  const found = await rows(
    view.em,
    sql`SELECT r.id, ${date} FROM ${new Sql(`${from}${related} WHERE ${where}`, params)}${relatedWhere} ORDER BY r.id`,
  );
  return found.map(([id, at]) => ({ id: id as number, at: new Date(isoOf(at as string)) }));
}

function ownDate(subject: Subject, { field, orElse }: DateRule): Sql {
  const own = subject.value(field).sql;
  return orElse === undefined ? own : sql`COALESCE(${own}, ${subject.value(orElse).sql})`;
}

function joined(record: RecordType, relation: string): string {
  const { to, on } = record.relations[relation] ?? { to: '', on: '' };
  return ` JOIN ${recordTypeNamed(to).table} x ON (${on}) AND x.deleted = 0`;
}

function chosen(date: Sql, { everyYear }: DateRule, { from, to }: Period): Sql {
  if (!everyYear) return sql`${date} BETWEEN ${sqlMoment(from)} AND ${sqlMoment(to)}`;
  const days = monthDays({ from, to });
  return days ? sql`SUBSTR(${date}, 6, 5) IN (${list(days.map((day) => sql`${day}`))})` : sql`${date} IS NOT NULL`;
}
