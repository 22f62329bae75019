import type { FieldChanges } from '../changes';
import type { Transaction } from '../database';
import type { View } from '../database/transactions';
import type { RecordType } from '../fields/record-type';
import type { RuledType } from '../fields/record-types';
import type { ExpectedVersion } from '../http';
import type { RecordResponse } from './reading/mapper';

/** Options of a change besides its body. */
export interface ChangeOptions {
  /** The version the caller expects; any other version is not changed. */
  readonly expected?: ExpectedVersion;
  /** Save a candidate although another has its e-mail address. */
  readonly allowDuplicate?: boolean;
}

/**
 * The business rules of a record type, applied by its API, automations and imports alike. In the order in which they run;
 * of a new record `before` is blank, and `after` has its id from `saving` on.
 */
export interface Rules<T> {
  /** Sets defaults of a new record. */
  setDefaults?(transaction: Transaction, record: T, body: object): Promise<void> | void;
  /** Sets derived values and rejects invalid changes. References have already been checked. */
  prepare?(transaction: Transaction, before: T, after: T, how: ChangeOptions): Promise<void> | void;
  /** Wraps the save itself. */
  aroundSave?<R>(transaction: Transaction, before: T, after: T, how: ChangeOptions, save: () => Promise<R>): Promise<R>;
  /** Saves related rows stored outside the record. @returns what changed in them */
  saveParts?(transaction: Transaction, after: T, body: object): Promise<FieldChanges>;
  /** Runs after the save if anything changed: updates copies stored elsewhere. */
  afterSave?(transaction: Transaction, before: T, after: T): Promise<void>;
  /** Adds data stored outside the record to responses. Those of a type with stored responses have nothing but the id here. */
  completeResponses?(view: View, answers: readonly RecordResponse[]): Promise<RecordResponse[]>;
}

type AnyRules = Rules<{ id: number }>;

/** A record type with its rules. */
export const ruledBy = <T extends { id: number }>(type: RecordType<T>, rules: Rules<NoInfer<T>>): RuledType => ({ type, rules });

/** A record type that has no rules of its own. */
export const withoutRules = (type: RecordType): RuledType => ({ type, rules: {} });

export const rulesOf = ({ types }: View, type: RecordType): AnyRules => types.rulesOf(type);
