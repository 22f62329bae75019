import type { CounterDeclaration } from '../../core/metrics';
import { ALL_ACTIONS } from '../actions/all-actions';

/** Runs that were ended; those that wait to try a record again have not. */
export const RUNS_ENDED: CounterDeclaration<'status'> = {
  name: 'automation_runs_ended_total',
  help: 'Runs of automations that have ended, by their status.',
  labels: { status: ['completed', 'failed', 'cancelled', 'skipped'] },
};

/** Each time an action was performed on a record, retries included. */
export const ACTIONS: CounterDeclaration<'type' | 'outcome'> = {
  name: 'automation_actions_total',
  help: 'Actions of automations on records, by type and outcome.',
  labels: { type: ALL_ACTIONS.map(({ type }) => type), outcome: ['done', 'unchanged', 'skipped', 'failed', 'undone'] },
};
