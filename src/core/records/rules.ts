import type { FieldChanges } from '../changes';
import type { Transaction } from '../database';
import type { View } from '../database/transactions';
import type { Field } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import type { RuledType } from '../fields/record-types';
import type { ExpectedVersion } from '../http';
import type { Problem } from '../problems';
import type { Confirmations } from './confirmations';
import type { MergeRules } from './merging';
import type { RecordResponse } from './reading/mapper';

/** Options of a change besides its body. */
export interface ChangeOptions {
  /** The version the caller expects; any other version is not changed. */
  readonly expected?: ExpectedVersion;
  /** What the caller has confirmed although it is probably a mistake. */
  readonly confirmations?: Confirmations;
  /** Change no records at all where it depends on their order what becomes of each: the caller may do it in another one. */
  readonly inAnyOrder?: boolean;
}

/**
 * The business rules of a record type, applied by its API, automations and imports alike. In the order in which they run;
 * of a new record `before` is blank, and `after` has its id from `saveParts` on.
 */
export interface Rules<T> {
  /** Sets defaults of a new record. */
  setDefaults?(transaction: Transaction, record: T, body: object): Promise<void> | void;
  /**
   * What the change takes or gives up that other records may take, too: of those with a claim in common, each is saved before the next
   * one is prepared.
   */
  claims?(before: T, after: T): readonly string[];
  /** Sets derived values and rejects invalid changes; it writes nothing before it rejects. References have already been checked. */
  prepare?(transaction: Transaction, before: T, after: T, how: ChangeOptions, body: object): Promise<void> | void;
  /**
   * Sets unique keys and locks what saving changes, just before it. Called once more for a single record whose key another transaction
   * has taken meanwhile. @returns the problems of those that must not be saved
   */
  beforeSave?(transaction: Transaction, changes: readonly RecordChange<T>[], how: ChangeOptions): Promise<Refusals | void>;
  /** Saves related rows stored outside the record. @returns what changed in them */
  saveParts?(transaction: Transaction, after: T, body: object, before: T): Promise<FieldChanges>;
  /** What changed in a record beyond its own fields, where one of them holds several things. */
  partChanges?(before: T, after: T): FieldChanges;
  /** The fields that it names, which may require scopes. */
  readonly partFields?: readonly Field[];
  /** Saves rows that follow from the fields of the saved records, if anything changed: links, of nobody but them. */
  saveLinks?(transaction: Transaction, changes: readonly RecordChange<T>[]): Promise<void>;
  /**
   * Runs after the save if anything changed: updates copies stored elsewhere. Stored records of a type with it are changed one after
   * the other, since what it does may concern the next of them.
   */
  afterSave?(transaction: Transaction, before: T, after: T, how: ChangeOptions): Promise<void>;
  /** Entries of a lookup list now close the records with them, or no longer do: `closed` is what they are. */
  entriesClosed?(transaction: Transaction, list: string, entryIDs: readonly number[], closed: boolean): Promise<void>;
  /** How records that are the same are merged; absent: they are not. */
  readonly merging?: MergeRules<T>;
  /** Lists in responses that are read with the records. */
  readonly responseLists?: readonly ResponseList[];
  /** Adds other data stored outside the record to responses. Those of a type with stored responses have nothing but the id here. */
  completeResponses?(view: View, answers: readonly RecordResponse[]): Promise<RecordResponse[]>;
  /** The names of what it adds beyond the fields of the type. */
  readonly addedToResponses?: readonly string[];
}

/**
 * A list of other records with which the responses of a type end. Their own responses must not need names, and a list must stay
 * below 1 MB, where MariaDB cuts it.
 */
export interface ResponseList {
  readonly name: string;
  readonly of: RecordType;
  /** Their field that refers to the record. */
  readonly by: string;
  /** Their field by which they are ordered. */
  readonly order: string;
}

/** A record before and after a change; a new one is blank before. */
export interface RecordChange<T = object> {
  readonly before: T;
  readonly after: T;
}

/** Why records are not saved, by the record after its change. */
export type Refusals = ReadonlyMap<object, Problem>;

/** What a change gives up and takes, where these are different: for `claims`. */
export const different = (before: string | null, after: string | null): string[] =>
  before === after ? [] : [before, after].filter((each) => each !== null);

type AnyRules = Rules<{ id: number }>;

/** A record type with its rules. */
export const ruledBy = <T extends { id: number }>(type: RecordType<T>, rules: Rules<NoInfer<T>>): RuledType => ({ type, rules });

/** A record type that has no rules of its own. */
export const withoutRules = (type: RecordType): RuledType => ({ type, rules: {} });

/** Does changing a record of the type change other records as well? */
export const changesOthers = (view: Pick<View, 'types'>, type: RecordType): boolean => rulesOf(view, type).afterSave !== undefined;

export const rulesOf = ({ types }: Pick<View, 'types'>, type: RecordType): AnyRules => types.rulesOf(type);
