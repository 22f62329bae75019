import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Settings } from '../config';
import { Transactions, type Unit } from '../database';
import { numberOf, rows } from '../database/rows';
import { COUNTED, Forbidden, InvalidRequest, type PageEnd, type PageQuery } from '../http';
import { sql } from '../query';
import { checkReferences, insertRecord, mustSee, notFound, patched, stampCreated } from '../records';
import { AutomationStatus, Trigger } from '../terms/numbers';
import { automationAnswers } from './answer';
import type { AutomationCreateDto, AutomationDto } from './automation.dto';
import { Automation } from './automation.entity';
import { automations } from './automation.records';
import { actionDetailsOf, checkDefinition, problemsOf } from './definition/check-definition';
import type { CheckedDefinition } from './definition/definition';
import { excludedDays } from './excluded-days';
import { cutPage, startOf } from './page';
import { referenceComplaints } from './references';
import { queueRun } from './running/queue';
import { Runner } from './running/runner.service';
import { nextRun } from './schedule/next-run';

/** The user who may save automations in another's name, until users have roles. */
const ADMINISTRATOR = 1;

@Injectable()
export class AutomationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly runner: Runner,
  ) {}

  /** In the order in which they were made. */
  list(caller: Caller, query: PageQuery): Promise<{ answers: AutomationDto[]; end: PageEnd }> {
    return this.transactions.read(caller, async (view) => {
      const start = startOf(query, 'automations');
      const found = await rows(view.em, sql`SELECT id FROM automation WHERE deleted = 0 AND id > ${start ?? 0} ORDER BY id LIMIT ${query.limit + 1}`);
      const { shown, cursor } = cutPage(found.map(([id]) => id as number), query.limit, 'automations', (id) => id);
      const total = start === undefined ? await numberOf(view.em, sql`SELECT COUNT(*) FROM (SELECT id FROM automation WHERE deleted = 0 LIMIT ${COUNTED + 1}) counted`) : undefined;
      return { answers: await automationAnswers(view, shown), end: { cursor, total } };
    });
  }

  find(caller: Caller, id: number): Promise<AutomationDto> {
    return this.transactions.read(caller, async (view) => {
      await mustSee(view, automations, id);
      const [answer] = await automationAnswers(view, [id]);
      return answer ?? notFound(automations, id);
    });
  }

  /** What stands in the way of activating an automation, and what is allowed and probably not meant. */
  problems(caller: Caller, id: number): Promise<Pick<CheckedDefinition, 'errors' | 'warnings'>> {
    return this.transactions.read(caller, async (view) => {
      const automation = (await view.em.findOneBy(Automation, { id })) ?? notFound(automations, id);
      const checked = problemsOf(automation, { now: view.now, timeZone: this.settings.timeZone, excludedDates: await excludedDays(view.em, automation.excludedDateGroupID) });
      return { errors: [...checked.errors, ...(await referenceComplaints(view.em, checked))], warnings: checked.warnings };
    });
  }

  /**
   * Saves a new automation, and queues a run of it when told so.
   * @throws InvalidRequest for an active one that cannot be run, with pointers into its JSON
   */
  create(caller: Caller, body: AutomationCreateDto, runNow: boolean): Promise<{ automation: AutomationDto; runID?: number }> {
    return this.transactions.write(caller, async (unit) => {
      const automation = await this.made(unit, body);
      const id = await insertRecord(unit.em, automations, automation);
      const runID = runNow ? await queueRun(unit, Object.assign(automation, { id }), 'manual') : undefined;
      if (runID !== undefined) unit.afterCommit(() => this.runner.wake());
      const [saved] = await automationAnswers(unit, [id]);
      return { automation: saved ?? notFound(automations, id), runID };
    });
  }

  private async made(unit: Unit, body: AutomationCreateDto): Promise<Automation> {
    const empty = new Automation();
    const automation = patched(automations, empty, body);
    automation.version = 1;
    automation.userId = userFor(unit.caller, automation.userId ?? null);
    await checkReferences(unit.em, automations, empty, automation);
    const excluded = await excludedDays(unit.em, automation.excludedDateGroupID ?? null);
    const checked = checkDefinition(automation, { now: unit.now, timeZone: this.settings.timeZone, excludedDates: excluded });
    const complaints = [...checked.errors, ...(automation.statusID === AutomationStatus.Active ? await referenceComplaints(unit.em, checked) : [])];
    if (complaints.length > 0) throw InvalidRequest.because(complaints);
    automation.actionDetails = actionDetailsOf(checked) || null;
    automation.nextRunDateUtc = nextRunOf(automation, checked, unit.now, excluded);
    stampCreated(unit, automations, automation);
    return automation;
  }
}

function userFor({ userID }: Caller, said: number | null): number {
  if (said === null || said === userID || userID === ADMINISTRATOR) return said ?? userID;
  throw new Forbidden('userId must be your own: only an administrator saves automations with the rights of another.');
}

/** When it runs next by itself; null when it does not. */
function nextRunOf(automation: Automation, { schedule, timeZone }: CheckedDefinition, now: Date, excluded: ReadonlySet<string>): Date | null {
  if (automation.triggerID !== Trigger.Schedule || automation.statusID !== AutomationStatus.Active) return null;
  if (schedule) return nextRun(schedule, now, excluded);
  const once = automation.nextRunDateUtc ?? null;
  return once && nextRun({ timeZone, recurrence: { kind: 'once', at: once.toISOString() }, windows: [], missedRun: 'runOnce' }, now, excluded);
}
