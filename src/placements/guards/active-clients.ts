import type { Transaction } from '../../core/database';
import { Conflict, type Problem } from '../../core/problems';
import { touches, type RecordChange } from '../../core/records';
import { activateClients, deletedClients } from '../../jobs';
import type { Placement } from '../placement.entity';
import { isCurrent } from '../placement.transitions';

/**
 * Keeps clients and their current placements in agreement, as with their open jobs.
 * @returns why those of a deleted client are neither approved nor restored
 */
export async function agreeWithClients(
  transaction: Transaction,
  changes: readonly RecordChange<Placement>[],
): Promise<ReadonlyMap<object, Problem>> {
  const taken = changes.filter(({ before, after }) => isCurrent(after) && (!isCurrent(before) || touches(before, after, 'clientID')));
  const restored = changes.filter(({ before, after }) => before.deleted && !after.deleted && !isCurrent(after));
  const gone = new Set([
    ...(await activateClients(transaction, clientsOf(taken))),
    ...(await deletedClients(transaction, clientsOf(restored))),
  ]);
  const refused = [...taken, ...restored].filter(({ after }) => gone.has(after.clientID));
  return new Map(refused.map(({ after }) => [after, problemWith(after)]));
}

const clientsOf = (changes: readonly RecordChange<Placement>[]): (number | null)[] => changes.map(({ after }) => after.clientID);

const problemWith = ({ clientID }: Placement): Problem =>
  new Conflict(`Client ${clientID} of the placement is deleted: restore the client before the placement is approved or restored.`);
