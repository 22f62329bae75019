import type { EntityManager } from 'typeorm';
import { sql, Sql } from '../sql';
import { FOR_UPDATE, INSERT_IF_ABSENT } from '../sql/dialect';
import { execute, executeLater, numberOf, rows } from './rows';

/** SQL of the value of a counter; no row before it is first locked. */
export const counterValue = (name: string): Sql => sql`SELECT value FROM counter WHERE name = ${name}`;

/** The same for SQL that is written as text; 0 before it is first locked. */
export const counterText = (name: string): string => `COALESCE((SELECT value FROM counter WHERE name = '${name}'), 0)`;

/** Reads a counter and locks it until the transaction ends; a new one starts at 0. */
export async function lockCounter(em: EntityManager, name: string): Promise<number> {
  const locked = sql`${counterValue(name)}${new Sql(FOR_UPDATE)}`;
  const [row] = await rows(em, locked);
  if (row) return Number(row[0]);
  await execute(em, sql`${new Sql(INSERT_IF_ABSENT)} counter (name, value) VALUES (${name}, 0)`);
  return numberOf(em, locked);
}

/** Adds one to a counter, locked until the transaction ends; a new one starts at 0. */
export async function incrementCounter(em: EntityManager, name: string): Promise<void> {
  await lockCounter(em, name);
  await execute(em, sql`UPDATE counter SET value = value + 1 WHERE name = ${name}`);
}

export const setCounter = (em: EntityManager, name: string, value: number): Promise<void> =>
  executeLater(em, sql`UPDATE counter SET value = ${value} WHERE name = ${name}`);
