import type { EntityManager } from 'typeorm';
import type { DateRule } from './date-rule';

/** C: a change was committed. D: a date of the record is reached. M: the record matches the filters. */
export type EventKind = 'C' | 'D' | 'M';

/** The states of a record around a change; a new record has none before. */
export interface StateChange<T> {
  readonly em: EntityManager;
  readonly before: T | undefined;
  readonly after: T;
}

/** What can bring an event about; without a type: something done to a record of the event's own type. */
export type Cause =
  /** Without a field: any field. With values: only when one of these is written. */
  | { readonly kind: 'fieldWritten'; readonly type?: string; readonly field?: string; readonly values?: readonly unknown[] }
  /** With one of these values in each of these fields. */
  | { readonly kind: 'created'; readonly type?: string; readonly having: Readonly<Record<string, readonly unknown[]>> }
  | { readonly kind: 'tagAdded' | 'tagRemoved'; readonly type?: string };

/** Something that happens to records of a type, and that automations can wait for. */
export interface RecordEvent<T extends object = object> {
  /** Part of the API: it never changes. */
  readonly id: number;
  readonly name: string;
  readonly kind: EventKind;
  /** Whether saving the record raises it; absent: saving never does. */
  isRaised?(change: StateChange<T>): boolean | Promise<boolean>;
  /** What raises it instead of, or besides, saving the record. */
  readonly raisedBy?: string;
  /** What can bring it about, for the detection of loops. */
  readonly causedBy: readonly Cause[];
  /** Whether the records that it happens to are deleted. */
  readonly ofDeletedRecords?: boolean;
  /** Only of kind D. */
  readonly date?: DateRule;
}

type Condition<T> = (change: StateChange<T>) => boolean | Promise<boolean>;
type RaisedElsewhere = Required<Pick<RecordEvent, 'raisedBy' | 'causedBy'>>;
type Named<K extends string, T extends object> = { readonly [N in K]: RecordEvent<T> };

/** The words in which a type of record declares its events. */
export const eventsFor = <T extends object>() => ({
  /** A record was created; with one of these values in each of these fields. */
  created: (id: number, name: string, having: { readonly [F in keyof T]?: readonly T[F][] } = {}): RecordEvent<T> => ({
    id,
    name,
    kind: 'C',
    isRaised: ({ before, after }) =>
      !before && Object.entries(having).every(([field, values]) => (values as readonly unknown[]).includes(after[field as keyof T])),
    causedBy: [{ kind: 'created', having: having as Readonly<Record<string, readonly unknown[]>> }],
  }),

  /** An existing record was changed in any way, or by what else is named. */
  updated: (id: number, name: string, further: Partial<RaisedElsewhere> = {}): RecordEvent<T> => ({
    ...further,
    id,
    name,
    kind: 'C',
    isRaised: ({ before }) => before !== undefined,
    causedBy: [{ kind: 'fieldWritten' }, ...(further.causedBy ?? [])],
  }),

  /** A field of an existing record was changed. */
  changed: (id: number, name: string, field: keyof T & string): RecordEvent<T> => ({
    id,
    name,
    kind: 'C',
    isRaised: ({ before, after }) => before !== undefined && before[field] !== after[field],
    causedBy: [{ kind: 'fieldWritten', field }],
  }),

  /** A field was given one of these values, by a change or from the start. */
  reaches: <F extends keyof T & string>(id: number, name: string, field: F, ...values: readonly T[F][]): RecordEvent<T> => ({
    id,
    name,
    kind: 'C',
    isRaised: ({ before, after }) => before?.[field] !== after[field] && values.includes(after[field]),
    causedBy: [
      { kind: 'fieldWritten', field, values },
      { kind: 'created', having: { [field]: values } },
    ],
  }),

  /** A condition of its own holds for the change. */
  raisedWhen: (
    id: number,
    name: string,
    isRaised: Condition<T>,
    more: Pick<RecordEvent, 'causedBy' | 'ofDeletedRecords'>,
  ): RecordEvent<T> => ({ ...more, id, name, kind: 'C', isRaised }),

  /** Never raised by saving the record: the code that raises it refers to it. */
  raisedElsewhere: (id: number, name: string, more: RaisedElsewhere): RecordEvent<T> => ({ ...more, id, name, kind: 'C' }),

  /** A cause: the field is written; with values: one of these. */
  written: <F extends keyof T & string>(field: F, ...values: readonly T[F][]): Cause => ({
    kind: 'fieldWritten',
    field,
    ...(values.length > 0 && { values }),
  }),

  /** A date of the record, or of a related one, comes near or has passed. */
  dateReached: (id: number, name: string, date: DateRule): RecordEvent<T> => ({ id, name, kind: 'D', causedBy: [], date }),

  /** The record has come to match the filters of an automation. */
  matchesFilters: (id: number, name: string): RecordEvent<T> => ({ id, name, kind: 'M', causedBy: [] }),

  /** The same events, but never raised by a change for which the condition holds. */
  unless: <K extends string>(condition: Condition<T>, events: Named<K, T>): Named<K, T> =>
    Object.fromEntries(Object.entries<RecordEvent<T>>(events).map(([name, event]) => [name, withException(event, condition)])) as Named<
      K,
      T
    >,
});

const withException = <T extends object>(event: RecordEvent<T>, condition: Condition<T>): RecordEvent<T> => ({
  ...event,
  isRaised: async (change) => !(await condition(change)) && ((await event.isRaised?.(change)) ?? false),
});

/** The change deletes the record. */
export const isDeletion = ({ before, after }: StateChange<{ deleted: boolean }>): boolean =>
  before !== undefined && !before.deleted && after.deleted;

/** The record is deleted after the change, be it by this change or before. */
export const isOfDeleted = ({ before, after }: StateChange<{ deleted: boolean }>): boolean => before !== undefined && after.deleted;
