import type { SequencedChange } from '../../core/changes';
import type { Automation } from '../automation.entity';
import type { CheckedDefinition } from '../definition/definition';
import { causeOfMatch } from './cause-of-match';
import { canMatterItself, concernedBy, type ConditionInputs } from './condition-inputs';

/** An active automation that waits for an event. */
export interface Listener {
  readonly automation: Automation;
  readonly definition: CheckedDefinition;
}

/** An event of a record that is relevant to an automation. */
export interface Occurrence {
  readonly recordID: number;
  /** Sequence number of the change that caused it; undefined if a date was reached. */
  readonly sequence?: number;
  /** The runs that led to it, each triggered by the one before it. */
  readonly chain: readonly number[];
  /** The trace of the change that caused it. */
  readonly traceparent?: string;
}

const occurrence = (recordID: number, { sequence, chain, traceparent }: SequencedChange): Occurrence => ({
  recordID,
  sequence,
  chain,
  ...(traceparent === null ? {} : { traceparent }),
});

/** Whether the change came after the automation became active. */
const isSinceActivation = ({ activatedDate }: Automation, change: SequencedChange): boolean =>
  activatedDate === null || activatedDate <= new Date(change.at);

/** Whether the change came after the automation became active, and not from itself. */
const isRelevant = (automation: Automation, change: SequencedChange): boolean =>
  change.automationID !== automation.id && isSinceActivation(automation, change);

/** Occurrences of the event of the automation. */
export const occurrencesOfEvent = ({ automation }: Listener, changes: readonly SequencedChange[]): Occurrence[] =>
  changes
    .filter((change) => change.events.includes(automation.eventID) && isRelevant(automation, change))
    .map((change) => occurrence(change.recordID, change));

/**
 * The records that may match now and did not before: those that changed in what the condition depends on, those with figures that
 * depend on them, and those in `related` (by the sequence number of the change). For a record that changed several times, the change that
 * made it match counts, or else the last one; undefined for a record that the automation itself made match. What has changed before the
 * automation became active was stored with it: held against what the record is now, it would take the match from a later change.
 */
export function matchCandidates(
  automation: Automation,
  inputs: ConditionInputs,
  changes: readonly SequencedChange[],
  related: ReadonlyMap<number, readonly number[]>,
): Map<number, Occurrence | undefined> {
  const concerned = new Map<number, SequencedChange[]>();
  for (const change of changes.filter((each) => isSinceActivation(automation, each))) {
    const ids = [
      ...(canMatterItself(inputs, change) ? [change.recordID] : []),
      ...concernedBy(inputs, change),
      ...(related.get(change.sequence) ?? []),
    ];
    for (const id of new Set(ids)) concerned.set(id, [...(concerned.get(id) ?? []), change]);
  }
  return new Map(
    [...concerned].map(([id, own]) => {
      const cause = causeOfMatch(inputs, own) ?? own.findLast((change) => isRelevant(automation, change));
      return [id, cause && isRelevant(automation, cause) ? occurrence(id, cause) : undefined];
    }),
  );
}

/** Groups occurrences into runs: those of a run have the same chain, and every record occurs once. */
export function groupIntoRuns(occurrences: readonly Occurrence[]): Occurrence[][] {
  const runs = new Map<string, Occurrence[]>();
  const seen = new Map<string, number>();
  for (const each of occurrences) {
    const chain = each.chain.join();
    const record = `${chain}/${each.recordID}`;
    const count = seen.get(record) ?? 0;
    seen.set(record, count + 1);
    const run = `${chain}/${count}`;
    runs.set(run, [...(runs.get(run) ?? []), each]);
  }
  return [...runs.values()];
}
