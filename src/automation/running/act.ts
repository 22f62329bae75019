import { Logger } from '@nestjs/common';
import type { Unit } from '../../database';
import { isTransient, translated } from '../../database/errors';
import { Problem } from '../../http';
import type { Action } from '../actions/action';
import type { CheckedDefinition } from '../definition/definition';
import { CannotAct } from './cannot-act';
import { perform } from './perform';
import { targetOf } from './target';

/** What an action came to, as a run's record tells it. */
export interface ActionResult {
  readonly id: string;
  readonly type: string;
  readonly outcome: 'done' | 'unchanged' | 'failed' | 'undone';
  readonly detail?: string;
}

export interface RecordResult {
  readonly outcome: 'processed' | 'failed' | 'skipped';
  readonly reason?: string;
  readonly actions: readonly ActionResult[];
}

/**
 * Does the actions of a rule to one record, in order. Where one fails whose onError is "stop", all that was done to this
 * record is undone and the record has failed; with "continue" only the action itself is undone.
 */
export async function actOn(unit: Unit, definition: CheckedDefinition, recordID: number): Promise<RecordResult> {
  const results: ActionResult[] = [];
  const failed = await unlessFailed(unit, 'one_record', async () => {
    for (const action of definition.actions) results.push(await step(unit, definition, action, recordID));
  });
  if (failed === undefined) return { outcome: 'processed', actions: results };
  const undone = results.map((result): ActionResult => (result.outcome === 'done' ? { ...result, outcome: 'undone' } : result));
  return { outcome: 'failed', reason: failed, actions: [...undone, ...stopped(definition, undone.length, failed)] };
}

const stopped = ({ actions }: CheckedDefinition, at: number, detail: string): ActionResult[] =>
  actions.slice(at, at + 1).map(({ id, type }) => ({ id, type, outcome: 'failed', detail }));

async function step(unit: Unit, definition: CheckedDefinition, action: Action, recordID: number): Promise<ActionResult> {
  const { id, type, onError } = action;
  const attempts = action.retry?.attempts ?? 1;
  for (let attempt = 1; ; attempt++) {
    let outcome: ActionResult['outcome'] = 'unchanged';
    const failed = await unlessFailed(unit, 'one_action', async () => {
      const target = await targetOf(unit, definition.record, recordID, action.params.target);
      outcome = (await perform(unit, definition, action, { recordID, target })) ? 'done' : 'unchanged';
    });
    if (failed === undefined) return { id, type, outcome };
    if (attempt < attempts) continue;
    if (onError === 'continue') return { id, type, outcome: 'failed', detail: failed };
    throw new CannotAct(failed);
  }
}

/** Does something as a part of the unit that can fail by itself. @returns why it failed, and was undone; undefined when it did not */
async function unlessFailed({ em }: Unit, name: string, work: () => Promise<void>): Promise<string | undefined> {
  await em.query(`SAVEPOINT ${name}`);
  try {
    await work();
    await em.query(`RELEASE SAVEPOINT ${name}`);
    return undefined;
  } catch (error) {
    // the server has undone the whole unit, which is done again from its beginning
    if (isTransient(error)) throw error;
    await em.query(`ROLLBACK TO SAVEPOINT ${name}`);
    return reasonOf(error);
  }
}

/** A mistake of the service is for its log, not for whoever reads the run. */
function reasonOf(error: unknown): string {
  const meant = translated(error);
  if (meant instanceof Problem || meant instanceof CannotAct) return meant.message;
  new Logger('Automation').error(error);
  return 'an error of the service; see its log';
}
