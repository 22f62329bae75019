import type { SequencedChange } from '../../core/changes';
import type { Automation } from '../automation.entity';
import type { CheckedDefinition } from '../definition/definition';
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
  /** How many automations triggered one another before it. */
  readonly depth: number;
}

const occurrence = (recordID: number, { sequence, depth }: SequencedChange): Occurrence => ({ recordID, sequence, depth });

/** Whether the change came after the automation became active, and not from itself. */
const isRelevant = ({ activatedDate, id }: Automation, change: SequencedChange): boolean =>
  change.automationID !== id && (activatedDate === null || activatedDate <= new Date(change.at));

/** Occurrences of the event of the automation. */
export const occurrencesOfEvent = ({ automation }: Listener, changes: readonly SequencedChange[]): Occurrence[] =>
  changes
    .filter((change) => change.events.includes(automation.eventID) && isRelevant(automation, change))
    .map((change) => occurrence(change.recordID, change));

/**
 * The records that may match now and did not before: those that changed in what the condition depends on, those with figures that
 * depend on them, and those in `related` (by the sequence number of the change). For a record that changed several times, the last change
 * counts; undefined for a record that only the automation itself changed.
 */
export function matchCandidates(
  automation: Automation,
  inputs: ConditionInputs,
  changes: readonly SequencedChange[],
  related: ReadonlyMap<number, readonly number[]>,
): Map<number, Occurrence | undefined> {
  const found = new Map<number, Occurrence | undefined>();
  for (const change of changes) {
    const ids = [
      ...(canMatterItself(inputs, change) ? [change.recordID] : []),
      ...concernedBy(inputs, change),
      ...(related.get(change.sequence) ?? []),
    ];
    for (const id of ids) found.set(id, isRelevant(automation, change) ? occurrence(id, change) : found.get(id));
  }
  return found;
}

/** Groups occurrences into runs: those of a run have the same depth, and every record occurs once. */
export function groupIntoRuns(occurrences: readonly Occurrence[]): Occurrence[][] {
  const runs = new Map<string, Occurrence[]>();
  const seen = new Map<string, number>();
  for (const each of occurrences) {
    const record = `${each.depth}/${each.recordID}`;
    const count = seen.get(record) ?? 0;
    seen.set(record, count + 1);
    const run = `${each.depth}/${count}`;
    runs.set(run, [...(runs.get(run) ?? []), each]);
  }
  return [...runs.values()];
}
