import { Logger } from '@nestjs/common';
import type { Unit } from '../../database';
import { numberOf } from '../../database/rows';
import { failureOf } from '../../database/savepoint';
import { Problem } from '../../http';
import { sql } from '../../query';
import type { Action } from '../actions/action';
import type { Acting } from './acting';
import { backoff } from './backoff';
import { CannotAct, LeftOut, TryLater } from './cannot-act';
import { perform } from './perform';
import { targetOf } from './target';

/** What an action came to, as a run's record tells it. */
export interface ActionResult {
  readonly id: string;
  readonly type: string;
  readonly outcome: 'done' | 'unchanged' | 'skipped' | 'failed' | 'undone';
  readonly detail?: string;
}

export interface RecordResult {
  /** planned: it failed, and is tried again. */
  readonly outcome: 'processed' | 'failed' | 'skipped' | 'planned';
  readonly reason?: string;
  readonly actions: readonly ActionResult[];
  /** Until it is tried again. */
  readonly waitSeconds?: number;
}

/**
 * Does the actions of a rule to one record, in order. Where one fails whose onError is "stop", all that was done to this
 * record is undone and the record has failed; with "continue" only the action itself is undone. One that is to be tried
 * later takes its record along: all is undone, and all is done anew.
 */
export async function actOn(unit: Unit, acting: Acting, recordID: number): Promise<RecordResult> {
  const results: ActionResult[] = [];
  const failed = await unlessFailed(unit, 'one_record', async () => {
    for (const action of acting.definition.actions) results.push(await step(unit, acting, action, recordID));
  });
  if (failed === undefined) return resultOf(results);
  const { sentence, waitSeconds } = failed;
  const undone = results.map((result): ActionResult => (result.outcome === 'done' ? { ...result, outcome: 'undone' } : result));
  const actions = [...undone, ...stopped(acting, undone.length, sentence)];
  return { reason: sentence, actions, ...(waitSeconds === undefined ? { outcome: 'failed' } : { outcome: 'planned', waitSeconds }) };
}

/** A record of which every action was left out was not processed. */
export function resultOf(actions: readonly ActionResult[]): RecordResult {
  const [first] = actions;
  if (!first || actions.some(({ outcome }) => outcome !== 'skipped')) return { outcome: 'processed', actions };
  return { outcome: 'skipped', reason: first.detail, actions };
}

const stopped = ({ definition }: Acting, at: number, detail: string): ActionResult[] =>
  definition.actions.slice(at, at + 1).map(({ id, type }) => ({ id, type, outcome: 'failed', detail }));

async function step(unit: Unit, acting: Acting, action: Action, recordID: number): Promise<ActionResult> {
  const { id, type, onError, retry } = action;
  const attemptsAtOnce = retry && retry.delaySeconds === undefined ? retry.attempts : 1;
  for (let attempt = 1; ; attempt++) {
    let outcome: ActionResult['outcome'] = 'unchanged';
    const failed = await unlessFailed(unit, 'one_action', async () => {
      const target = await targetOf(unit, acting.definition.record, recordID, action.params.target);
      outcome = (await perform(unit, acting, action, { recordID, target })) ? 'done' : 'unchanged';
    });
    if (failed === undefined) return { id, type, outcome };
    if (failed.isLeftOut) return { id, type, outcome: 'skipped', detail: failed.sentence };
    if (attempt < attemptsAtOnce) continue;
    const waitSeconds = retry && backoff(retry, (await attemptsAt(unit, acting, recordID)) + 1);
    if (waitSeconds !== undefined) throw new TryLater(failed.sentence, waitSeconds);
    if (onError === 'continue') return { id, type, outcome: 'failed', detail: failed.sentence };
    throw new CannotAct(failed.sentence);
  }
}

/** How often the record has been acted on before. */
const attemptsAt = ({ em }: Unit, { run }: Acting, recordID: number): Promise<number> =>
  numberOf(em, sql`SELECT attempts FROM automation_run_record WHERE runID = ${run.id} AND recordID = ${recordID}`);

/** Why something was not done. */
export interface Failure {
  readonly sentence: string;
  readonly isLeftOut: boolean;
  /** Until it is tried again. */
  readonly waitSeconds?: number;
}

/** Does something as a part of the unit that can fail by itself. @returns why it failed, and was undone; undefined when it did not */
export async function unlessFailed(unit: Unit, name: string, work: () => Promise<void>): Promise<Failure | undefined> {
  const failure = await failureOf(unit, name, work);
  if (!failure) return undefined;
  const { error } = failure;
  return {
    sentence: reasonOf(error),
    isLeftOut: error instanceof LeftOut,
    ...(error instanceof TryLater ? { waitSeconds: error.waitSeconds } : {}),
  };
}

/** A mistake of the service is for its log, not for whoever reads the run. */
function reasonOf(error: unknown): string {
  if (error instanceof Problem || error instanceof CannotAct || error instanceof LeftOut) return error.message;
  new Logger('Automation').error(error);
  return 'an error of the service; see its log';
}
