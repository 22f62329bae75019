import type { SequencedChange } from '../../core/changes';
import { holds, resolveAlias, UNKNOWN } from '../../core/query';
import { canMatterItself, type ConditionInputs } from './condition-inputs';

/**
 * The change since which a record matches, of those in their order that may have brought it about: undone one after the other, the first
 * one without which it does not match. @returns undefined if that cannot be told from the changes
 */
export function causeOfMatch(
  { record, fields, condition }: ConditionInputs,
  changes: readonly SequencedChange[],
): SequencedChange | undefined {
  if (!condition) return undefined;
  const before = new Map<string, unknown>();
  for (const change of changes.toReversed()) {
    // what another record has to do with it cannot be undone
    if (!canMatterItself({ record, fields }, change)) return undefined;
    for (const [name, [value]] of Object.entries(change.fields)) before.set(name, value);
    const matched = holds(condition, (field) => {
      const { name } = resolveAlias(record, field);
      return before.has(name) ? before.get(name) : UNKNOWN;
    });
    if (matched === false) return change;
  }
  return undefined;
}
