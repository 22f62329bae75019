import { In, type EntityManager } from 'typeorm';
import type { FieldChanges } from '../../core/changes';
import type { Transaction } from '../../core/database';
import type { View } from '../../core/database/transactions';
import { Conflict } from '../../core/problems';
import { load, requireFields, save, type RecordResponse, type Rules } from '../../core/records';
import { AutomationStatus, Trigger } from '../../core/terms/numbers';
import { Automation, DateGroupDay, type DateGroup } from '../automation.entity';
import { automations, dateGroups } from '../automation.records';
import { resumeSuspended } from '../running/suspend-run';
import { AutomationRules } from '../saving/automation.rules';

/** The rules for saving date groups: stores their dates, and recalculates the next runs of the automations that use them. */
export class DateGroupRules {
  constructor(private readonly automationRules: AutomationRules) {}

  get rules(): Rules<DateGroup> {
    return {
      async prepare({ em }, before, after) {
        requireFields(dateGroups, before, after);
        if (after.deleted && !before.deleted) await refuseInUse(em, after);
      },
      saveParts: (transaction, after, body) => this.saveDays(transaction, after, body),
      completeResponses: withDates,
      addedToResponses: ['dates'],
    };
  }

  private async saveDays(
    transaction: Transaction,
    { id }: DateGroup,
    { dates }: { dates?: readonly string[] | null },
  ): Promise<FieldChanges> {
    if (dates === undefined) return {};
    const [before, after] = [await daysOf(transaction.em, [id]), [...(dates ?? [])].sort()];
    const previous = (before.get(id) ?? []).sort();
    if (previous.join() === after.join()) return {};
    await transaction.em.delete(DateGroupDay, { dateGroupID: id });
    await transaction.em.insert(
      DateGroupDay,
      after.map((day) => ({ dateGroupID: id, day })),
    );
    await this.reschedule(transaction, id);
    for (const automation of await transaction.em.find(Automation, { where: { excludedDateGroupID: id }, order: { id: 'ASC' } })) {
      await this.automationRules.limitSending(transaction, automation);
      if (automation.triggerID === Trigger.Event) await resumeSuspended(transaction, automation.id);
    }
    return { dates: [previous, after] };
  }

  private async reschedule(transaction: Transaction, dateGroupID: number): Promise<void> {
    const using = await transaction.em.find(Automation, {
      where: { excludedDateGroupID: dateGroupID, triggerID: Trigger.Schedule, statusID: AutomationStatus.Active, deleted: false },
      order: { id: 'ASC' },
    });
    for (const { id } of using) {
      const before = await load(transaction.em, automations, id);
      await save(
        transaction,
        automations,
        before,
        Object.assign(new Automation(), before, {
          nextRunDateUtc: await this.automationRules.nextRunAfterOtherDates(transaction, before),
        }),
      );
    }
  }
}

async function refuseInUse(em: EntityManager, { id, name }: DateGroup): Promise<void> {
  const using = await em.find(Automation, { where: { excludedDateGroupID: id, deleted: false }, order: { id: 'ASC' } });
  const names = using.map((automation) => `${automation.id} (${automation.name ?? 'without a name'})`).join(', ');
  if (using.length > 0)
    throw new Conflict(
      `Date group ${name ?? id} is used by ${using.length === 1 ? 'automation' : 'automations'} ${names}: remove it there first.`,
    );
}

async function daysOf(em: EntityManager, ids: readonly number[]): Promise<Map<number, string[]>> {
  const found = await em.find(DateGroupDay, { where: { dateGroupID: In([...ids]) }, order: { day: 'ASC' } });
  const days = new Map(ids.map((id) => [id, [] as string[]]));
  for (const { dateGroupID, day } of found) days.get(dateGroupID)?.push(day);
  return days;
}

async function withDates({ em }: View, responses: readonly RecordResponse[]): Promise<RecordResponse[]> {
  const days = await daysOf(
    em,
    responses.map(({ id }) => id as number),
  );
  return responses.map((response) => ({ ...response, dates: days.get(response['id'] as number) ?? [] }));
}
