import type { DuplicateKind } from './duplicate-kind';
import type { Consequence } from './effect';
import { fieldsOf, type Field } from './field';
import type { FoldedColumn } from './folded-column';
import type { PersonsOf } from './persons';
import type { RecordEvent } from './record-event';

/** How the records of another type belong to a record. In `on`, `r` is the record and `x` the related one. */
export interface Relation {
  to: string;
  on: string;
}

/**
 * Declares a record type. Other types are referred to by name, so that modules need not import each other for a search; in SQL
 * of relations, figures, `affects` and `divisions` too: `{Job}` is the table of jobs (see `expandNames`).
 */
export interface RecordTypeSpec<T extends object> {
  /** Singular: Job, Contact, JobAdvert. Also the type that references name. */
  name: string;
  /** Its table; the folded texts are in `<table>_text`, the figures in `<table>_figure`, stored responses in `<table>_response`. */
  table: string;
  entity: new () => T;
  /** The class whose fields are the record's, names and figures included: the response DTO. */
  shape: Function;
  /** The number of its automation module, when rules can run over it. */
  moduleId?: number;
  /** The stored text field that names a record where another one refers to it. */
  display: string;
  relations?: Readonly<Record<string, Relation>>;
  /** SQL conditions about a record `x` of this type, by name; other areas use them as `{Placement.live pl}`. */
  predicates?: Readonly<Record<string, string>>;
  /**
   * The records whose figures depend on records of this type: type name to SQL that selects, for those with `:ids`, the id of each and of
   * a record that depends on it; this may be NULL.
   */
  affects?: Readonly<Record<string, string>>;
  /** SQL of the ids of the divisions of `r`, for the caller's scope; absent: seen by everyone. */
  divisions?: string;
  /** Its boolean field without which no record may newly refer to one. */
  activeField?: string;
  /** Are records marked deleted rather than removed? */
  softDeleted?: boolean;
  /** Is the JSON of each record kept, as far as it follows from its row alone? Every change of the row must raise `version`. */
  storedResponses?: boolean;
  /** Does every text have a key, by which records are found and sorted? */
  textKeys?: boolean;
  /** Further keys of the index rows, by their columns, such as those that also have what filters often ask for. */
  indexKeys?: readonly (readonly string[])[];
  /** Are there so few that every process keeps their names in memory? */
  namesKept?: boolean;
  /** Columns that are folded, beyond the texts in its side table. */
  foldedColumns?: readonly FoldedColumn[];
  /** What its changes name besides its stored fields: lists, counts and confirmations that are kept elsewhere. */
  changedParts?: readonly string[];
  /** Parts whose changes are published under their own name, visible to whoever can see the record, and the fields that these name. */
  publishedParts?: Readonly<Record<string, readonly string[]>>;
  /** Is each of its records a person whose data may have to be erased? */
  isPerson?: boolean;
  /** By the names of the types of persons: of whom the words in its records are. They are erased with the person. */
  persons?: Readonly<Record<string, PersonsOf>>;
  /** By what two records are found that may be the same, from the strongest reason to the weakest. */
  duplicateKinds?: readonly DuplicateKind<T>[];
  /** What happens to its records, in the order in which a change raises them. */
  events?: Readonly<Record<string, RecordEvent<T>>>;
  /** What writing its fields also does, for the detection of loops. */
  consequences?: readonly Consequence<keyof T & string>[];
}

export interface RecordType<T extends object = object> extends Required<
  Omit<RecordTypeSpec<T>, 'moduleId' | 'divisions' | 'activeField' | 'events' | 'consequences' | 'duplicateKinds'>
> {
  readonly duplicateKinds: readonly DuplicateKind[];
  readonly events: readonly RecordEvent<T>[];
  readonly consequences: readonly Consequence[];
  readonly moduleId?: number;
  readonly divisions?: string;
  readonly activeField?: string;
  readonly fields: readonly Field[];
  /** By its name in the contract's spelling. */
  readonly field: (name: string) => Field;
  /** The same, undefined when there is none. */
  readonly findField: (name: string) => Field | undefined;
}

/** Describes a record type. An application knows those that it lists in its RecordTypes. */
export function recordType<T extends object>(spec: RecordTypeSpec<T>): RecordType<T> {
  const fields = fieldsOf(spec.shape);
  const byName = new Map(fields.map((each) => [each.name, each]));
  return {
    relations: {},
    predicates: {},
    affects: {},
    softDeleted: false,
    storedResponses: false,
    textKeys: false,
    indexKeys: [],
    namesKept: false,
    foldedColumns: [],
    changedParts: [],
    publishedParts: {},
    isPerson: false,
    persons: {},
    consequences: [],
    ...spec,
    events: Object.values(spec.events ?? {}),
    duplicateKinds: (spec.duplicateKinds ?? []) as readonly DuplicateKind[],
    fields,
    findField: (name) => byName.get(name),
    field: (name) => byName.get(name) ?? fail(`${spec.name} has no field ${name}.`),
  };
}

export const fail = (message: string): never => {
  throw new Error(message);
};
