import { POOL, type RecordDataSource } from '../../database/data-source';
import type { ServerWatch } from '../../database/server-watch';
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
 * @throws Unavailable if too many take too long, or the database does not answer
 */
export async function inTurn<T>(view: View, search: (view: View) => Promise<T>): Promise<T> {
  if (view.em.queryRunner) return search(view);
  const { watch } = view.em.dataSource as RecordDataSource;
  watch?.refuseIfSilent();
  return turnsFor(view.types, watch).run(() => search(searching(view)));
}

function turnsFor(types: RecordTypes, watch: ServerWatch | undefined): Turns {
  const known = turnsOf.get(types);
  if (known) return known;
  const turns = new Turns(MOST, PATIENCE_MS);
  // those whose turn it is may wait for their answers until the deadline
  watch?.onSilence((problem) => turns.refuseWaiting(problem));
  turnsOf.set(types, turns);
  return turns;
}
