import type { Transaction } from '../../core/database';
import { labelOf } from '../../core/query/catalogue';
import type { Action } from '../actions/action';
import { describeAction, withTarget } from '../actions/describe-actions';
import { definitionOf } from '../actions/all-actions';
import { quoted } from '../actions/format-text';
import type { CheckedDefinition } from '../definition/definition';
import { ActionFailed } from '../actions/performing/action-errors';
import { targetOf, type Target } from '../actions/performing/target';
import type { FilledTexts } from '../templates/texts';
import type { RunActionDto, RunRecordDto } from '../runs.dto';
import type { RunChanges } from './run-changes';
import type { WrittenTexts } from './written-texts';

/** What a run did, as far as its results do not say. */
export interface Done {
  readonly changes: RunChanges;
  readonly written: WrittenTexts;
}

/** The result of a record, worded as what a run would do. */
export async function describeResults(
  transaction: Transaction,
  definition: CheckedDefinition,
  done: Done,
  record: RunRecordDto,
): Promise<RunRecordDto> {
  const actions: RunActionDto[] = [];
  for (const result of record.actions) actions.push(await describeResult(transaction, definition, done, record.recordId, result));
  return { ...record, actions };
}

async function describeResult(
  transaction: Transaction,
  definition: CheckedDefinition,
  done: Done,
  recordID: number,
  result: RunActionDto,
): Promise<RunActionDto> {
  const action = definition.actions.find(({ id }) => id === result.id);
  if (!action || result.detail !== undefined) return result;
  const texts = done.written.of(recordID, result.id);
  const detail = await describeOutcome(transaction, definition, done, recordID, {
    action: withTexts(action, texts),
    outcome: result.outcome,
  });
  return { ...result, detail, ...(texts && { texts }) };
}

/** The action with what it writes in the place of its templates. */
function withTexts(action: Action, texts: FilledTexts | undefined): Action {
  if (!texts) return action;
  const own = Object.entries(definitionOf(action).texts ?? {}).map(([param, part]) => [param, texts[part]] as const);
  return { ...action, params: { ...action.params, ...Object.fromEntries(own) } };
}

async function describeOutcome(
  transaction: Transaction,
  definition: CheckedDefinition,
  { changes }: Done,
  recordID: number,
  { action, outcome }: { action: Action; outcome: string },
): Promise<string> {
  const words = describeAction(action);
  if (outcome === 'unchanged') return `would ${words}, but it already is`;
  if (outcome === 'undone') return `would ${words}, but it is rolled back because a later action fails`;
  const target = await currentTarget(transaction, definition, recordID, action);
  const field = target && fieldOf(action, target);
  const change = field === undefined ? undefined : changes.next(target!, field);
  if (change === undefined || field === undefined) return `would ${words}`;
  return `would ${withTarget(`set ${labelOf(field)} from ${format(change[0])} to ${format(change[1])}`, action.params.target)}`;
}

/** What the action was done to, unless its own changes have led elsewhere. */
async function currentTarget(
  transaction: Transaction,
  { record }: CheckedDefinition,
  recordID: number,
  { params }: Action,
): Promise<Target | undefined> {
  try {
    return await targetOf(transaction, record, recordID, params.target);
  } catch (error) {
    if (error instanceof ActionFailed) return undefined;
    throw error;
  }
}

/** The field that the action sets; undefined for an action that does something else. */
function fieldOf(action: Action, { type }: Target): string | undefined {
  const [effect] = definitionOf(action).effects(action.params, type);
  return effect?.kind === 'fieldWritten' ? effect.field : undefined;
}

function format(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}
