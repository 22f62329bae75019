import type { AutomationRun, AutomationRunRecord } from '../automation';
import { made, type Making } from './made';
import type { World } from './world';

const NONE = {
  reason: null,
  matched: 0,
  excluded: 0,
  leftOut: 0,
  taken: 0,
  processed: 0,
  skipped: 0,
  failed: 0,
  requestedByID: 1,
  slot: null,
  depth: 1,
  leaseOwner: null,
  leaseUntil: null,
} as const;

/** Runs that have ended: one that failed on one of its records, and one that somebody stopped. */
export function* runs(world: World): Making {
  for (const [index, { records = [], ...said }] of RUNS.entries()) {
    const at = world.day(index - RUNS.length);
    const id = index + 1;
    yield made('AutomationRun', { id, ...NONE, automationVersion: 1, ...said, queuedAt: at, startedAt: at, finishedAt: at });
    for (const [place, record] of records.entries()) {
      yield made('AutomationRunRecord', {
        runID: id,
        automationID: said.automationID,
        sequence: null,
        position: place + 1,
        reason: null,
        ...record,
        finishedAt: at,
      });
    }
  }
}

const ITSELF = '/reportsToID must be another contact.';
const RUNS: readonly (Pick<AutomationRun, 'automationID' | 'trigger' | 'status'> &
  Partial<AutomationRun> & { records?: readonly Partial<AutomationRunRecord>[] })[] = [
  {
    automationID: 10,
    trigger: 'manual',
    status: 'completed',
    matched: 2,
    taken: 2,
    processed: 1,
    failed: 1,
    records: [
      {
        recordID: 3,
        outcome: 'failed',
        reason: ITSELF,
        actions: JSON.stringify([{ id: '1', type: 'updateField', outcome: 'failed', detail: ITSELF }]),
      },
      { recordID: 4, outcome: 'processed', actions: JSON.stringify([{ id: '1', type: 'updateField', outcome: 'unchanged' }]) },
    ],
  },
  { automationID: 2, trigger: 'schedule', status: 'cancelled', reason: 'by the administrator' },
];
