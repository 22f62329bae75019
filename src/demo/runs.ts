import type { AutomationRun, AutomationRunRecord } from '../automation';
import { demoRecord, type DemoRecords } from './demo-record';
import type { DemoContext } from './demo-context';

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
  chosen: null,
  chain: null,
  leaseOwner: null,
  leaseUntil: null,
  approvedByID: null,
  approvedAt: null,
  approvedVersion: null,
} as const;

/** One that failed for one of its records, a cancelled one, and one that waits for approval. */
export function* runs(context: DemoContext): DemoRecords {
  for (const [index, { records = [], ...values }] of RUNS.entries()) {
    const at = context.day(index - RUNS.length);
    const id = index + 1;
    const finishedAt = values.status === 'awaitingApproval' ? null : at;
    yield demoRecord('AutomationRun', { id, ...NONE, automationVersion: 1, ...values, queuedAt: at, startedAt: at, finishedAt });
    for (const [position, record] of records.entries()) {
      yield demoRecord('AutomationRunRecord', {
        runID: id,
        automationID: values.automationID,
        sequence: null,
        position: position + 1,
        reason: null,
        actions: null,
        ...record,
        finishedAt,
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
  {
    automationID: 10,
    trigger: 'manual',
    status: 'awaitingApproval',
    reason: '2 records require approval',
    requestedByID: 2,
    matched: 2,
    taken: 2,
    records: [
      { recordID: 5, outcome: 'planned' },
      { recordID: 6, outcome: 'planned' },
    ],
  },
];
