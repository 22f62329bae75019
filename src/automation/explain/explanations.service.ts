import { Injectable } from '@nestjs/common';
import type { Caller } from '../../callers';
import { Settings } from '../../config';
import { Transactions } from '../../database';
import { findAnswer, mustSee, spoken } from '../../records';
import { and, not, seen, sql, type Subject } from '../../query';
import { isObject } from '../../query/json';
import { AutomationStatus, Trigger } from '../../terms/numbers';
import { mostOf, reachable, type AudienceOf } from '../audience';
import { Automation } from '../automation.entity';
import { automations } from '../automation.records';
import type { Complaint } from '../definition/complaint';
import { problemsOf } from '../definition/check-definition';
import type { CheckedDefinition } from '../definition/definition';
import { audienceOfRun } from '../running/audience-of-run';
import type { RunTrigger } from '../running/queue';
import { runsAs } from '../running/work';
import { AutomationRules } from '../saving/automation.rules';
import { cellsFor, type Asked } from './asked';
import { eventFor } from './event';
import type { ExplanationDto } from './explain.dto';
import { exclusionOf, lastRuns } from './past';
import { rankOf } from './rank';
import { reasonFor, type Found } from './reason';
import { explained, type ExplainedPart } from './tree';

const TRIGGERS: Readonly<Record<number, RunTrigger>> = {
  [Trigger.Event]: 'event',
  [Trigger.Schedule]: 'schedule',
  [Trigger.Manual]: 'manual',
};

/** Says why an automation takes a record or not, by the pieces of the question that its run asks. */
@Injectable()
export class Explanations {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly rules: AutomationRules,
  ) {}

  /** @throws NotFound for an automation or a record that is not there or that the caller does not see */
  of(caller: Caller, automationID: number, recordID: number): Promise<ExplanationDto> {
    return this.transactions.read(caller, async (view) => {
      await mustSee(view, automations, automationID);
      const automation = await view.em.findOneByOrFail(Automation, { id: automationID });
      const definition = problemsOf(automation, { now: view.now, timeZone: this.settings.timeZone });
      const answer = await findAnswer(view, definition.record, recordID);
      const trigger = TRIGGERS[automation.triggerID] ?? 'manual';
      const rule = audienceFor(automation, definition, { trigger, id: recordID });
      const asks = { ...view, caller: runsAs(automation) };
      const asked: Asked = {
        view: asks,
        record: definition.record,
        id: recordID,
        answer,
        circumstances: { scope: asks.caller.scope, now: view.now, timeZone: rule.timeZone },
      };
      const problems = automation.deleted ? [] : await this.rules.obstacles(view.em, automation, view.now);
      return explanation(asked, { automation, definition, rule, trigger, problems });
    });
  }
}

/** Of an event the record alone, as if it had just happened to it. */
function audienceFor(
  automation: Automation,
  definition: CheckedDefinition,
  { trigger, id }: { trigger: RunTrigger; id: number },
): AudienceOf {
  const rule = audienceOfRun(automation, definition, trigger);
  return trigger === 'event' ? { ...rule, among: [id], cap: null } : rule;
}

interface Rule {
  readonly automation: Automation;
  readonly definition: CheckedDefinition;
  readonly rule: AudienceOf;
  readonly trigger: RunTrigger;
  readonly problems: readonly Complaint[];
}

async function explanation(asked: Asked, { automation, definition, rule, trigger, problems }: Rule): Promise<ExplanationDto> {
  const state = await stateOf(asked, rule);
  const condition = await conditionOf(asked, automation, definition);
  const excluded = await exclusionOf(asked, rule);
  const rank = await rankOf(asked.view, rule, asked.id);
  const event = trigger === 'event' ? await eventFor(asked, automation, definition) : undefined;
  const found: Found = { ...state, automation, rule, problems, condition, excluded, rank, event, what: spoken(definition.record) };
  return {
    automationId: automation.id,
    recordId: asked.id,
    module: definition.event.module,
    ...reasonFor(found),
    trigger,
    ...(condition && { condition }),
    ...(event && { event }),
    ...(excluded && { excluded }),
    ...(rule.reachableOnly && { optedOut: state.optedOut }),
    ...(rank !== undefined && trigger !== 'event' && { rank }),
    cap: mostOf(rule),
    leftOut: rank !== undefined && rank > mostOf(rule),
    deleted: state.deleted,
    outOfSight: state.outOfSight,
    paused: automation.statusID === AutomationStatus.Paused,
    problems: [...problems],
    lastRuns: await lastRuns(asked, automation.id),
  };
}

/** How the record stands apart from the condition. */
async function stateOf(asked: Asked, rule: AudienceOf): Promise<Pick<Found, 'deleted' | 'outOfSight' | 'optedOut'>> {
  const deleted = (record: Subject) => (record.type.softDeleted ? record.column('deleted') : sql`0`);
  const [isDeleted, isOutOfSight, isOptedOut] = await cellsFor(asked, (record) => [
    deleted(record),
    not(and(seen(record, true))),
    not(and(reachable(rule).map((each) => each(record)))),
  ]);
  return {
    deleted: Number(isDeleted) === 1 && !rule.deletedToo,
    outOfSight: Number(isOutOfSight) === 1,
    optedOut: Number(isOptedOut) === 1,
  };
}

/** With its text as it was sent. Without one an event means its record, any other trigger nobody. */
async function conditionOf(
  asked: Asked,
  { filtersJSON }: Automation,
  { condition }: CheckedDefinition,
): Promise<ExplainedPart | undefined> {
  const said: unknown = condition && JSON.parse(filtersJSON ?? '{}');
  return condition && isObject(said) ? explained(asked, condition, said) : undefined;
}
