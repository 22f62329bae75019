import { THE_SERVICE, type Caller } from '../../callers';
import type { Unit } from '../../database';
import { AutomationStatus } from '../../terms/numbers';
import type { AudienceOf } from '../audience';
import { Automation, type AutomationRun } from '../automation.entity';
import { checkDefinition } from '../definition/check-definition';
import type { CheckedDefinition } from '../definition/definition';
import { audienceOfRun } from './audience-of-run';
import { endRun, type End } from './end-run';

/** What a run needs at every step. */
export interface Work {
  readonly run: AutomationRun;
  readonly automation: Automation;
  readonly definition: CheckedDefinition;
  readonly audience: AudienceOf;
  /** Whose rights and name the run has. */
  readonly caller: Caller;
}

/** The work of a run by its automation as it is now. A run that cannot go on is ended. */
export async function workOf(unit: Unit, run: AutomationRun, timeZone: string): Promise<Work | undefined> {
  const automation = await unit.em.findOneByOrFail(Automation, { id: run.automationID });
  const definition = checkDefinition(automation, { now: unit.now, timeZone });
  const obstacle = obstacleTo(automation, definition);
  if (obstacle) return void (await endRun(unit, run.id, obstacle));
  const { id: runID, automationID, depth } = run;
  const caller: Caller = { userID: automation.userId ?? THE_SERVICE.userID, name: automation.name ?? '', scope: THE_SERVICE.scope, cause: { automationID, runID, depth } };
  return { run, automation, definition, caller, audience: audienceOfRun(automation, definition, run.trigger) };
}

function obstacleTo(automation: Automation, { errors }: CheckedDefinition): End | undefined {
  if (automation.deleted) return { status: 'skipped', reason: 'deleted' };
  if (automation.statusID === AutomationStatus.Paused) return { status: 'skipped', reason: 'paused' };
  return errors[0] ? { status: 'failed', reason: `${errors[0].pointer} ${errors[0].detail}` } : undefined;
}
