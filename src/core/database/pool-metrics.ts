import type { Pool } from 'mysql2';
import type { DataSource } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import type { Metrics } from '../metrics';

/** What mysql2 keeps of its connections, and tells nobody. */
interface PoolState {
  readonly _allConnections: { readonly length: number };
  readonly _freeConnections: { readonly length: number };
  readonly _connectionQueue: { readonly length: number };
}

/** Shows the connections of the pools to a server; the embedded database has none. @param sources by the name of their pool */
export function measurePools(metrics: Metrics, sources: Readonly<Record<string, DataSource>>): void {
  const servers = Object.entries(sources).filter(([, { options }]) => options.type !== 'better-sqlite3');
  if (servers.length === 0) return;
  const connections = metrics.gauge({
    name: 'db_client_connection_count',
    help: 'Connections to the database server.',
    labels: ['pool', 'state'],
  });
  const pending = metrics.gauge({
    name: 'db_client_connection_pending_requests',
    help: 'Work that waits for a connection.',
    labels: ['pool'],
  });
  metrics.beforeScrape(() => {
    for (const [pool, source] of servers) {
      const { _allConnections: all, _freeConnections: free, _connectionQueue: queue } = stateOf(source);
      connections.set({ pool, state: 'used' }, all.length - free.length);
      connections.set({ pool, state: 'idle' }, free.length);
      pending.set({ pool }, queue.length);
    }
  });
}

const stateOf = (source: DataSource): PoolState => (source.driver as MysqlDriver).pool as Pool & PoolState;
