import type { EntityManager } from 'typeorm';
import { isFile, type Connection } from '../connection';

/** The same in an open transaction, telling when a statement is sent: those that travel together are one. */
export function watched(em: EntityManager, onStatement: () => void): EntityManager {
  const runner = em.queryRunner!;
  const connect = async (): Promise<Connection> => {
    const connection = (await runner.connect()) as Connection;
    // the file is asked for with each statement, a connection to a server only once
    if (isFile(connection)) {
      onStatement();
      return connection;
    }
    const query = (...args: Parameters<typeof connection.query>) => {
      onStatement();
      return connection.query(...args);
    };
    return Object.create(connection, { query: { value: query } }) as Connection;
  };
  return Object.create(em, { queryRunner: { value: Object.create(runner, { connect: { value: connect } }) as unknown } }) as EntityManager;
}
