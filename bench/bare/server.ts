import { createPool, type Pool, type PoolConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { toMysqlUrl } from '../database';
import type { BareDatabase, Executor } from './executor';

/** The same number of connections as the service has. */
const CONNECTIONS = 10;

export function openServer(url: string): BareDatabase {
  const pool = createPool({
    uri: toMysqlUrl(url),
    connectionLimit: CONNECTIONS,
    dateStrings: true,
    decimalNumbers: true,
    timezone: 'Z',
    charset: 'utf8mb4',
  });
  pool.on('connection', (connection) => void connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'));
  return {
    ...executorOn(pool),
    async transaction(work) {
      const connection = await pool.getConnection();
      try {
        await connection.query('START TRANSACTION');
        const result = await work(executorOn(connection));
        await connection.query('COMMIT');
        return result;
      } catch (error) {
        await connection.query('ROLLBACK');
        throw error;
      } finally {
        connection.release();
      }
    },
  };
}

const executorOn = (connection: Pool | PoolConnection): Executor => ({
  rows: async (sql, values = []) => {
    const [found] = await connection.execute<RowDataPacket[][]>({ sql, values: [...values], rowsAsArray: true });
    return found;
  },
  run: async (sql, values = []) => {
    const [{ insertId }] = await connection.execute<ResultSetHeader>(sql, [...values]);
    return insertId;
  },
});
