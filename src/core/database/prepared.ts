import type { Database, Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { SqlValue } from '../sql';

/** Statements kept per database; longer ones are inserts of many rows, which hardly ever come again. */
const KEPT = 500;
const LONGEST = 10_000;

type Kept = LRUCache<string, Statement<SqlValue[], unknown[]>>;
const statements = new WeakMap<Database, Kept>();

/** A statement of the embedded database, prepared once as long as it is in use: preparing takes longer than running most of them. */
export function prepared(database: Database, text: string): Statement<SqlValue[], unknown[]> {
  if (text.length > LONGEST) return database.prepare<SqlValue[], unknown[]>(text);
  const kept = keptFor(database);
  const known = kept.get(text);
  if (known) return known;
  const statement = database.prepare<SqlValue[], unknown[]>(text);
  kept.set(text, statement);
  return statement;
}

function keptFor(database: Database): Kept {
  const known = statements.get(database);
  if (known) return known;
  const kept: Kept = new LRUCache({ max: KEPT });
  statements.set(database, kept);
  return kept;
}
