import type { Unit } from '../../src/database';
import type { TestApp } from './app';

/** Does a piece of work in the database of a service, as the service itself. The modules ask for the kind of database while they are loaded. */
export async function within<T>({ app }: TestApp, work: (unit: Unit) => Promise<T>): Promise<T> {
  const { Transactions } = await import('../../src/database/index.js');
  const { THE_SERVICE } = await import('../../src/callers/index.js');
  return app.get(Transactions, { strict: false }).write(THE_SERVICE, work);
}

/** Puts a record of a type into the database, as it is: none of the rules of its area are asked. @returns its id */
export async function make(service: TestApp, type: string, record: object = {}): Promise<number> {
  const { insertRecord } = await import('../../src/records/index.js');
  const { recordTypeNamed } = await import('../../src/fields/record-type.js');
  return within(service, ({ em }) => insertRecord(em, recordTypeNamed(type), record));
}

/** The rows of a query, as objects. */
export const asked = <T extends object>(service: TestApp, query: string, values: readonly unknown[] = []): Promise<T[]> =>
  within(service, ({ em }) => em.query<T[]>(query, [...values]));
