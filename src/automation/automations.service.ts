import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/callers';
import { Settings } from '../core/config';
import { Transactions } from '../core/database';
import { Page, pages } from '../core/http';
import { type QueryRecord } from '../core/query';
import { sql, type Sql } from '../core/sql';
import {
  create,
  findResponse,
  inRequestedOrder,
  listCriteria,
  listSearch,
  load,
  notFound,
  readPage,
  type RecordResponse,
} from '../core/records';
import type { AutomationCreateDto, AutomationListQuery } from './automation.dto';
import { Automation } from './automation.entity';
import { automations } from './automation.records';
import type { CheckedDefinition } from './definition/definition';
import { queueRun } from './running/queue-run';
import { RunWorker } from './running/run-worker.service';
import { AutomationRules } from './saving/automation.rules';

const FILTERS = ['statusID', 'triggerID', 'eventID'] as const;

/** Operations on automations beyond those that all records have. */
@Injectable()
export class AutomationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly rules: AutomationRules,
    private readonly runner: RunWorker,
    private readonly settings: Settings,
  ) {}

  /** Automations in order of creation, if no other is requested. */
  list(caller: Caller, query: AutomationListQuery): Promise<Page> {
    const { extraConditions, criteria, ...search } = listSearch(automations, listCriteria(query, this.settings.timeZone));
    const filtersFor = (record: QueryRecord): Sql[] =>
      FILTERS.flatMap((name) => (query[name] === undefined ? [] : [sql`${record.column(name)} = ${query[name]}`]));
    const filtered = {
      ...search,
      extraConditions: (record: QueryRecord) => [...(extraConditions?.(record) ?? []), ...filtersFor(record)],
      criteria: [criteria, ...FILTERS.map((name) => query[name])],
    };
    const ordered = inRequestedOrder(caller, automations, filtered, query);
    return pages(query, (page) =>
      this.transactions.read(caller, async (view) => Page.of(await readPage(view, automations, ordered, page))),
    );
  }

  /** Errors that prevent an automation from being activated, and warnings about what is valid but probably unintended. */
  problems(caller: Caller, id: number): Promise<Pick<CheckedDefinition, 'errors' | 'warnings'>> {
    return this.transactions.read(caller, async (view) => {
      const { em, now } = view;
      const automation = (await em.findOneBy(Automation, { id })) ?? notFound(automations, id);
      return { errors: await this.rules.activationErrors(view, automation), warnings: await this.rules.warnings(em, automation, now) };
    });
  }

  /**
   * Creates an automation and, with `runNow`, queues a run of it.
   * @throws InvalidRequest for an active automation that is invalid or incomplete, with pointers into its JSON
   */
  create(caller: Caller, body: AutomationCreateDto, runNow: boolean): Promise<{ automation: RecordResponse; runID?: number }> {
    return this.transactions.write(caller, async (transaction) => {
      const id = await create(transaction, automations, body);
      const runID = runNow ? await queueRun(transaction, await load(transaction.em, automations, id), 'manual') : undefined;
      if (runID !== undefined) transaction.afterCommit(() => this.runner.wake());
      return { automation: await findResponse(transaction, automations, id), runID };
    });
  }
}
