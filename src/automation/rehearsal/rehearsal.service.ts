import { Injectable } from '@nestjs/common';
import { THE_SERVICE, type Caller } from '../../callers';
import { Settings } from '../../config';
import { Transactions, type Unit, type View } from '../../database';
import { mustSee } from '../../records';
import { audienceOf, type Audience } from '../audience';
import { Automation, AutomationRun, AutomationRunRecord } from '../automation.entity';
import { automations } from '../automation.records';
import type { Complaint } from '../definition/complaint';
import { problemsOf } from '../definition/check-definition';
import type { CheckedDefinition } from '../definition/definition';
import { recordAnswer } from '../run-history.service';
import { audienceOfRun } from '../running/audience-of-run';
import { chunk } from '../running/chunk';
import { insertPlanned } from '../running/plan';
import { runsAs, workFor } from '../running/work';
import type { RunRecordDto } from '../runs.dto';
import { AutomationRules } from '../saving/automation.rules';
import { changesMade, lastChange } from './changes-made';
import type { RehearsalDto } from './rehearsal.dto';
import { toldAsIfDone } from './told';

/** At most so many records are shown. */
const SHOWN = 1000;
/** So many are acted on before all is taken back: no request waits long, and what one record's actions mean for the next is mostly seen. */
const TOGETHER = 100;

interface Plan {
  readonly automation: Automation;
  readonly definition: CheckedDefinition;
  readonly problems: readonly Complaint[];
  readonly audience: Audience;
}

const NOBODY: Audience = { matched: 0, excluded: 0, leftOut: 0, taken: [] };

/** Shows all that a run would do: it plans and acts as a run does, and takes everything back. */
@Injectable()
export class Rehearsal {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly rules: AutomationRules,
  ) {}

  /** Of a paused automation: what it would do if it were active. @throws NotFound */
  async of(caller: Caller, automationID: number): Promise<RehearsalDto> {
    const plan = await this.transactions.read(caller, (view) => this.plan(view, automationID));
    const records: RunRecordDto[] = [];
    const shown = plan.audience.taken.slice(0, SHOWN);
    for (let from = 0; from < shown.length; from += TOGETHER) {
      const ids = shown.slice(from, from + TOGETHER);
      records.push(...(await this.transactions.rehearse(THE_SERVICE, (unit) => this.acted(unit, plan, ids))));
    }
    return answerOf(plan, records);
  }

  private async plan(view: View, automationID: number): Promise<Plan> {
    await mustSee(view, automations, automationID);
    const automation = await view.em.findOneByOrFail(Automation, { id: automationID });
    const definition = problemsOf(automation, { now: view.now, timeZone: this.settings.timeZone });
    const obstacles = await this.rules.obstacles(view.em, automation, view.now);
    const problems = automation.deleted ? [{ pointer: '/deleted', detail: 'is true: a deleted automation does not run' }] : obstacles;
    const audience =
      problems.length > 0
        ? NOBODY
        : await audienceOf({ ...view, caller: runsAs(automation) }, audienceOfRun(automation, definition, 'manual'));
    return { automation, definition, problems, audience };
  }

  /** Acts on some of the records as a run of these alone. */
  private async acted(unit: Unit, { automation, definition }: Plan, ids: readonly number[]): Promise<RunRecordDto[]> {
    const before = await lastChange(unit);
    const run = await begun(unit, automation);
    await insertPlanned(
      unit.em,
      ids.map((recordID, index) => ({ runID: run.id, recordID, automationID: automation.id, position: index + 1, outcome: 'planned' })),
    );
    const work = workFor(run, automation, triedOnce(definition), this.settings);
    while (await chunk({ ...unit, caller: work.caller }, work));
    const records = await unit.em.find(AutomationRunRecord, { where: { runID: run.id }, order: { position: 'ASC' } });
    const changes = await changesMade(unit, run.id, before);
    const told: RunRecordDto[] = [];
    for (const record of records) told.push(await toldAsIfDone(unit, definition, changes, recordAnswer(record, definition.event.module)));
    return told;
  }
}

/** What fails now is shown as failed, not as waiting for a second attempt. */
const triedOnce = (definition: CheckedDefinition): CheckedDefinition => ({
  ...definition,
  actions: definition.actions.map((action) => ({ ...action, retry: undefined })),
});

async function begun({ em, now, caller }: Unit, { id, version }: Automation): Promise<AutomationRun> {
  const run = em.create(AutomationRun, {
    automationID: id,
    automationVersion: version,
    trigger: 'manual',
    status: 'running',
    requestedByID: caller.userID,
    queuedAt: now,
    startedAt: now,
    depth: 1,
  });
  const { identifiers } = await em.insert(AutomationRun, run);
  return Object.assign(run, { id: Number(identifiers[0]?.['id']) });
}

function answerOf({ automation, problems, audience: { taken, ...counts } }: Plan, records: RunRecordDto[]): RehearsalDto {
  const amount = (outcome: string): number => records.filter((record) => record.outcome === outcome).length;
  return {
    dryRun: true,
    automationId: automation.id,
    automationVersion: automation.version,
    ...counts,
    taken: taken.length,
    processed: amount('processed'),
    skipped: amount('skipped'),
    failed: amount('failed'),
    problems: [...problems],
    records,
    more: taken.length - records.length,
  };
}
