import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/callers';
import { Settings } from '../../core/config';
import { Transactions } from '../../core/database';
import { findResponse, checkVisible, displayName } from '../../core/records';
import { visible, type QueryRecord } from '../../core/query';
import { and, not, sql } from '../../core/sql';
import { isObject } from '../../core/query/json';
import { AutomationStatus, Trigger } from '../../core/terms/numbers';
import { audienceLimit, notOptedOut, type AudienceQuery } from '../audience';
import { Automation } from '../automation.entity';
import { automations } from '../automation.records';
import type { ValidationError } from '../definition/parse-result';
import { checkAsActive } from '../definition/check-definition';
import type { CheckedDefinition } from '../definition/definition';
import { leftOfDay } from '../events/daily-cap';
import { runAudience } from '../running/run-audience';
import type { RunTrigger } from '../running/queue-run';
import { ownerOf } from '../owner';
import { AutomationRules } from '../saving/automation.rules';
import { selectCells, type ExplanationContext } from './explanation-context';
import { explainEvent } from './explain-event';
import type { ExplanationDto } from './explain.dto';
import { exclusionOf, lastRuns } from './past-runs';
import { rankOf } from './rank';
import { reasonFor, type Findings } from './reason';
import { explainCondition, type ExplainedPart } from './explain-condition';

const TRIGGERS: Readonly<Record<number, RunTrigger>> = {
  [Trigger.Event]: 'event',
  [Trigger.Schedule]: 'schedule',
  [Trigger.Manual]: 'manual',
};

/** Explains why an automation takes a record or not, with the parts of the SQL that its run uses. */
@Injectable()
export class ExplanationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly rules: AutomationRules,
  ) {}

  /** @throws NotFound for an automation or a record that is not there or that the caller does not see */
  explain(caller: Caller, automationID: number, recordID: number): Promise<ExplanationDto> {
    return this.transactions.read(caller, async (view) => {
      await checkVisible(view, automations, automationID);
      const automation = await view.em.findOneByOrFail(Automation, { id: automationID });
      const definition = checkAsActive(automation, { types: view.types, now: view.now, timeZone: this.settings.timeZone });
      const answer = await findResponse(view, definition.record, recordID);
      const trigger = TRIGGERS[automation.triggerID] ?? 'manual';
      const audience = audienceFor(automation, definition, { trigger, id: recordID });
      const asks = { ...view, caller: (await ownerOf(view.em, automation)).caller };
      const context: ExplanationContext = {
        view: asks,
        record: definition.record,
        id: recordID,
        answer,
        circumstances: { types: asks.types, scope: asks.caller.scope, now: view.now, timeZone: audience.timeZone },
      };
      const problems = automation.deleted ? [] : await this.rules.activationErrors(view, automation);
      return buildExplanation(context, { automation, definition, audience, trigger, problems });
    });
  }
}

/** Of an event the record alone, as if it had just happened to it. */
function audienceFor(
  automation: Automation,
  definition: CheckedDefinition,
  { trigger, id }: { trigger: RunTrigger; id: number },
): AudienceQuery {
  const audience = runAudience(automation, definition, trigger);
  return trigger === 'event' ? { ...audience, onlyIds: [id] } : audience;
}

interface ExplainedAutomation {
  readonly automation: Automation;
  readonly definition: CheckedDefinition;
  readonly audience: AudienceQuery;
  readonly trigger: RunTrigger;
  readonly problems: readonly ValidationError[];
}

const NOT_BY_EVENT = { event: undefined, obstacle: undefined, isDayFull: false } as const;

const dayFull = (audience: AudienceQuery): string => `The automation has taken its maximum of today: ${audienceLimit(audience)}.`;

/** What is to be said about its event, and whether it has taken its maximum of the day on which it is due. */
async function explainTrigger(context: ExplanationContext, automation: Automation, definition: CheckedDefinition) {
  const { event, obstacle, at } = await explainEvent(context, automation, definition);
  const left = await leftOfDay({ em: context.view.em, now: at ?? context.view.now }, { automation, definition });
  return { event, obstacle, isDayFull: left === 0 };
}

async function buildExplanation(
  context: ExplanationContext,
  { automation, definition, audience, trigger, problems }: ExplainedAutomation,
): Promise<ExplanationDto> {
  const state = await stateOf(context, audience);
  const condition = await conditionOf(context, automation, definition);
  const excluded = await exclusionOf(context, audience);
  const rank = await rankOf(context.view, audience, context.id);
  const { event, obstacle, isDayFull } = trigger === 'event' ? await explainTrigger(context, automation, definition) : NOT_BY_EVENT;
  const found: Findings = {
    ...state,
    automation,
    audience,
    problems,
    condition,
    excluded,
    rank,
    event,
    obstacle: obstacle ?? (isDayFull ? dayFull(audience) : undefined),
    recordName: displayName(definition.record),
  };
  return {
    automationId: automation.id,
    recordId: context.id,
    module: definition.event.module,
    ...reasonFor(found),
    trigger,
    ...(condition && { condition }),
    ...(event && { event }),
    ...(excluded && { excluded }),
    ...(audience.excludeOptedOut && { optedOut: state.optedOut }),
    ...(rank !== undefined && trigger !== 'event' && { rank }),
    cap: audienceLimit(audience),
    leftOut: rank !== undefined && (rank > audienceLimit(audience) || isDayFull),
    deleted: state.deleted,
    outOfSight: state.outOfSight,
    paused: automation.statusID === AutomationStatus.Paused,
    problems: [...problems],
    lastRuns: await lastRuns(context, automation.id),
  };
}

/** How the record stands apart from the condition. */
async function stateOf(
  context: ExplanationContext,
  audience: AudienceQuery,
): Promise<Pick<Findings, 'deleted' | 'outOfSight' | 'optedOut'>> {
  const deleted = (record: QueryRecord) => (record.type.softDeleted ? record.column('deleted') : sql`0`);
  const [isDeleted, isOutOfSight, isOptedOut] = await selectCells(context, (record) => [
    deleted(record),
    not(and(visible(record, true))),
    not(and(notOptedOut(audience).map((each) => each(record)))),
  ]);
  return {
    deleted: Number(isDeleted) === 1 && !audience.includeDeleted,
    outOfSight: Number(isOutOfSight) === 1,
    optedOut: Number(isOptedOut) === 1,
  };
}

/** As it was sent. Without one, an event takes its record, and any other trigger takes none. */
async function conditionOf(
  context: ExplanationContext,
  { filtersJSON }: Automation,
  { condition }: CheckedDefinition,
): Promise<ExplainedPart | undefined> {
  const parsed: unknown = condition && JSON.parse(filtersJSON ?? '{}');
  return condition && isObject(parsed) ? explainCondition(context, condition, parsed) : undefined;
}
