import type { Transaction } from '../core/database';
import { refuseInUse as refuse, type Uses } from '../core/records';
import type { User } from './user.entity';

const owned = (type: string): string => `{${type}} x WHERE x.ownerID = :id AND x.deleted = 0`;

/** The work of a user. What is finished keeps naming the user. */
const USES: Uses = {
  'open job': '{Job} j WHERE {Job.open j} AND :id IN (j.consultantID1, j.consultantID2, j.consultantID3, j.consultantID4, j.consultantID5)',
  client: owned('Client'),
  contact: owned('Contact'),
  candidate: owned('Candidate'),
  opportunity: owned('Opportunity'),
  'current placement': '{Placement} x WHERE {Placement.current x} AND x.ownerID = :id',
};

/** @throws InUse with the counts of the work of the user */
export const refuseInUse = (transaction: Transaction, { id }: User): Promise<void> =>
  refuse(transaction, `User ${id}`, id, USES, 'assign them to another user first, or set isActive to false');
