import { setTimeout as pause } from 'node:timers/promises';
import type { Vault } from '../../src/core/config';
import { writeAuditEntries } from './audit';
import { lockCounter, setCounter } from './counters';
import type { BareDatabase, Executor } from './executor';

/** As many changes are numbered together at most. */
const BATCH = 1000;
/** How long changes are gathered before they are numbered, and before they are audited, in ms: as the service does. */
const NUMBERING_MS = 25;
const AUDITING_MS = 1000;

/**
 * Numbers changes after their commit, so that followers see them in one order without gaps, and writes their audit entries, so that
 * nobody waits for it. Both can be done by the service as well: a row lock lets one of them work at a time.
 * @returns what is to be called after changes have been committed
 */
export function followUp(database: BareDatabase, vault: Vault): () => void {
  const audit = gathering(AUDITING_MS, () => database.transaction((connection) => writeAuditEntries(connection, vault)));
  return gathering(NUMBERING_MS, async () => {
    const hasMore = await database.transaction(numberChanges);
    audit();
    return hasMore;
  });
}

/** @param batch returns whether there may be more to do @returns what is to be called when there is something to do */
function gathering(ms: number, batch: () => Promise<boolean>): () => void {
  let [isWanted, isWorking] = [false, false];
  const work = async (): Promise<void> => {
    isWorking = true;
    while (isWanted) {
      isWanted = false;
      await pause(ms);
      while (await batch());
    }
    isWorking = false;
  };
  return () => {
    isWanted = true;
    if (!isWorking) void work();
  };
}

/** @returns whether there may be more */
async function numberChanges(connection: Executor): Promise<boolean> {
  const last = await lockCounter(connection, 'changes');
  const found = await connection.rows(`SELECT id FROM record_change WHERE sequence IS NULL ORDER BY id LIMIT ${BATCH}`);
  if (found.length === 0) return false;
  for (const { first, length, index } of stretchesOf(found.map(([id]) => Number(id))))
    await connection.run('UPDATE record_change SET sequence = id + ? WHERE id BETWEEN ? AND ?', [
      last + 1 + index - first,
      first,
      first + length - 1,
    ]);
  await setCounter(connection, 'changes', last + found.length);
  return found.length === BATCH;
}

interface Stretch {
  readonly first: number;
  /** Of the first id among all. */
  readonly index: number;
  length: number;
}

/** Ids in their order, those without a gap together. */
function stretchesOf(ids: readonly number[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [index, id] of ids.entries()) {
    const last = stretches.at(-1);
    if (last && last.first + last.length === id) last.length += 1;
    else stretches.push({ first: id, index, length: 1 });
  }
  return stretches;
}
