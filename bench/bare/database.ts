import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';
import type { Row } from '../../src/database/rows';
import { withoutKind } from '../seeded';

export type Value = string | number | null;
type Executor = Pick<Pool, 'execute'>;

/** The same number of connections as the service has. */
export const poolAt = (url: string): Pool =>
  createPool({ uri: withoutKind(url), connectionLimit: 10, dateStrings: true, timezone: 'Z', charset: 'utf8mb4' });

/** Rows as arrays, by a prepared statement. */
export async function rows(executor: Executor, sql: string, values: readonly Value[] = []): Promise<Row[]> {
  const [found] = await executor.execute<RowDataPacket[][]>({ sql, values: [...values], rowsAsArray: true });
  return found;
}

/** `?` as often as there are values. */
export const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
