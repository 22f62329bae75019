import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../callers';
import { Settings } from '../../config';
import type { Unit } from '../../database';
import { Forbidden, InvalidRequest } from '../../http';
import { ruledBy } from '../../records';
import { AutomationStatus } from '../../terms/numbers';
import { withNames } from '../answer';
import type { Automation } from '../automation.entity';
import { automations } from '../automation.records';
import { circleWarnings } from '../circles/circle-warnings';
import type { Complaint } from '../definition/complaint';
import { actionDetailsOf, checkDefinition, problemsOf } from '../definition/check-definition';
import type { CheckedDefinition, Circumstances } from '../definition/definition';
import { excludedDays } from '../excluded-days';
import { referenceComplaints, webhookComplaints } from '../references';
import { noteActivation, noteMatching } from './activation';
import { isRescheduled, nextRunOf } from './next-run-of';
import { settleRuns } from './settle-runs';

/** The user who may save automations in another's name, until users have roles. */
const ADMINISTRATOR = 1;

/** What automations demand. They are read in the time zone of the firm, so the rules are said once it is known. */
@Injectable()
export class AutomationRules {
  constructor(private readonly settings: Settings) {
    ruledBy<Automation>(automations, {
      prepare: (unit, before, after) => this.prepare(unit, before, after),
      follow: async (unit, before, after) => {
        await settleRuns(unit, before, after);
        await noteMatching(unit, before, after, () => this.checked(unit, after));
      },
      complete: (_, answers) => Promise.resolve(withNames(answers)),
    });
  }

  /** What stands in the way of its being active. */
  async obstacles(em: EntityManager, automation: Automation, now: Date): Promise<readonly Complaint[]> {
    const checked = problemsOf(automation, await this.circumstances(em, automation, now));
    return [...checked.errors, ...(await this.complaintsHere(em, checked))];
  }

  /** What is allowed and probably not meant: in itself, and together with others; and why the service has paused it. */
  async warnings(em: EntityManager, automation: Automation, now: Date): Promise<readonly Complaint[]> {
    const circumstances = await this.circumstances(em, automation, now);
    const paused = automation.pausedReason
      ? [{ pointer: '/statusID', detail: `is 2 (paused) because the service has paused it: ${automation.pausedReason}` }]
      : [];
    return [...paused, ...problemsOf(automation, circumstances).warnings, ...(await circleWarnings(em, automation, circumstances))];
  }

  /** When it runs next by itself, as its excluded dates now are. */
  async nextRun({ em, now }: Unit, automation: Automation): Promise<Date | null> {
    const circumstances = await this.circumstances(em, automation, now);
    return nextRunOf(automation, checkDefinition(automation, circumstances), now, circumstances.excludedDates);
  }

  private async prepare(unit: Unit, before: Automation, after: Automation): Promise<void> {
    after.userId = userFor(unit.caller, after.userId ?? null);
    noteActivation(unit, before, after);
    if (after.deleted) return void (after.nextRunDateUtc = null);
    const checked = await this.checked(unit, after);
    const complaints = [
      ...checked.errors,
      ...(after.statusID === AutomationStatus.Active ? await this.complaintsHere(unit.em, checked) : []),
    ];
    if (complaints.length > 0) throw InvalidRequest.because(complaints);
    after.actionDetails = actionDetailsOf(checked) || null;
    if (isRescheduled(before, after)) after.nextRunDateUtc = await this.nextRun(unit, after);
  }

  /** What the records and the settings of this service do not allow. */
  private async complaintsHere(em: EntityManager, checked: CheckedDefinition): Promise<readonly Complaint[]> {
    return [...(await referenceComplaints(em, checked)), ...webhookComplaints(checked, this.settings.webhookAllowPrivate)];
  }

  private async checked({ em, now }: Unit, automation: Automation): Promise<CheckedDefinition> {
    return checkDefinition(automation, await this.circumstances(em, automation, now));
  }

  private async circumstances(em: EntityManager, { excludedDateGroupID }: Automation, now: Date): Promise<Required<Circumstances>> {
    return { now, timeZone: this.settings.timeZone, excludedDates: await excludedDays(em, excludedDateGroupID ?? null) };
  }
}

/** Whoever changes an automation says what its user does: nobody but an administrator says that of another. */
function userFor({ userID }: Caller, said: number | null): number {
  if (said === null || said === userID || userID === ADMINISTRATOR) return said ?? userID;
  throw new Forbidden('userId must be your own: only an administrator saves automations with the rights of another.');
}
