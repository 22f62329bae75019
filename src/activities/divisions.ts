import { divisionIDsOf } from '../assignments';
import { divisionsWhere } from '../divisions';
import type { Party } from './activity.entity';

/** SQL of the divisions of a record that an activity or a document belongs to. */
const DIVISIONS: Readonly<Record<Party, (id: string) => string>> = {
  Candidate: (id) => divisionIDsOf('Candidate', id),
  Contact: (id) => divisionIDsOf('Contact', id),
  Client: (id) => divisionIDsOf('Client', id),
  Job: (id) => `SELECT o.division FROM {Job} o WHERE o.id = ${id} AND o.division IS NOT NULL`,
  Opportunity: (id) => `SELECT o.division FROM {Opportunity} o WHERE o.id = ${id} AND o.division IS NOT NULL`,
  Placement: (id) => `SELECT o.division FROM {Placement} o WHERE o.id = ${id} AND o.division IS NOT NULL`,
};

/** Whether the division `dv` is one of the record's. */
const isOf = (kind: Party, id: string): string => `dv.id IN (${DIVISIONS[kind](id)})`;
/** Whether the record is visible to everyone. Compared with a number for the same reason as `exists` in the filter language. */
const isOpen = (kind: Party, id: string): string => `EXISTS (${DIVISIONS[kind](id)}) = 0`;

type DivisionTest = (kind: Party, id: string) => string;

/**
 * SQL of the divisions of something that belongs to other records: visible wherever any of them is, and to everyone if one
 * of them is visible to everyone.
 * @param any builds SQL that is true if the given test holds for any of these records
 */
const divisionsOf = (any: (test: DivisionTest) => string): string => divisionsWhere(`${any(isOf)} AND NOT (${any(isOpen)})`);

const KINDS = Object.keys(DIVISIONS) as Party[];

export const ACTIVITY_DIVISIONS = divisionsOf(
  (test) =>
    `EXISTS (SELECT 1 FROM activity_link al WHERE al.activityID = r.id AND CASE al.kind ${KINDS.map((kind) => `WHEN '${kind}' THEN ${test(kind, 'al.recordID')}`).join(' ')} END) = 1`,
);

const OWNERS = { Candidate: 'r.candidateID', Contact: 'r.contactID', Client: 'r.clientID', Job: 'r.jobID' } as const;

export const DOCUMENT_DIVISIONS = divisionsOf(
  (test) =>
    `(${Object.entries(OWNERS)
      .map(([kind, id]) => `(${id} IS NOT NULL AND ${test(kind as Party, id)})`)
      .join(' OR ')})`,
);
