import { rows } from '../../core/database/rows';
import { sql } from '../../core/sql';
import { storesDays } from '../../core/query/dates';
import { DAY_MS } from '../../core/time/moments';
import type { Automation } from '../automation.entity';
import type { CheckedDefinition } from '../definition/definition';
import { dueWithin } from '../events/due';
import { actualValue } from './actual-value';
import type { ExplanationContext } from './explanation-context';
import type { ExplainedEventDto } from './explain.dto';

const YEAR = 366 * DAY_MS;

/** What the automation waits for, and how the record stands to it. */
export async function explainEvent(
  context: ExplanationContext,
  automation: Automation,
  definition: CheckedDefinition,
): Promise<ExplainedEventDto> {
  const { id, name, kind } = definition.event;
  const more =
    kind === 'M' ? { matchesAlready: await matchesAlready(context, automation) } : kind === 'D' ? await dateOf(context, definition) : {};
  return { id, name, kind, ...more };
}

async function matchesAlready({ view, id }: ExplanationContext, automation: Automation): Promise<boolean> {
  return (await rows(view.em, sql`SELECT 1 FROM automation_match WHERE automationID = ${automation.id} AND recordID = ${id}`)).length > 0;
}

/** Dates of related records are not shown, since there may be many. */
async function dateOf(
  context: ExplanationContext,
  { event: { date: rule }, offset, record }: CheckedDefinition,
): Promise<Pick<ExplainedEventDto, 'date' | 'dueDate'>> {
  if (!rule || rule.relation !== undefined) return {};
  const field = record.field(rule.field);
  const date =
    (await actualValue(context, field)) ?? (rule.orElse === undefined ? null : await actualValue(context, record.field(rule.orElse)));
  if (typeof date !== 'string') return {};
  const { now } = context.view;
  const isDay = storesDays(field);
  const due = offset && dueWithin({ at: new Date(date), isDay }, rule, offset, { from: now, to: new Date(now.getTime() + YEAR) });
  return { date, ...(due && { dueDate: due.toISOString() }) };
}
