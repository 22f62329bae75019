import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Transactions } from '../database';
import { Page } from '../http';
import { sql, type Sql, type Subject } from '../query';
import { create, findAnswer, listed, load, notFound, pageOf, type Answer } from '../records';
import type { AutomationCreateDto, AutomationListQuery } from './automation.dto';
import { Automation } from './automation.entity';
import { automations } from './automation.records';
import type { CheckedDefinition } from './definition/definition';
import { queueRun } from './running/queue';
import { Runner } from './running/runner.service';
import { AutomationRules } from './saving/automation.rules';

const CHOSEN = ['statusID', 'triggerID', 'eventID'] as const;

/** What automations have beyond the common verbs of records. */
@Injectable()
export class AutomationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly rules: AutomationRules,
    private readonly runner: Runner,
  ) {}

  /** In the order in which they were made. */
  list(caller: Caller, query: AutomationListQuery): Promise<Page<Answer>> {
    const { also, criteria, ...sought } = listed(automations, query);
    const chosen = (record: Subject): Sql[] =>
      CHOSEN.flatMap((name) => (query[name] === undefined ? [] : [sql`${record.column(name)} = ${query[name]}`]));
    const all = {
      ...sought,
      also: (record: Subject) => [...(also?.(record) ?? []), ...chosen(record)],
      criteria: [criteria, ...CHOSEN.map((name) => query[name])],
    };
    return this.transactions.read(caller, async (view) => Page.of(await pageOf(view, automations, all, query)));
  }

  /** What stands in the way of activating an automation, and what is allowed and probably not meant. */
  problems(caller: Caller, id: number): Promise<Pick<CheckedDefinition, 'errors' | 'warnings'>> {
    return this.transactions.read(caller, async ({ em, now }) => {
      const automation = (await em.findOneBy(Automation, { id })) ?? notFound(automations, id);
      return { errors: await this.rules.obstacles(em, automation, now), warnings: await this.rules.warnings(em, automation, now) };
    });
  }

  /**
   * Saves a new automation, and queues a run of it when told so.
   * @throws InvalidRequest for an active one that cannot be run, with pointers into its JSON
   */
  create(caller: Caller, body: AutomationCreateDto, runNow: boolean): Promise<{ automation: Answer; runID?: number }> {
    return this.transactions.write(caller, async (unit) => {
      const id = await create(unit, automations, body);
      const runID = runNow ? await queueRun(unit, await load(unit.em, automations, id), 'manual') : undefined;
      if (runID !== undefined) unit.afterCommit(() => this.runner.wake());
      return { automation: await findAnswer(unit, automations, id), runID };
    });
  }
}
