import { onServer } from './support/kind';
import { createPool, type Pool, type PoolConnection } from 'mysql2';
import { FaultyProxy } from './support/faulty-proxy';
import { limitStatements } from './deadline';
import { isConnectionLost, isTransient, NO_ANSWER } from './errors';

const LIMITS = { statement: 3000, ending: 1500 };

describe('A server that does not answer', () => {
  let proxy: FaultyProxy;
  let pool: Pool;
  beforeAll(async () => {
    if (!onServer) return;
    const { proxy: before, url } = await FaultyProxy.before(process.env['TEST_DATABASE_URL'] ?? '');
    proxy = before;
    pool = createPool({ uri: url.replace(/^mariadb:/, 'mysql:') });
    pool.on('connection', (connection) => limitStatements(connection, { limits: LIMITS }));
  });
  afterEach(() => onServer && Object.assign(proxy, { isSilent: false }));
  afterAll(() => {
    if (!onServer) return;
    proxy.close();
    pool.end(() => undefined);
  });

  const connect = (): Promise<PoolConnection> =>
    new Promise((resolve, reject) => pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection))));
  const query = (connection: PoolConnection, sql: string): Promise<unknown> =>
    new Promise((resolve, reject) => connection.query(sql, (error, found) => (error ? reject(error) : resolve(found))));

  it.each(['SELECT 1', 'COMMIT', 'ROLLBACK'])('to %s ends its connection, and is not asked again', async (sql) => {
    if (!onServer) return;
    const connection = await connect();
    await query(connection, 'SELECT 1');
    proxy.isSilent = true;
    const error: unknown = await query(connection, sql).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: NO_ANSWER });
    expect([isConnectionLost(error), isTransient(error)]).toEqual([true, false]);
    proxy.isSilent = false;
    expect(await query(await connect(), 'SELECT 7 AS seven')).toEqual([{ seven: 7 }]);
  });

  it('is waited for as long as it answers in time', async () => {
    if (!onServer) return;
    const connection = await connect();
    for (let round = 0; round < 4; round++) await query(connection, 'SELECT SLEEP(1)');
    expect(await query(connection, 'SELECT 7 AS seven')).toEqual([{ seven: 7 }]);
    connection.release();
  });
});
