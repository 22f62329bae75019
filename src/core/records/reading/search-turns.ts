import { POOL } from '../../database/data-source';
import { Turns } from '../../database/turns';
import type { View } from '../../database/transactions';
import type { RecordTypes } from '../../fields/record-types';

/** Searches leave some of the connections to whoever reads or writes a record. */
const MOST = POOL - 4;
const PATIENCE_MS = 30_000;

const turnsOf = new WeakMap<RecordTypes, Turns>();

/** Searches when it is its turn; a transaction has its connection already. @throws Unavailable if too many take too long */
export function inTurn<T>({ em, types }: View, search: () => Promise<T>): Promise<T> {
  if (em.queryRunner) return search();
  const turns = turnsOf.get(types) ?? new Turns(MOST, PATIENCE_MS);
  turnsOf.set(types, turns);
  return turns.run(search);
}
