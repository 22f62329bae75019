import { POOL } from '../../database/data-source';
import { searching } from '../../database/searching';
import { Turns } from '../../database/turns';
import type { View } from '../../database/transactions';
import type { RecordTypes } from '../../fields/record-types';
import { IS_ALONE } from '../../sql/dialect';

/** Searches leave some of the connections to whoever reads or writes a record; the embedded database has one thread for them. */
const MOST = IS_ALONE ? 1 : POOL - 4;
const PATIENCE_MS = 30_000;

const turnsOf = new WeakMap<RecordTypes, Turns>();

/**
 * Searches when it is its turn; a transaction has its connection already.
 * @param search is given the view to search in
 * @throws Unavailable if too many take too long
 */
export function inTurn<T>(view: View, search: (view: View) => Promise<T>): Promise<T> {
  if (view.em.queryRunner) return search(view);
  const turns = turnsOf.get(view.types) ?? new Turns(MOST, PATIENCE_MS);
  turnsOf.set(view.types, turns);
  return turns.run(() => search(searching(view)));
}
