import type { PoolConnection } from 'mysql2';
import type { Sql } from '../sql';

/** So many characters may wait, of up to four bytes each: with the longest statement they are still less than a server accepts at once. */
export const MOST_CHARACTERS = 250_000;

interface Waiting {
  readonly statements: Sql[];
  characters: number;
}

/** By the connections of transactions, the statements whose results nobody waits for. */
const waiting = new WeakMap<PoolConnection, Waiting>();

/** Lets a statement wait for the next one of its connection, so that both take one round trip. @returns whether there is room for more */
export function addWaiting(connection: PoolConnection, statement: Sql): boolean {
  const { statements, characters } = waiting.get(connection) ?? { statements: [], characters: 0 };
  const all = { statements: [...statements, statement], characters: characters + lengthOf(statement) };
  waiting.set(connection, all);
  return all.characters < MOST_CHARACTERS;
}

/** Those that wait, which are taken. */
export function takeWaiting(connection: PoolConnection): readonly Sql[] {
  const { statements = [] } = waiting.get(connection) ?? {};
  waiting.delete(connection);
  return statements;
}

export const lengthOf = ({ text, params }: Sql): number => params.reduce((sum: number, each) => sum + String(each).length, text.length);
