import { Injectable } from '@nestjs/common';
import { SYSTEM_CALLER, type Caller } from '../../core/callers';
import { lastChangeID } from '../../core/changes';
import { Settings } from '../../core/config';
import { Transactions, type Transaction, type View } from '../../core/database';
import { checkVisible } from '../../core/records';
import { findAudience, type Audience } from '../audience';
import { UnsubscribeLinks } from '../../deliveries';
import { Automation, AutomationRun, AutomationRunRecord } from '../automation.entity';
import { automations } from '../automation.records';
import type { ValidationError } from '../definition/parse-result';
import { checkAsActive } from '../definition/check-definition';
import type { CheckedDefinition } from '../definition/definition';
import { runRecordResponse } from '../run-history.service';
import { chosenText, notTaken, type ChosenRecords } from '../running/chosen-records';
import { isLarge } from '../running/approval';
import { runAudience } from '../running/run-audience';
import { processChunk } from '../running/process-chunk';
import { insertPlanned } from '../running/plan-run';
import { ownerOf, requireOwnersDivisions } from '../owner';
import { runContext } from '../running/run-context';
import type { RunRecordDto } from '../runs.dto';
import { AutomationRules } from '../saving/automation.rules';
import { changesOfRun } from './run-changes';
import type { RehearsalDto } from './rehearsal.dto';
import { describeResults } from './describe-results';
import { WrittenTexts } from './written-texts';

/** Maximum number of records shown. */
const MAX_SHOWN = 1000;
/** So many are acted on before all is taken back: no request waits long, and what one record's actions mean for the next is mostly seen. */
const BATCH = 100;

interface DryRunPlan {
  readonly automation: Automation;
  readonly definition: CheckedDefinition;
  /** As whom it acts. */
  readonly owner: Caller;
  readonly problems: readonly ValidationError[];
  readonly audience: Audience;
  readonly chosen: ChosenRecords | undefined;
  /** Why chosen records are not taken. */
  readonly notTaken: ReadonlyMap<number, string>;
}

const NOBODY: Audience = { matched: 0, excluded: 0, leftOut: 0, taken: [] };

/** Dry run: plans and acts as a real run does, then rolls everything back. */
@Injectable()
export class DryRunService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly rules: AutomationRules,
    private readonly links: UnsubscribeLinks,
  ) {}

  /** Of a paused automation: what it would do if it were active. @throws NotFound, Forbidden if it would show more than the caller sees */
  async dryRun(caller: Caller, automationID: number, chosen?: ChosenRecords): Promise<RehearsalDto> {
    const plan = await this.transactions.read(caller, (view) => this.plan(view, automationID, chosen));
    const records: RunRecordDto[] = [];
    const shown = plan.audience.taken.slice(0, MAX_SHOWN);
    for (let from = 0; from < shown.length; from += BATCH) {
      const ids = shown.slice(from, from + BATCH);
      records.push(...(await this.transactions.rehearse(SYSTEM_CALLER, (transaction) => this.simulate(transaction, plan, ids))));
    }
    return responseOf(plan, records, isLarge(plan.audience.taken.length, this.settings.approveAbove));
  }

  private async plan(view: View, automationID: number, chosen: ChosenRecords | undefined): Promise<DryRunPlan> {
    await checkVisible(view, automations, automationID);
    const automation = await view.em.findOneByOrFail(Automation, { id: automationID });
    await requireOwnersDivisions(view, automation);
    const definition = checkAsActive(automation, { types: view.types, now: view.now, timeZone: this.settings.timeZone });
    const obstacles = await this.rules.activationErrors(view, automation);
    const problems = automation.deleted ? [{ pointer: '/deleted', detail: 'is true: a deleted automation does not run' }] : obstacles;
    const { caller: owner } = await ownerOf(view.em, automation);
    const plan = { automation, definition, owner, problems, chosen };
    if (problems.length > 0) return { ...plan, audience: NOBODY, notTaken: new Map() };
    const [ownersView, query] = [{ ...view, caller: owner }, runAudience(automation, definition, 'manual', chosen)];
    const audience = await findAudience(ownersView, query);
    return { ...plan, audience, notTaken: chosen ? await notTaken(ownersView, query, chosen, audience.taken) : new Map() };
  }

  /** Acts on some of the records as a run of these alone. */
  private async simulate(
    transaction: Transaction,
    { automation, definition, owner, chosen }: DryRunPlan,
    ids: readonly number[],
  ): Promise<RunRecordDto[]> {
    const before = await lastChangeID(transaction);
    const run = await startRun(transaction, automation, chosen);
    await insertPlanned(
      transaction.em,
      ids.map((recordID, index) => ({ runID: run.id, recordID, automationID: automation.id, position: index + 1, outcome: 'planned' })),
    );
    const written = new WrittenTexts();
    const context = runContext(
      { run, automation, definition: withoutRetries(definition), caller: owner, links: this.links },
      this.settings,
    );
    const work = { ...context, onFilled: written.add };
    while ((await processChunk({ ...transaction, caller: work.caller }, work)) === 'more');
    const records = await transaction.em.find(AutomationRunRecord, { where: { runID: run.id }, order: { position: 'ASC' } });
    const changes = await changesOfRun(transaction, run.id, before);
    const described: RunRecordDto[] = [];
    for (const record of records)
      described.push(
        await describeResults(transaction, definition, { changes, written }, runRecordResponse(record, definition.event.module)),
      );
    return described;
  }
}

/** What fails now is shown as failed, not as waiting for a second attempt. */
const withoutRetries = (definition: CheckedDefinition): CheckedDefinition => ({
  ...definition,
  actions: definition.actions.map((action) => ({ ...action, retry: undefined })),
});

async function startRun(
  { em, now, caller }: Transaction,
  { id, version }: Automation,
  chosen: ChosenRecords | undefined,
): Promise<AutomationRun> {
  const run = em.create(AutomationRun, {
    automationID: id,
    automationVersion: version,
    trigger: 'manual',
    status: 'running',
    requestedByID: caller.userID,
    queuedAt: now,
    startedAt: now,
    chosen: chosenText(chosen),
    chain: null,
  });
  const { identifiers } = await em.insert(AutomationRun, run);
  return Object.assign(run, { id: Number(identifiers[0]?.['id']) });
}

function responseOf(
  { automation, definition, problems, audience: { taken, ...counts }, notTaken }: DryRunPlan,
  done: RunRecordDto[],
  requiresApproval: boolean,
): RehearsalDto {
  const { module } = definition.event;
  const records = [...done, ...[...notTaken].map(([recordId, reason]) => ({ recordId, module, outcome: 'skipped', reason, actions: [] }))];
  const amount = (outcome: string): number => records.filter((record) => record.outcome === outcome).length;
  return {
    dryRun: true,
    automationId: automation.id,
    automationVersion: automation.version,
    ...counts,
    taken: taken.length,
    requiresApproval,
    processed: amount('processed'),
    skipped: amount('skipped'),
    failed: amount('failed'),
    problems: [...problems],
    records,
    more: taken.length - done.length,
  };
}
