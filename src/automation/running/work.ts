import { THE_SERVICE, type Caller } from '../../callers';
import type { Settings } from '../../config';
import type { Unit } from '../../database';
import { AutomationStatus } from '../../terms/numbers';
import type { AudienceOf } from '../audience';
import { Automation, type AutomationRun } from '../automation.entity';
import { checkDefinition } from '../definition/check-definition';
import { zoneOf, type CheckedDefinition } from '../definition/definition';
import { excludedDays } from '../excluded-days';
import { dateText, wallTimeOf } from '../schedule/local-time';
import { OpeningHours } from '../schedule/opening-hours';
import type { Acting } from './acting';
import { audienceOfRun } from './audience-of-run';
import { endRun, type End } from './end-run';
import { setAside } from './set-aside';

/** What a run needs at every step. */
export interface Work extends Acting {
  readonly run: AutomationRun;
  readonly automation: Automation;
  readonly audience: AudienceOf;
  /** Whose rights and name the run has. */
  readonly caller: Caller;
}

/** The settings that runs follow. */
export type RunSettings = Pick<Settings, 'timeZone' | 'messagesPerPersonPerDay'>;

/** The work of a run by its automation as it is now. A run that cannot go on is ended, one that must not today waits. */
export async function workOf(unit: Unit, run: AutomationRun, settings: RunSettings): Promise<Work | undefined> {
  const automation = await unit.em.findOneByOrFail(Automation, { id: run.automationID });
  const definition = checkDefinition(automation, { now: unit.now, timeZone: settings.timeZone });
  const obstacle = obstacleTo(automation, definition);
  if (obstacle) return void (await endRun(unit, run.id, obstacle));
  const allowedAt = await allowedFrom(unit, run, automation, zoneOf(definition));
  if (allowedAt > unit.now)
    return void (await setAside(
      unit,
      run.id,
      allowedAt,
      `waits until ${dateText(wallTimeOf(allowedAt.getTime(), zoneOf(definition)))}: today is an excluded date`,
    ));
  return workFor(run, automation, definition, settings);
}

/** The work of a run by a definition that can be run. */
export function workFor(
  run: AutomationRun,
  automation: Automation,
  definition: CheckedDefinition,
  { messagesPerPersonPerDay }: RunSettings,
): Work {
  const { id: runID, automationID, depth } = run;
  const caller: Caller = { ...runsAs(automation), cause: { automationID, runID, depth } };
  return {
    run,
    automation,
    definition,
    caller,
    audience: audienceOfRun(automation, definition, run.trigger),
    messagesPerDay: messagesPerPersonPerDay,
  };
}

/** In whose name its runs act, and what they see. */
export const runsAs = ({ userId, name }: Automation): Caller => ({
  userID: userId ?? THE_SERVICE.userID,
  name: name ?? '',
  scope: THE_SERVICE.scope,
});

/** What happens on an excluded date is acted on when that is over. By the clock nothing is set off on one, by hand somebody wants it. */
async function allowedFrom(
  { em, now }: Unit,
  { trigger }: AutomationRun,
  { excludedDateGroupID }: Automation,
  zone: string,
): Promise<Date> {
  if (trigger !== 'event' || excludedDateGroupID === null) return now;
  const opening = new OpeningHours([], zone, await excludedDays(em, excludedDateGroupID)).next(now.getTime());
  return new Date(opening ?? now);
}

function obstacleTo(automation: Automation, { errors }: CheckedDefinition): End | undefined {
  if (automation.deleted) return { status: 'skipped', reason: 'deleted' };
  if (automation.statusID === AutomationStatus.Paused) return { status: 'skipped', reason: 'paused' };
  return errors[0] ? { status: 'failed', reason: `${errors[0].pointer} ${errors[0].detail}` } : undefined;
}
