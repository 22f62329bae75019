import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';
import type { Row } from '../../src/core/database/rows';
import { toMysqlUrl } from '../database';

export type Value = string | number | null;
type Executor = Pick<Pool, 'execute'>;

/** The same number of connections as the service has. */
export const poolAt = (url: string): Pool =>
  createPool({ uri: toMysqlUrl(url), connectionLimit: 10, dateStrings: true, timezone: 'Z', charset: 'utf8mb4' });

/** Rows as arrays, by a prepared statement. */
export async function rows(executor: Executor, sql: string, values: readonly Value[] = []): Promise<Row[]> {
  const [found] = await executor.execute<RowDataPacket[][]>({ sql, values: [...values], rowsAsArray: true });
  return found;
}

/** One `?` per value, separated by commas. */
export const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
