import type { Row } from '../../src/core/database/rows';

export type Value = string | number | null;

/** Where statements go: the connection of a transaction, or any. */
export interface Executor {
  /** Rows as arrays, by a prepared statement. */
  rows(sql: string, values?: readonly Value[]): Promise<Row[]>;
  /** @returns the id of the first row inserted */
  run(sql: string, values?: readonly Value[]): Promise<number>;
}

export interface BareDatabase extends Executor {
  /** Commits what the work does, durably, or nothing of it. */
  transaction<T>(work: (connection: Executor) => Promise<T>): Promise<T>;
}

/** One `?` per value, separated by commas. */
export const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** One tuple of `?` per row, separated by commas. */
export const tuples = (rows: readonly (readonly unknown[])[]): string => rows.map((row) => `(${placeholders(row)})`).join(', ');

/** A moment as the database stores it. */
export const stored = (moment: Date): string => moment.toISOString().slice(0, 23).replace('T', ' ');
