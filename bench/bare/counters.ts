import { FOR_UPDATE } from '../../src/core/sql/dialect';
import type { Executor } from './executor';

/** Reads a counter and locks it until the transaction ends; the service has begun it. */
export async function lockCounter(connection: Executor, name: string): Promise<number> {
  const [[value] = [0]] = await connection.rows(`SELECT value FROM counter WHERE name = ?${FOR_UPDATE}`, [name]);
  return Number(value);
}

export const setCounter = (connection: Executor, name: string, value: number): Promise<number> =>
  connection.run('UPDATE counter SET value = ? WHERE name = ?', [value, name]);
