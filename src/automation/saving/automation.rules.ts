import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../core/callers';
import { Settings } from '../../core/config';
import { typesOf, type Transaction } from '../../core/database';
import { Forbidden, InvalidRequest } from '../../core/problems';
import type { Rules } from '../../core/records';
import { AutomationStatus } from '../../core/terms/numbers';
import { withNames } from '../with-names';
import type { Automation } from '../automation.entity';
import { loopWarnings } from '../loops/loop-warnings';
import type { ValidationError } from '../definition/parse-result';
import { actionDetailsOf, checkDefinition, checkAsActive } from '../definition/check-definition';
import type { CheckedDefinition, DefinitionContext } from '../definition/definition';
import { excludedDays } from '../excluded-days';
import { environmentErrors } from '../actions/environment-errors';
import { stampActivation, syncMatches } from './activation';
import { isRescheduled, nextRunOf } from './next-run-of';
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
      },
      completeResponses: (_, responses) => Promise.resolve(withNames(responses)),
    };
  }

  /** What prevents the automation from being active. */
  async activationErrors(em: EntityManager, automation: Automation, now: Date): Promise<readonly ValidationError[]> {
    const checked = checkAsActive(automation, await this.context(em, automation, now));
    return [...checked.errors, ...(await environmentErrors({ em, settings: this.settings }, checked))];
  }

  /** What is valid but probably unintended, alone or with other automations, and why the service paused it. */
  async warnings(em: EntityManager, automation: Automation, now: Date): Promise<readonly ValidationError[]> {
    const context = await this.context(em, automation, now);
    const paused = automation.pausedReason
      ? [{ pointer: '/statusID', detail: `is 2 (paused) because the service paused it: ${automation.pausedReason}` }]
      : [];
    return [...paused, ...checkAsActive(automation, context).warnings, ...(await loopWarnings(em, automation, context))];
  }

  /** When it runs next on its schedule, with its current excluded dates. */
  async nextRun({ em, now }: Transaction, automation: Automation): Promise<Date | null> {
    const context = await this.context(em, automation, now);
    return nextRunOf(automation, checkDefinition(automation, context), now, context.excludedDates);
  }

  private async prepare(transaction: Transaction, before: Automation, after: Automation): Promise<void> {
    after.userId = userFor(transaction.caller, after.userId ?? null);
    stampActivation(transaction, before, after);
    if (after.deleted) return void (after.nextRunDateUtc = null);
    const checked = await this.checked(transaction, after);
    const errors = [
      ...checked.errors,
      ...(after.statusID === AutomationStatus.Active
        ? await environmentErrors({ em: transaction.em, settings: this.settings }, checked)
        : []),
    ];
    if (errors.length > 0) throw InvalidRequest.because(errors);
    after.actionDetails = actionDetailsOf(checked) || null;
    if (isRescheduled(before, after)) after.nextRunDateUtc = await this.nextRun(transaction, after);
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
