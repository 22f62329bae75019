import type { Transaction } from '../database';
import type { RecordEvent } from '../fields/record-event';

/** What is special about merging records of a type into one of them; for `merging` of its rules. */
export interface MergeRules<T> {
  /** Fields filled as a group: half of one address and half of another are no address. */
  readonly fieldGroups: readonly (readonly (keyof T & string)[])[];
  /** The types of records that are parts of it, which `combined` has: they are not moved. */
  readonly parts?: readonly string[];
  /** Why the records must not be merged. @throws Conflict */
  refuse?(survivor: T, others: readonly T[]): void;
  /** The parts of all of them together, as in a body: the survivor's first. @throws Conflict when there are too many */
  combined?(transaction: Transaction, ids: readonly number[]): Promise<object>;
  /** The parts of one that is deleted, as in a body. */
  readonly withoutParts?: object;
  /** Looks at what is about to be moved. @returns what joins it afterwards with what the survivor had already */
  joining?(transaction: Transaction, from: readonly number[], to: number): Promise<() => Promise<void>>;
  /** Sets derived values after empty fields have been filled. */
  complete?(transaction: Transaction, record: T): Promise<void> | void;
  /** What happens to the survivor. */
  readonly event?: RecordEvent;
}
