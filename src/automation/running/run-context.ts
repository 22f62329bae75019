import { chainOf } from '../../core/changes';
import type { Caller } from '../../core/callers';
import type { Settings } from '../../core/config';
import type { Transaction } from '../../core/database';
import { AutomationStatus } from '../../core/terms/numbers';
import type { AudienceQuery } from '../audience';
import { Automation, type AutomationRun } from '../automation.entity';
import { checkDefinition } from '../definition/check-definition';
import { timeZoneOf, type CheckedDefinition } from '../definition/definition';
import { excludedDays } from '../excluded-days';
import { dateText, wallTimeOf } from '../../core/time/local-time';
import { OpeningHours } from '../../core/time/opening-hours';
import type { ActionContext } from '../actions/performing/action-context';
import { pauseAutomation } from '../events/pause-automation';
import { ownerOf } from '../owner';
import { chosenOf } from './chosen-records';
import { runAudience } from './run-audience';
import { endRun, type RunEnd } from './end-run';
import { suspendRun } from './suspend-run';

/** A run with everything needed to process its records. */
export interface RunContext extends ActionContext {
  readonly run: AutomationRun;
  readonly automation: Automation;
  readonly audience: AudienceQuery;
  /** Whose rights and name the run has. */
  readonly caller: Caller;
}

/** The settings that runs follow. */
export type RunSettings = Pick<Settings, 'timeZone' | 'messagesPerPersonPerDay'>;

/** The work of a run by its automation as it is now. A run that cannot go on is ended, one that must not today waits. */
export async function prepareRun(
  transaction: Transaction,
  run: AutomationRun,
  settings: RunSettings,
  links: ActionContext['links'],
): Promise<RunContext | undefined> {
  const automation = await transaction.em.findOneByOrFail(Automation, { id: run.automationID });
  const definition = checkDefinition(automation, { types: transaction.types, now: transaction.now, timeZone: settings.timeZone });
  const obstacle = obstacleTo(automation, definition);
  if (obstacle) return void (await endRun(transaction, run.id, obstacle));
  const owner = await ownerOf(transaction.em, automation);
  if (owner.obstacle !== undefined) {
    await endRun(transaction, run.id, { status: 'skipped', reason: owner.obstacle });
    return void (await pauseAutomation(transaction, automation, owner.obstacle));
  }
  const allowedAt = await earliestStart(transaction, run, automation, timeZoneOf(definition));
  if (allowedAt > transaction.now)
    return void (await suspendRun(
      transaction,
      run.id,
      allowedAt,
      `waits until ${dateText(wallTimeOf(allowedAt.getTime(), timeZoneOf(definition)))}: today is an excluded date`,
    ));
  return runContext({ run, automation, definition, caller: owner.caller, links }, settings);
}

/** The work of a run by a definition that can be run. */
export function runContext(
  { run, automation, definition, caller: owner, links }: Pick<RunContext, 'run' | 'automation' | 'definition' | 'caller' | 'links'>,
  { messagesPerPersonPerDay, timeZone }: RunSettings,
): RunContext {
  const { id: runID, automationID, chain } = run;
  const caller: Caller = { ...owner, cause: { automationID, runID, chain: [...chainOf(chain), runID] } };
  return {
    run,
    automation,
    definition,
    caller,
    audience: runAudience(automation, definition, run.trigger, chosenOf(run.chosen)),
    messagesPerDay: messagesPerPersonPerDay,
    firmTimeZone: timeZone,
    links,
  };
}

/** Events of an excluded date are processed after it. Schedules skip excluded dates; a manual run is intended, so it starts at once. */
async function earliestStart(
  { em, now }: Transaction,
  { trigger }: AutomationRun,
  { excludedDateGroupID }: Automation,
  zone: string,
): Promise<Date> {
  if (trigger !== 'event' || excludedDateGroupID === null) return now;
  return new Date(new OpeningHours([], zone, await excludedDays(em, excludedDateGroupID)).next(now.getTime()));
}

function obstacleTo(automation: Automation, { errors }: CheckedDefinition): RunEnd | undefined {
  if (automation.deleted) return { status: 'skipped', reason: 'deleted' };
  if (automation.statusID === AutomationStatus.Paused) return { status: 'skipped', reason: 'paused' };
  return errors[0] ? { status: 'failed', reason: `${errors[0].pointer} ${errors[0].detail}` } : undefined;
}
