import type { Party } from './activity.entity';

/** SQL of the divisions of a record that an activity or a document belongs to. */
const DIVISIONS: Readonly<Record<Party, (id: string) => string>> = {
  Candidate: (id) => `SELECT dl.divisionID FROM candidate_division dl WHERE dl.recordID = ${id}`,
  Contact: (id) => `SELECT dl.divisionID FROM contact_division dl WHERE dl.recordID = ${id}`,
  Client: (id) => `SELECT dl.divisionID FROM client_division dl WHERE dl.recordID = ${id}`,
  Job: (id) => `SELECT o.division FROM job o WHERE o.id = ${id} AND o.division IS NOT NULL`,
  Opportunity: (id) => `SELECT o.division FROM opportunity o WHERE o.id = ${id} AND o.division IS NOT NULL`,
  Placement: (id) => `SELECT o.division FROM placement o WHERE o.id = ${id} AND o.division IS NOT NULL`,
};

/** Is the division `dv` one of the record's? */
const isOf = (kind: Party, id: string): string => `dv.id IN (${DIVISIONS[kind](id)})`;
/** Is the record seen by everyone? Compared with a number for the reason that `exists` of the filter language has. */
const isOpen = (kind: Party, id: string): string => `EXISTS (${DIVISIONS[kind](id)}) = 0`;

type Says = (kind: Party, id: string) => string;

/**
 * SQL of the divisions in which something is seen that belongs to other records: where any of these is seen. One that is
 * seen by everyone lets everyone see it.
 * @param any SQL that asks of each of these records what is handed in, whether it holds of one of them
 */
const divisionsOf = (any: (says: Says) => string): string => `SELECT dv.id FROM division dv WHERE ${any(isOf)} AND NOT (${any(isOpen)})`;

const KINDS = Object.keys(DIVISIONS) as Party[];

export const ACTIVITY_DIVISIONS = divisionsOf(
  (says) =>
    `EXISTS (SELECT 1 FROM activity_link al WHERE al.activityID = r.id AND CASE al.kind ${KINDS.map((kind) => `WHEN '${kind}' THEN ${says(kind, 'al.recordID')}`).join(' ')} END) = 1`,
);

const OWNERS = { Candidate: 'r.candidateID', Contact: 'r.contactID', Client: 'r.clientID', Job: 'r.jobID' } as const;

export const DOCUMENT_DIVISIONS = divisionsOf(
  (says) =>
    `(${Object.entries(OWNERS)
      .map(([kind, id]) => `(${id} IS NOT NULL AND ${says(kind as Party, id)})`)
      .join(' OR ')})`,
);
