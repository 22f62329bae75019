import type { SequencedChange } from '../../changes';
import type { Automation } from '../automation.entity';
import type { CheckedDefinition } from '../definition/definition';

/** An active automation that waits for something to happen. */
export interface Listener {
  readonly automation: Automation;
  readonly definition: CheckedDefinition;
}

/** Something that happened to a record and concerns an automation. */
export interface Occurrence {
  readonly recordID: number;
  /** Of the change that brought it about; undefined for a date that came. */
  readonly sequence?: number;
  /** How many automations stand before it, one setting off the other. */
  readonly depth: number;
}

const occurrence = (recordID: number, { sequence, depth }: SequencedChange): Occurrence => ({ recordID, sequence, depth });

/** Did the change come after the automation became active, and not from itself? */
const concerns = ({ activatedDate, id }: Automation, change: SequencedChange): boolean =>
  change.automationID !== id && (activatedDate === null || activatedDate <= new Date(change.at));

/** The changes that raise the event of the automation. */
export const raised = ({ automation }: Listener, changes: readonly SequencedChange[]): Occurrence[] =>
  changes
    .filter((change) => change.events.includes(automation.eventID) && concerns(automation, change))
    .map((change) => occurrence(change.recordID, change));

/**
 * The records that may match now and did not before: those that changed, those whose figures follow from them, and those
 * beside which they stand (by the place of the change). Of a record that changed several times, the last change; none for
 * what the automation changed itself.
 */
export function touched(
  { automation, definition }: Listener,
  changes: readonly SequencedChange[],
  beside: ReadonlyMap<number, readonly number[]>,
): Map<number, Occurrence | undefined> {
  const found = new Map<number, Occurrence | undefined>();
  for (const change of changes) {
    const ids = [
      ...(change.type === definition.record.name ? [change.recordID] : []),
      ...(change.concerned[definition.record.name] ?? []),
      ...(beside.get(change.sequence) ?? []),
    ];
    for (const id of ids) found.set(id, concerns(automation, change) ? occurrence(id, change) : found.get(id));
  }
  return found;
}

/** Occurrences in groups of which each becomes a run: of one depth, every record once. */
export function wavesOf(occurrences: readonly Occurrence[]): Occurrence[][] {
  const waves = new Map<string, Occurrence[]>();
  const seen = new Map<string, number>();
  for (const each of occurrences) {
    const record = `${each.depth}/${each.recordID}`;
    const time = seen.get(record) ?? 0;
    seen.set(record, time + 1);
    const wave = `${each.depth}/${time}`;
    waves.set(wave, [...(waves.get(wave) ?? []), each]);
  }
  return [...waves.values()];
}
