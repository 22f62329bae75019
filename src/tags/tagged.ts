import { recordTypeNamed } from '../fields/record-type';
import { identifier, type Sql } from '../query';
import { Event } from '../terms/events';

/** What happens when a tag is put on a record of each kind, and when one is taken off. */
export const TAG_EVENTS = {
  Candidate: { put: Event.CandidateTagAdded, taken: Event.CandidateTagRemoved },
  Contact: { put: Event.ContactTagAdded, taken: Event.ContactTagRemoved },
  Job: { put: Event.JobUpdated, taken: Event.JobUpdated },
} as const;

/** The kinds of record that tags are put on. */
export type Tagged = keyof typeof TAG_EVENTS;

export const isTagged = (name: string): name is Tagged => name in TAG_EVENTS;

/** The table that says which tags are on which records of a kind. */
export const linksOf = (kind: Tagged): Sql => identifier(`${recordTypeNamed(kind).table}_tag`);
