import { rows } from '../../database/rows';
import { sql } from '../../query';
import { keepsDays } from '../../query/dates';
import { DAY_MS } from '../../time/moments';
import type { Automation } from '../automation.entity';
import { isSilence } from '../catalogue/date-rules';
import type { CheckedDefinition } from '../definition/definition';
import { dueWithin } from '../events/due';
import { actualOf } from './actual';
import type { Asked } from './asked';
import type { ExplainedEventDto } from './explain.dto';

const YEAR = 366 * DAY_MS;

/** What the automation waits for, and how the record stands to it. */
export async function eventFor(asked: Asked, automation: Automation, definition: CheckedDefinition): Promise<ExplainedEventDto> {
  const { id, name, kind } = definition.event;
  const more = kind === 'M' ? { matchesAlready: await isKnown(asked, automation) } : kind === 'D' ? await dateOf(asked, definition) : {};
  return { id, name, kind, ...more };
}

async function isKnown({ view, id }: Asked, automation: Automation): Promise<boolean> {
  return (await rows(view.em, sql`SELECT 1 FROM automation_match WHERE automationID = ${automation.id} AND recordID = ${id}`)).length > 0;
}

/** Dates of related records are many, and none is told. */
async function dateOf(
  asked: Asked,
  { event: { date: rule }, offset, record }: CheckedDefinition,
): Promise<Pick<ExplainedEventDto, 'date' | 'dueDate'>> {
  if (!rule || rule.relation !== undefined) return {};
  const field = record.field(rule.field);
  const date = (await actualOf(asked, field)) ?? (rule.orElse === undefined ? null : await actualOf(asked, record.field(rule.orElse)));
  if (typeof date !== 'string') return {};
  const { now } = asked.view;
  const isDay = !isSilence(rule) && keepsDays(field);
  const due = offset && dueWithin({ at: new Date(date), isDay }, rule, offset, { from: now, to: new Date(now.getTime() + YEAR) });
  return { date, ...(due && { dueDate: due.toISOString() }) };
}
