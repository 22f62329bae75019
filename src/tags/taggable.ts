import type { RecordEvent } from '../core/fields/record-event';
import type { RecordType } from '../core/fields/record-type';
import { identifier, type Sql } from '../core/sql';
import { tagLinks } from './tags.records';

/** The types of record that can have tags. */
export type TaggableType = keyof typeof tagLinks;

export const isTaggable = (name: string): name is TaggableType => name in tagLinks;

export type TagChange = 'tagAdded' | 'tagRemoved';

/** The events that a change of its tags raises for a record. */
export const tagEvents = ({ events }: RecordType, change: TagChange): RecordEvent[] =>
  events.filter(({ causedBy }) => causedBy.some((cause) => cause.kind === change));

/** SQL of a figure: has the record `r` tags? */
export const hasTags = (kind: TaggableType): string =>
  `(CASE WHEN EXISTS (SELECT 1 FROM ${tagLinks[kind].table} tl WHERE tl.recordID = r.id) THEN 1 ELSE 0 END)`;

/** The link table between tags and records of a type. */
export const tagLinkTable = (kind: TaggableType): Sql => identifier(tagLinks[kind].table);
