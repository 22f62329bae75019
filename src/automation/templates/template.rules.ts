import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { Conflict, InvalidRequest } from '../../core/problems';
import { isObject } from '../../core/query/json';
import { requireFields, type RecordChange, type RecordResponse, type Refusals, type Rules } from '../../core/records';
import { sql } from '../../core/sql';
import { AutomationStatus } from '../../core/terms/numbers';
import { Automation, type AutomationTemplate } from '../automation.entity';
import { templates } from '../automation.records';
import { moduleOf, type AutomationRecordType } from '../catalogue/modules';
import { withdrawApprovals } from '../running/approval';
import type { AutomationRules } from '../saving/automation.rules';
import { textsErrors } from './check-texts';
import { templateKey } from './template-key';

const TEXTS = ['subject', 'text', 'html'] as const;

/** The rules for saving templates: their texts can be filled, and no active automation is left without them. */
export class TemplateRules {
  constructor(private readonly automationRules: AutomationRules) {}

  get rules(): Rules<AutomationTemplate> {
    return {
      prepare({ types }, before, after) {
        requireFields(templates, before, after);
        const errors = textsErrors(types, after);
        if (errors.length > 0) throw InvalidRequest.because(errors);
      },
      beforeSave: setNameKeys,
      afterSave: (transaction, before, after) => this.followChange(transaction, before, after),
      completeResponses: (_, responses) => Promise.resolve(withModule(responses)),
    };
  }

  /** Runs approved with the former texts must be approved again. @throws Conflict if an active automation could not run any more */
  private async followChange(transaction: Transaction, before: AutomationTemplate, after: AutomationTemplate): Promise<void> {
    if (before.id === undefined) return;
    const automations = await automationsWith(transaction.em, after.id);
    await this.refuseBreaking(transaction, automations, after);
    if (TEXTS.some((name) => before[name] !== after[name]))
      await withdrawApprovals(
        transaction,
        automations.map(({ id }) => id),
      );
  }

  private async refuseBreaking(transaction: Transaction, automations: readonly Automation[], after: AutomationTemplate): Promise<void> {
    for (const automation of automations) {
      const errors = await this.automationRules.activationErrors(transaction, automation);
      const broken = errors.find(({ pointer }) => pointer.endsWith('/params/templateId'));
      if (broken)
        throw new Conflict(
          `The active automation ${automation.id} (${automation.name ?? 'without a name'}) uses template ${after.id}: its ${broken.pointer} ` +
            `${broken.detail}. Change or pause the automation first.`,
        );
    }
  }
}

/** The active automations with an action that refers to a template. */
async function automationsWith(em: EntityManager, templateID: number): Promise<Automation[]> {
  const active = await em.find(Automation, { where: { statusID: AutomationStatus.Active, deleted: false }, order: { id: 'ASC' } });
  return active.filter(({ actionsJSON }) => refersTo(actionsJSON, templateID));
}

/** The actions of an active automation are valid. */
function refersTo(actionsJSON: string | null, templateID: number): boolean {
  const actions: unknown = JSON.parse(actionsJSON?.trim() || '[]');
  return (
    Array.isArray(actions) &&
    actions.some((action: unknown) => isObject(action) && isObject(action['params']) && action['params']['templateId'] === templateID)
  );
}

async function setNameKeys({ em }: Transaction, changes: readonly RecordChange<AutomationTemplate>[]): Promise<Refusals> {
  const refused = new Map<object, Conflict>();
  for (const { after } of changes) {
    after.nameKey = templateKey(after);
    if (after.nameKey === null) continue;
    const found = await rows(em, sql`SELECT id FROM automation_template WHERE nameKey = ${after.nameKey}`);
    const [other] = found.filter(([id]) => id !== after.id);
    if (other) refused.set(after, new Conflict(`Template ${String(other[0])} has the name ${after.name} already: choose another one.`));
  }
  return refused;
}

const withModule = (responses: readonly RecordResponse[]): RecordResponse[] =>
  responses.map((response) => ({ ...response, module: moduleOf(response['recordType'] as AutomationRecordType).name }));
