import { rows } from '../../core/database/rows';
import type { RecordTypes } from '../../core/fields/record-types';
import { isoOf } from '../../core/records';
import { identifier, sql, Sql } from '../../core/sql';
import { parseFilter } from '../../core/query';
import { labelOf } from '../../core/query/catalogue';
import { storesDays } from '../../core/query/dates';
import { DAY_MS } from '../../core/time/moments';
import type { Automation } from '../automation.entity';
import type { CheckedDefinition } from '../definition/definition';
import { dueInstant, dueWithin, type Period } from '../events/due';
import { relationJoin } from '../events/due-records';
import { actualValue } from './actual-value';
import { explainCondition } from './explain-condition';
import type { ExplanationContext } from './explanation-context';
import type { ExplainedEventDto } from './explain.dto';
import { failureOf } from './reason';

const YEAR = 366 * DAY_MS;

/** An event, and how a record stands to it. */
export interface EventFindings {
  readonly event: ExplainedEventDto;
  /** Why it does not happen to the record, as a sentence. */
  readonly obstacle?: string;
  /** When it happens, where a date of the record says so. */
  readonly at?: Date;
}

/** What the automation waits for, and how the record stands to it. */
export async function explainEvent(
  context: ExplanationContext,
  automation: Automation,
  definition: CheckedDefinition,
): Promise<EventFindings> {
  const { id, name, kind } = definition.event;
  const event = { id, name, kind };
  if (kind === 'D') {
    const { date, dueDate, ...found } = await explainDate(context, automation, definition);
    return { event: { ...event, ...(date && { date }), ...(dueDate && { dueDate }) }, ...found };
  }
  if (kind !== 'M') return { event };
  const matchesAlready = await isStoredMatch(context, automation);
  return { event: { ...event, matchesAlready }, ...(matchesAlready && { obstacle: MATCHES_ALREADY }) };
}

const MATCHES_ALREADY = 'It already matches; it is taken when it stops matching and then matches again.';

async function isStoredMatch({ view, id }: ExplanationContext, automation: Automation): Promise<boolean> {
  return (await rows(view.em, sql`SELECT 1 FROM automation_match WHERE automationID = ${automation.id} AND recordID = ${id}`)).length > 0;
}

type DateFindings = Pick<ExplainedEventDto, 'date' | 'dueDate'> & Omit<EventFindings, 'event'>;

async function explainDate(context: ExplanationContext, automation: Automation, definition: CheckedDefinition): Promise<DateFindings> {
  const rule = definition.event.date;
  if (!rule) return {};
  const obstacle = await unmetCondition(context, definition);
  if (rule.relation !== undefined)
    return { ...(await explainRelatedDates(context, automation, definition, rule.relation)), ...(obstacle && { obstacle }) };
  const date = await dateOf(context, definition);
  const found = date ? explainDue(context, automation, definition, date) : { obstacle: `${labelOf(rule.field)} is not set.` };
  return { ...found, ...(obstacle && { obstacle }) };
}

/** Shows when the event is due next, but not the dates of the related records, since there may be many. */
async function explainRelatedDates(
  context: ExplanationContext,
  automation: Automation,
  definition: CheckedDefinition,
  relation: string,
): Promise<DateFindings> {
  const dates = await relatedDates(context, definition);
  const [next] = dates
    .map((date) => explainDue(context, automation, definition, date))
    .filter(({ obstacle }) => obstacle === undefined)
    .sort((one, other) => Number(one.at) - Number(other.at));
  if (!next) return { obstacle: `None of its ${relation} has a date that is still to come.` };
  const { at, dueDate } = next;
  return { at, ...(dueDate && { dueDate }) };
}

async function relatedDates({ view, id }: ExplanationContext, { event: { date: rule }, record }: CheckedDefinition): Promise<Date[]> {
  const related = record.relations[rule?.relation ?? ''];
  if (!rule || !related) return [];
  const date = new Sql(`x.${rule.field}`);
  const found = await rows(
    view.em,
    sql`SELECT ${date} FROM ${identifier(record.table)} r${new Sql(relationJoin(view.types, related))} WHERE r.id = ${id} AND ${date} IS NOT NULL`,
  );
  return found.map(([at]) => new Date(isoOf(at as string)));
}

/** When the event is due for a record with the date, or that it has been. */
function explainDue(
  { view: { now, types } }: ExplanationContext,
  automation: Automation,
  definition: CheckedDefinition,
  date: Date,
): DateFindings {
  const since = automation.datesCheckedUntil ?? automation.activatedDate ?? now;
  const until = new Date(now.getTime() + YEAR);
  const at = dueAfter(types, date, definition, { from: since, to: until });
  if (!at) return { date: date.toISOString() };
  const found = { date: date.toISOString(), at };
  if (at <= since) return { ...found, obstacle: `Its date has passed: the event was due on ${at.toISOString()}.` };
  return { ...found, ...(at <= until && { dueDate: at.toISOString() }) };
}

/** Why the event does not happen to records like this one. */
async function unmetCondition(context: ExplanationContext, { event, record }: CheckedDefinition): Promise<string | undefined> {
  const only = event.date?.only;
  if (!only) return undefined;
  const part = await explainCondition(context, parseFilter(context.view.types, record, only), { ...only });
  return part.passed === false ? `The event does not happen to it: ${failureOf(part)}.` : undefined;
}

async function dateOf(context: ExplanationContext, { event: { date: rule }, record }: CheckedDefinition): Promise<Date | undefined> {
  for (const name of [rule?.field, rule?.orElse]) {
    const date = name === undefined ? null : await actualValue(context, record.field(name));
    if (typeof date === 'string') return new Date(date);
  }
  return undefined;
}

/** When the event is due, or was; of one that recurs, the next time within the period. */
function dueAfter(
  types: RecordTypes,
  at: Date,
  { event: { date: rule }, offset, record }: CheckedDefinition,
  period: Period,
): Date | undefined {
  if (!rule || !offset) return undefined;
  const related = record.relations[rule.relation ?? ''];
  const date = { at, isDay: storesDays((related ? types.named(related.to) : record).field(rule.field)) };
  return rule.everyYear ? dueWithin(date, rule, offset, period) : new Date(dueInstant(date, rule, offset));
}
