import type { Relation } from '../core/fields/record-type';
import type { Assignable } from './assignments.service';

const LINKS = { Candidate: 'candidate_division', Contact: 'contact_division', Client: 'client_division' } as const;

/** SQL of the ids of a record's divisions, `dl.divisionID`. @param id SQL of the id of the record */
export const divisionIDsOf = (kind: Assignable, id: string): string =>
  `SELECT dl.divisionID FROM ${LINKS[kind]} dl WHERE dl.recordID = ${id}`;

/** The relation of a type of record to its divisions. */
export const linkedDivisions = (kind: Assignable): Relation => ({ to: 'Division', on: `x.id IN (${divisionIDsOf(kind, 'r.id')})` });
