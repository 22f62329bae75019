import type { FieldChanges } from '../changes';
import type { Unit } from '../database';
import type { View } from '../database/transactions';
import type { RecordType } from '../fields/record-type';
import type { Expected } from '../http';
import type { Answer } from './reading/mapper';

/** How a change is asked for, beside its body. */
export interface How {
  /** The version that the caller has seen: another one is not changed. */
  readonly expected?: Expected;
  /** Save a candidate although another has its e-mail address. */
  readonly allowDuplicate?: boolean;
}

/**
 * What a type of record demands, for its own API, automations and imports alike. In the order in which they are asked;
 * of a new record `before` is blank, and `after` has its id from `saving` on.
 */
export interface Rules<T> {
  /** Gives a new record what its body leaves open. */
  start?(unit: Unit, record: T, body: object): Promise<void> | void;
  /** Sets what follows from the rest, refuses what must not be. References are checked already. */
  prepare?(unit: Unit, before: T, after: T, how: How): Promise<void> | void;
  /** Goes around the saving itself. */
  saving?<R>(unit: Unit, before: T, after: T, how: How, save: () => Promise<R>): Promise<R>;
  /** Saves what belongs to the record but stands elsewhere. @returns what changed of it */
  parts?(unit: Unit, after: T, body: object): Promise<FieldChanges>;
  /** Once it is saved, if anything changed: shows it where else it is seen. */
  follow?(unit: Unit, before: T, after: T): Promise<void>;
  /** Numbers of the events that the change raises. */
  events?(unit: Unit, before: T | undefined, after: T): Promise<readonly number[]> | readonly number[];
  /** Adds to answers what stands elsewhere. */
  complete?(view: View, answers: readonly Answer[]): Promise<Answer[]>;
}

type AnyRules = Rules<{ id: number }>;

const known = new Map<string, AnyRules>();

/** An area says the rules of its type, once. */
export const ruledBy = <T extends { id: number }>(type: RecordType, rules: Rules<T>): void => void known.set(type.name, rules);

export const rulesOf = (type: RecordType): AnyRules => known.get(type.name) ?? {};
