import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../core/callers';
import type { Transactions } from '../core/database';
import { execute } from '../core/database/rows';
import { IS_ALONE, referencesChecked } from '../core/sql/dialect';
import type { DemoRecord } from './demo-record';
import { inParallel } from './in-parallel';
import { insertAll } from './insert';

/** So many connections fill a database: while one waits for the server, the statements of another are put together. */
export const WRITERS = IS_ALONE ? 1 : 3;

/** Records per transaction. */
const CHUNK = 2000;

export interface InsertOptions {
  /** So many connections insert at the same time; more than one only on a server, and not within a transaction. */
  readonly writers: number;
  /** Called after each transaction. */
  readonly inserted: (records: readonly DemoRecord[]) => void;
}

/** Inserts a stream of records, each after those that it refers to, and keeps few of them in memory. */
export async function insertStream(
  transactions: Transactions,
  records: Iterable<DemoRecord>,
  { writers, inserted }: InsertOptions,
): Promise<void> {
  const insert = writers === 1 ? insertAll : insertUnchecked;
  await inParallel(chunks(records), writers, async (chunk) => {
    await transactions.write(SYSTEM_CALLER, ({ em }) => insert(em, chunk));
    inserted(chunk);
  });
}

/** What a record refers to may be on its way on another connection. */
async function insertUnchecked(em: EntityManager, records: readonly DemoRecord[]): Promise<void> {
  await setChecks(em, false);
  try {
    await insertAll(em, records);
  } finally {
    await setChecks(em, true);
  }
}

async function setChecks(em: EntityManager, checked: boolean): Promise<void> {
  for (const statement of referencesChecked(checked)) await execute(em, statement);
}

function* chunks(all: Iterable<DemoRecord>): Generator<DemoRecord[]> {
  let chunk: DemoRecord[] = [];
  for (const each of all) {
    chunk.push(each);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
