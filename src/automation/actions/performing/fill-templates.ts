import type { Transaction } from '../../../core/database';
import { timeZoneOf } from '../../definition/definition';
import { findTemplate } from '../../templates/find-template';
import { TemplateError } from '../../templates/template';
import { fillerOf, type FilledTexts, type Texts } from '../../templates/texts';
import type { Action, Targeted } from '../action';
import type { ActionContext, RecordAndTarget } from './action-context';
import { ActionFailed, FailedRecords } from './action-errors';

/** The texts of an action, or the template that has them. */
export interface OwnOrTemplate extends Targeted {
  readonly templateId?: number;
}

/**
 * Fills the texts of an action, its own or those of its template as it is now, for each of some records, in their order.
 * @throws ActionFailed, FailedRecords with the first whose values go beyond the limits: others may take as long
 */
export async function fillTemplates(
  transaction: Transaction,
  action: Action<OwnOrTemplate>,
  subjects: readonly RecordAndTarget[],
  context: ActionContext,
  own: Texts,
): Promise<FilledTexts[]> {
  const { definition, onFilled, links } = context;
  const { templateId } = action.params;
  const texts = templateId === undefined ? own : await textsOf(transaction, templateId);
  const ids = subjects.map(({ recordID }) => recordID);
  const fill = await fillerOf(transaction, definition.record, ids, timeZoneOf(definition), texts);
  return subjects.map(({ recordID: id, target }) => {
    const unsubscribeUrl = links.urlFor({ type: target.type.name, id: target.id });
    const filled = orFailed(id, () => fill(id, { unsubscribeUrl }));
    onFilled?.(id, action.id, filled);
    return filled;
  });
}

async function textsOf({ em }: Transaction, id: number): Promise<Texts> {
  const template = await findTemplate(em, id);
  if (!template) throw new ActionFailed(`The template ${id} does not exist any more.`);
  return template;
}

function orFailed<T>(recordID: number, fill: () => T): T {
  try {
    return fill();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new FailedRecords(new Map([[recordID, new ActionFailed(`The text ${error.message}.`)]]));
  }
}
