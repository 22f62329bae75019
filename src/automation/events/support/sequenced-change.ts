import type { SequencedChange } from '../../../core/changes';

/** A change that a user has just made to a record. */
export const sequencedChange = (
  sequence: number,
  type: string,
  recordID: number,
  more: Partial<SequencedChange> = {},
): SequencedChange => ({
  ...{ sequence, type, recordID, action: 'updated', version: 2, events: [], fields: {}, concerned: {} },
  ...{ at: new Date().toISOString(), byID: 1, automationID: null, runID: null, chain: [], traceparent: null },
  ...{ source: null, keyID: null, keyName: null, address: null, requestID: null },
  ...more,
});
