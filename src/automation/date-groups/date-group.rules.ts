import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { FieldChanges } from '../../changes';
import type { Unit } from '../../database';
import type { View } from '../../database/transactions';
import { Conflict } from '../../http';
import { load, refuseUnset, ruledBy, save, type Answer } from '../../records';
import { AutomationStatus, Trigger } from '../../terms/numbers';
import { Automation, DateGroupDay, type DateGroup } from '../automation.entity';
import { automations, dateGroups } from '../automation.records';
import { lookAgain } from '../running/set-aside';
import { AutomationRules } from '../saving/automation.rules';

/** What groups of excluded dates demand: their days, and the next runs of the automations that keep to them. */
@Injectable()
export class DateGroupRules {
  constructor(private readonly rules: AutomationRules) {
    ruledBy<DateGroup>(dateGroups, {
      async prepare({ em }, before, after) {
        refuseUnset(before, after, 'name');
        if (after.deleted && !before.deleted) await refuseInUse(em, after);
      },
      parts: (unit, after, body) => this.saveDays(unit, after, body),
      complete: withDates,
    });
  }

  private async saveDays(unit: Unit, { id }: DateGroup, { dates }: { dates?: readonly string[] | null }): Promise<FieldChanges> {
    if (dates === undefined) return {};
    const [before, after] = [await daysOf(unit.em, [id]), [...(dates ?? [])].sort()];
    const was = (before.get(id) ?? []).sort();
    if (was.join() === after.join()) return {};
    await unit.em.delete(DateGroupDay, { dateGroupID: id });
    await unit.em.insert(
      DateGroupDay,
      after.map((day) => ({ dateGroupID: id, day })),
    );
    await this.reschedule(unit, id);
    for (const automation of await unit.em.findBy(Automation, { excludedDateGroupID: id, triggerID: Trigger.Event }))
      await lookAgain(unit, automation.id);
    return { dates: [was, after] };
  }

  private async reschedule(unit: Unit, dateGroupID: number): Promise<void> {
    const using = await unit.em.find(Automation, {
      where: { excludedDateGroupID: dateGroupID, triggerID: Trigger.Schedule, statusID: AutomationStatus.Active, deleted: false },
      order: { id: 'ASC' },
    });
    for (const { id } of using) {
      const before = await load(unit.em, automations, id);
      // what is due is set off as it was planned
      if (before.nextRunDateUtc && before.nextRunDateUtc <= unit.now) continue;
      await save(
        unit,
        automations,
        before,
        Object.assign(new Automation(), before, { nextRunDateUtc: await this.rules.nextRun(unit, before) }),
      );
    }
  }
}

async function refuseInUse(em: EntityManager, { id, name }: DateGroup): Promise<void> {
  const using = await em.find(Automation, { where: { excludedDateGroupID: id, deleted: false }, order: { id: 'ASC' } });
  const named = using.map((automation) => `${automation.id} (${automation.name ?? 'without a name'})`).join(', ');
  if (using.length > 0)
    throw new Conflict(
      `The dates ${name ?? id} are excluded by ${using.length === 1 ? 'the automation' : 'the automations'} ${named}: take them out there first.`,
    );
}

async function daysOf(em: EntityManager, ids: readonly number[]): Promise<Map<number, string[]>> {
  const found = await em.find(DateGroupDay, { where: { dateGroupID: In([...ids]) }, order: { day: 'ASC' } });
  const days = new Map(ids.map((id) => [id, [] as string[]]));
  for (const { dateGroupID, day } of found) days.get(dateGroupID)?.push(day);
  return days;
}

async function withDates({ em }: View, answers: readonly Answer[]): Promise<Answer[]> {
  const days = await daysOf(
    em,
    answers.map(({ id }) => id as number),
  );
  return answers.map((answer) => ({ ...answer, dates: days.get(answer['id'] as number) ?? [] }));
}
