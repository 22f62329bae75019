import type { Transaction } from '../../src/core/database';
import { indexRowFields } from '../../src/core/fields/index-row';
import type { TestApp } from './app';
import { recordTypeNamed } from './record-types';

/**
 * Runs the work in a transaction on the database of a service. Imports are dynamic because modules read the kind of
 * database when loaded.
 */
export async function inTransaction<T>({ app }: TestApp, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const { Transactions } = await import('../../src/core/database/index.js');
  const { SYSTEM_CALLER } = await import('../../src/core/callers/index.js');
  return app.get(Transactions, { strict: false }).write(SYSTEM_CALLER, work);
}

/** Inserts a record directly, bypassing all business rules. @returns its id */
export async function seedRecord(service: TestApp, type: string, record: object = {}): Promise<number> {
  const { insertRecord } = await import('../../src/core/records/index.js');
  return inTransaction(service, ({ em }) => insertRecord(em, recordTypeNamed(type), record));
}

/** Marks a record as deleted or not, bypassing all business rules. */
export async function setDeleted(service: TestApp, type: string, id: number, deleted = true): Promise<void> {
  const { table } = recordTypeNamed(type);
  const tables = indexRowFields(recordTypeNamed(type)).length > 0 ? [table, `${table}_index`] : [table];
  for (const each of tables) await queryRows(service, `UPDATE \`${each}\` SET deleted = ${Number(deleted)} WHERE id = ?`, [id]);
}

/** The rows of a query, as objects. */
export const queryRows = <T extends object>(service: TestApp, query: string, values: readonly unknown[] = []): Promise<T[]> =>
  inTransaction(service, ({ em }) => em.query<T[]>(query, [...values]));
