import { and, list, or, sql, type Sql, TRUE, values } from '../sql';
import type { SequencedChange } from './change-log.service';

/** Which changes somebody wants. Each part that is absent or empty allows all; of each other part, one must match. */
export interface ChangeFilter {
  /** Names of record types, in any case. */
  readonly types?: readonly string[];
  readonly recordIDs?: readonly number[];
  readonly actions?: readonly string[];
  /** Ids of events that the change raises. */
  readonly events?: readonly number[];
  /** Names of fields that it changes, in any case. */
  readonly fields?: readonly string[];
}

/** SQL that leaves out most of the other changes. What is within JSON is compared as text, so {@link isWanted} has to follow. */
export const candidatesFor = ({ types = [], recordIDs = [], actions = [], events = [], fields = [] }: ChangeFilter): Sql =>
  and([
    types.length === 0 ? TRUE : sql`LOWER(type) IN (${texts(types.map((name) => name.toLowerCase()))})`,
    recordIDs.length === 0 ? TRUE : sql`recordID IN (${values(recordIDs)})`,
    actions.length === 0 ? TRUE : sql`action IN (${texts(actions)})`,
    events.length === 0 ? TRUE : or(events.map((id) => sql`events LIKE ${`%${id}%`}`)),
    fields.length === 0 ? TRUE : or(fields.map((name) => sql`LOWER(fields) LIKE ${`%"${name.toLowerCase()}":%`}`)),
  ]);

/** Does a change that the SQL has found match? */
export function isWanted({ events = [], fields = [] }: ChangeFilter, change: Pick<SequencedChange, 'events' | 'fields'>): boolean {
  const changed = new Set(Object.keys(change.fields).map((name) => name.toLowerCase()));
  return (
    (events.length === 0 || events.some((id) => change.events.includes(id))) &&
    (fields.length === 0 || fields.some((name) => changed.has(name.toLowerCase())))
  );
}

const texts = (found: readonly string[]): Sql => list(found.map((each) => sql`${each}`));
