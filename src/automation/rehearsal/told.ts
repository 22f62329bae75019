import type { Unit } from '../../database';
import { labelOf } from '../../query/catalogue';
import type { Action } from '../actions/action';
import { inWords, onTarget } from '../actions/describe-actions';
import { ownerFieldOf, statusFieldOf } from '../actions/key-fields';
import { quoted } from '../actions/plain-words';
import { writableField } from '../actions/update-field';
import type { CheckedDefinition } from '../definition/definition';
import { CannotAct } from '../running/cannot-act';
import { targetOf, type Target } from '../running/target';
import type { RunActionDto, RunRecordDto } from '../runs.dto';
import type { ChangesMade } from './changes-made';

/** What became of a record, said as what would. */
export async function toldAsIfDone(
  unit: Unit,
  definition: CheckedDefinition,
  changes: ChangesMade,
  record: RunRecordDto,
): Promise<RunRecordDto> {
  const actions: RunActionDto[] = [];
  for (const result of record.actions) actions.push(await told(unit, definition, changes, record.recordId, result));
  return { ...record, actions };
}

async function told(
  unit: Unit,
  definition: CheckedDefinition,
  changes: ChangesMade,
  recordID: number,
  result: RunActionDto,
): Promise<RunActionDto> {
  const action = definition.actions.find(({ id }) => id === result.id);
  if (!action || result.detail !== undefined) return result;
  return { ...result, detail: await detailOf(unit, definition, changes, recordID, { action, outcome: result.outcome }) };
}

async function detailOf(
  unit: Unit,
  definition: CheckedDefinition,
  changes: ChangesMade,
  recordID: number,
  { action, outcome }: { action: Action; outcome: string },
): Promise<string> {
  const words = inWords(action);
  if (outcome === 'unchanged') return `would ${words}, which is so already`;
  if (outcome === 'undone') return `would ${words}, and take it back because a later action fails`;
  const target = await targetMeant(unit, definition, recordID, action);
  const field = target && fieldOf(action, target);
  const change = field === undefined ? undefined : changes.next(target!, field);
  if (change === undefined || field === undefined) return `would ${words}`;
  return `would ${onTarget(`set ${labelOf(field)} from ${shown(change[0])} to ${shown(change[1])}`, action.params.target)}`;
}

/** What the action was done to, unless its own changes have led elsewhere. */
async function targetMeant(unit: Unit, { record }: CheckedDefinition, recordID: number, { params }: Action): Promise<Target | undefined> {
  try {
    return await targetOf(unit, record, recordID, params.target);
  } catch (error) {
    if (error instanceof CannotAct) return undefined;
    throw error;
  }
}

function fieldOf({ type, params }: Action, target: Target): string | undefined {
  if (type === 'updateField') return writableField(target.type, params.field)?.name;
  if (type === 'changeStatus') return statusFieldOf(target.type)?.name;
  return type === 'assignOwner' ? ownerFieldOf(target.type)?.name : undefined;
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}
