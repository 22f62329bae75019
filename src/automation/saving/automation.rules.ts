import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../core/callers';
import { Settings } from '../../core/config';
import { typesOf, type Transaction, type View } from '../../core/database';
import { Forbidden, InvalidRequest } from '../../core/problems';
import type { Rules } from '../../core/records';
import { AutomationStatus } from '../../core/terms/numbers';
import { setSendingLimits } from '../../deliveries';
import { sendingLimits } from '../schedule/parse-sending';
import { recordVersion } from '../versions/record-version';
import { withNames } from '../with-names';
import type { Automation } from '../automation.entity';
import { loopWarnings } from '../loops/loop-warnings';
import type { ValidationError } from '../definition/parse-result';
import { actionDetailsOf, checkDefinition, checkAsActive } from '../definition/check-definition';
import type { CheckedDefinition, DefinitionContext } from '../definition/definition';
import { excludedDays } from '../excluded-days';
import { environmentErrors } from '../actions/environment-errors';
import { stampActivation, syncMatches } from './activation';
import { affectsNextRun, nextRunAfterOtherDates, nextRunOf } from './next-run-of';
import { ownerOf, requireOwnersDivisions } from '../owner';
import { updateOpenRuns } from './update-open-runs';

/** The rules for saving automations. A provider, since they depend on the time zone in the settings. */
@Injectable()
export class AutomationRules {
  constructor(private readonly settings: Settings) {}

  get rules(): Rules<Automation> {
    return {
      prepare: (transaction, before, after) => this.prepare(transaction, before, after),
      afterSave: async (transaction, before, after) => {
        await updateOpenRuns(transaction, before, after);
        await syncMatches(transaction, before, after, () => this.checked(transaction, after));
        await this.limitSending(transaction, after);
        await recordVersion(transaction, before, after);
      },
      completeResponses: (_, responses) => Promise.resolve(withNames(responses)),
    };
  }

  /** What prevents the automation from being active. */
  async activationErrors(view: View, automation: Automation): Promise<readonly ValidationError[]> {
    const checked = checkAsActive(automation, await this.context(view.em, automation, view.now));
    return [...checked.errors, ...(await this.obstacles(view, automation, checked))];
  }

  /** What is valid but probably unintended, alone or with other automations, and why the service paused it. */
  async warnings(em: EntityManager, automation: Automation, now: Date): Promise<readonly ValidationError[]> {
    const context = await this.context(em, automation, now);
    const paused = automation.pausedReason
      ? [{ pointer: '/statusID', detail: `is 2 (paused) because the service paused it: ${automation.pausedReason}` }]
      : [];
    return [...paused, ...checkAsActive(automation, context).warnings, ...(await loopWarnings(em, automation, context))];
  }

  /** When it runs next on its schedule, now that its excluded dates have changed. */
  nextRunAfterOtherDates(transaction: Transaction, automation: Automation): Promise<Date | null> {
    return this.nextRun(transaction, automation, nextRunAfterOtherDates);
  }

  private async nextRun({ em, now }: Transaction, automation: Automation, find: typeof nextRunOf): Promise<Date | null> {
    const context = await this.context(em, automation, now);
    return find(automation, checkDefinition(automation, context), now, context.excludedDates);
  }

  private async prepare(transaction: Transaction, before: Automation, after: Automation): Promise<void> {
    after.userId = userFor(transaction.caller, after.userId ?? null);
    await requireOwnersDivisions(transaction, after);
    stampActivation(transaction, before, after);
    if (after.deleted) return void (after.nextRunDateUtc = null);
    const checked = await this.checked(transaction, after);
    const errors = [
      ...checked.errors,
      ...(after.statusID === AutomationStatus.Active ? await this.obstacles(transaction, after, checked) : []),
    ];
    if (errors.length > 0) throw InvalidRequest.because(errors);
    after.actionDetails = actionDetailsOf(checked) || null;
    const effect = affectsNextRun(before, after);
    if (effect !== 'no')
      after.nextRunDateUtc = await this.nextRun(transaction, after, effect === 'dates' ? nextRunAfterOtherDates : nextRunOf);
  }

  /** Sets what its messages keep to: those of a draft that cannot be read, to what they kept to before. */
  async limitSending(transaction: Transaction, automation: Automation): Promise<void> {
    const context = await this.context(transaction.em, automation, transaction.now);
    const { sending, errors } = checkAsActive(automation, context);
    if (errors.some(({ pointer }) => pointer.startsWith('/scheduleMetaDataJSON'))) return;
    await setSendingLimits(transaction, automation.id, sending ? sendingLimits(sending, context.excludedDates) : {});
  }

  /** What in its surroundings prevents it from being active. */
  private async obstacles(view: View, automation: Automation, checked: CheckedDefinition): Promise<ValidationError[]> {
    const { obstacle } = await ownerOf(view.em, automation);
    return [
      ...(obstacle === undefined ? [] : [{ pointer: '/userId', detail: `does not fit: ${obstacle}` }]),
      ...(await environmentErrors({ ...view, settings: this.settings }, checked)),
    ];
  }

  private async checked({ em, now }: Transaction, automation: Automation): Promise<CheckedDefinition> {
    return checkDefinition(automation, await this.context(em, automation, now));
  }

  private async context(em: EntityManager, { excludedDateGroupID }: Automation, now: Date): Promise<Required<DefinitionContext>> {
    return {
      types: typesOf(em),
      now,
      timeZone: this.settings.timeZone,
      excludedDates: await excludedDays(em, excludedDateGroupID ?? null),
    };
  }
}

/** An automation runs with the permissions of its user, so only an administrator may save one for another user. */
function userFor({ userID, scopes }: Caller, requested: number | null): number {
  if (requested === null || requested === userID || scopes?.has('administration')) return requested ?? userID;
  throw new Forbidden(
    'userId must be your own: only an administrator can save an automation that runs with the permissions of another user.',
  );
}
