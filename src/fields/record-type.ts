import { fieldsOf, type Field } from './field';

/** How the records of another type belong to a record. In `on`, `r` is the record and `x` the related one. */
export interface Relation {
  to: string;
  on: string;
}

/** What an area says of one of its record types, by name, so that no area imports another for a search. */
export interface RecordTypeSpec<T extends object> {
  /** Singular: Job, Contact, JobAdvert. Also the type that references name. */
  name: string;
  /** Its table; the folded texts are in `<table>_text`, the figures in `<table>_figure`. */
  table: string;
  entity: new () => T;
  /** The class whose fields are the record's, names and figures included: the response DTO. */
  shape: Function;
  /** The number of its automation module, when rules can run over it. */
  moduleId?: number;
  /** The stored text field that names a record where another one refers to it. */
  display: string;
  relations?: Readonly<Record<string, Relation>>;
  /** The records whose figures follow from one of these: type name to SQL of their ids, in which `:id` is this record's. */
  concerns?: Readonly<Record<string, string>>;
  /** SQL of the ids of the divisions of `r`, for the caller's scope; absent: seen by everyone. */
  divisions?: string;
  /** Are records marked deleted rather than removed? */
  softDeleted?: boolean;
}

export interface RecordType<T extends object = object> extends Required<Omit<RecordTypeSpec<T>, 'moduleId' | 'divisions'>> {
  readonly moduleId?: number;
  readonly divisions?: string;
  readonly fields: readonly Field[];
  /** By its name in the contract's spelling. */
  readonly field: (name: string) => Field;
  /** The same, undefined when there is none. */
  readonly findField: (name: string) => Field | undefined;
}

const types = new Map<string, RecordType>();

export function recordType<T extends object>(spec: RecordTypeSpec<T>): RecordType<T> {
  const fields = fieldsOf(spec.shape);
  const byName = new Map(fields.map((each) => [each.name, each]));
  const type: RecordType<T> = {
    relations: {},
    concerns: {},
    softDeleted: false,
    ...spec,
    fields,
    findField: (name) => byName.get(name),
    field: (name) => byName.get(name) ?? fail(`${spec.name} has no field ${name}.`),
  };
  types.set(spec.name, type);
  return type;
}

/** @throws Error for a name that no area has registered: a mistake in the code, never in a request */
export const recordTypeNamed = (name: string): RecordType => types.get(name) ?? fail(`No record type ${name}.`);
export const allRecordTypes = (): RecordType[] => [...types.values()];

const fail = (message: string): never => {
  throw new Error(message);
};
